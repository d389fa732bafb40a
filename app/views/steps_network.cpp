// SPDX-License-Identifier: Apache-2.0
#include "app/views/steps_network.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "app/views/steps_grid.h"

namespace satscope::app {
namespace {

std::uint64_t key_of(const CellAt& at) { return std::uint64_t{at.buffer} << 32 | at.index; }

/// The global buffers that a pass reads most from and writes most to.
void choose_sheets(const Story& story, Network& network) {
  const Trace& trace = story.trace;
  std::map<std::uint32_t, std::size_t> reads, writes;
  for (const Step& step : trace.steps) {
    if (step.pass != network.pass) continue;
    for (const Read& read : trace.reads_of(step)) ++reads[read.buffer];
    for (const Write& write : trace.writes_of(step)) ++writes[write.buffer];
  }
  const auto choose = [&](const std::map<std::uint32_t, std::size_t>& counts, NetworkSheet& sheet) {
    std::size_t most = 0;
    for (const auto& [buffer, count] : counts) {
      const TraceBuffer& about = trace.buffers[buffer];
      if (about.space != Space::global || count <= most || (network.to.shape.area() > 0 && buffer == network.to.buffer))
        continue;
      most = count;
      sheet = {buffer, about.shape};
    }
  };
  choose(writes, network.to);
  choose(reads, network.from);
}

/// Nodes and edges of the two sheets. A register is no node: what went into it belongs to the entry that was made from it.
class SheetReader {
 public:
  SheetReader(const Story& story, Network& network) : trace_(story.trace), network_(network) {}

  void read(const Step& step, std::size_t beat) {
    const std::vector<Flow> flows = flows_of(trace_, step);
    std::unordered_map<std::uint64_t, std::size_t> made;  // the nodes of this step
    for (const Write& write : trace_.writes_of(step)) {
      const CellAt at{write.buffer, write.index};
      if (write.buffer != network_.to.buffer || made.contains(key_of(at))) continue;
      made[key_of(at)] = network_.nodes.size();
      network_.nodes.push_back({at, 0, beat, is_addition(trace_, step, write), write.after});
    }
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> held;  // by register: the nodes that went into it now
    for (const Write& write : trace_.writes_of(step)) {
      const CellAt at{write.buffer, write.index};
      if (!is_register(at)) continue;
      auto& nodes = held[key_of(at)];
      const auto carried = carried_.find(key_of(at));
      if (is_addition(trace_, step, write) && carried != carried_.end()) nodes.push_back(carried->second);
    }
    for (const Flow& flow : flows)
      if (is_register(flow.to))
        if (const auto node = source(flow.from)) held[key_of(flow.to)].push_back(*node);
    for (const Flow& flow : flows) {
      const auto to = made.find(key_of(flow.to));
      if (to == made.end()) continue;
      if (is_register(flow.from)) {
        for (const std::size_t node : held[key_of(flow.from)]) network_.edges.push_back({node, to->second});
        next_[key_of(flow.from)] = to->second;
      } else if (const auto node = source(flow.from)) {
        network_.edges.push_back({*node, to->second});
      }
    }
    for (const auto& [at, node] : made) last_[at] = node;
    for (const auto& [at, node] : next_) carried_[at] = node;
    next_.clear();
  }

 private:
  bool is_register(const CellAt& at) const { return trace_.buffers[at.buffer].space == Space::registers; }

  /// The node that a global place holds; none: it is on neither sheet, or was there before the pass.
  std::optional<std::size_t> source(const CellAt& at) {
    const auto known = last_.find(key_of(at));
    if (known != last_.end()) return known->second;
    if (network_.from.shape.area() == 0 || at.buffer != network_.from.buffer) return std::nullopt;
    last_[key_of(at)] = network_.nodes.size();
    network_.nodes.push_back({at, 0, NetworkNode::k_before, false, {}});
    return network_.nodes.size() - 1;
  }

  const Trace& trace_;
  Network& network_;
  std::unordered_map<std::uint64_t, std::size_t> last_, carried_, next_;
};

}  // namespace

Network network_of(const Story& story, int pass, int block) {
  Network network;
  network.story = &story;
  network.pass = pass;
  network.block = block;
  const Trace& trace = story.trace;
  for (std::uint32_t i = 0; i < trace.buffers.size(); ++i) {
    const TraceBuffer& buffer = trace.buffers[i];
    if (buffer.space != Space::shared || buffer.pass != pass || buffer.block != block || buffer.shape.width <= network.places)
      continue;
    network.buffer = i;
    network.places = buffer.shape.width;
  }
  if (network.places == 0) {
    choose_sheets(story, network);
    SheetReader reader(story, network);
    for (std::size_t beat = 0; beat < story.beat_count(); ++beat)
      for (std::uint32_t at = story.beats[beat].first; at < story.beats[beat].end; ++at)
        if (trace.steps[at].pass == pass) reader.read(trace.steps[at], beat);
    return network;
  }
  std::unordered_map<std::uint32_t, std::size_t> last;  // the node that made what a place holds
  for (std::size_t beat = 0; beat < story.beat_count(); ++beat)
    for (std::uint32_t at = story.beats[beat].first; at < story.beats[beat].end; ++at) {
      const Step& step = trace.steps[at];
      if (step.pass != pass || step.block != block) continue;
      auto before = last;  // because: the values that flow are those from before the step
      bool fresh = true;
      for (const Write& write : trace.writes_of(step)) {
        if (write.buffer != network.buffer) continue;
        if (std::exchange(fresh, false)) network.levels.push_back(step.label);
        const auto level = static_cast<int>(network.levels.size()) - 1;
        const auto known = last.find(write.index);
        if (known != last.end() && network.nodes[known->second].level == level) {  // written twice in a step
          network.nodes[known->second].value = write.after;
          continue;
        }
        last[write.index] = network.nodes.size();
        network.nodes.push_back({{write.buffer, write.index}, level, beat, is_addition(trace, step, write), write.after});
        // what stays in place while something is added to it
        const auto own = before.find(write.index);
        if (network.nodes.back().addition && own != before.end())
          network.edges.push_back({own->second, network.nodes.size() - 1});
      }
      for (const Flow& flow : flows_of(trace, step)) {
        if (flow.from.buffer != network.buffer || flow.to.buffer != network.buffer) continue;
        const auto from = before.find(flow.from.index);
        if (from != before.end()) network.edges.push_back({from->second, last.at(flow.to.index)});
      }
    }
  return network;
}

void draw_steps_network(Ui& ui, StepsState& steps, Network& network, const Area& area) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  if (story.beats.empty()) return;
  const Step& step = story.first_step(player.current() ? *player.current() : story.beats.front());
  const int blocks = story.trace.passes[static_cast<std::size_t>(step.pass)].blocks;
  const int block = std::clamp(story.together ? steps.first_block : step.block, 0, blocks - 1);
  if (network.story != &story || network.pass != step.pass || network.block != block)
    network = network_of(story, step.pass, block);

  steps.hover.reset();
  ImGui::SetCursorScreenPos({static_cast<float>(area.x), static_cast<float>(area.y)});
  ImGui::InvisibleButton("network", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:network"] = area;
  const bool hovered = ImGui::IsItemHovered();
  if (hovered && story.together && ImGui::GetIO().MouseWheel != 0)
    steps.first_block = std::clamp(block - static_cast<int>(ImGui::GetIO().MouseWheel), 0, blocks - 1);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  const float em = ui.em, labels = 9 * em, title = 1.6F * em;
  const auto left = static_cast<float>(area.x) + em, top = static_cast<float>(area.y);
  const bool sheets = network.places == 0;
  if (sheets ? network.to.shape.area() == 0 : network.levels.empty()) {
    list.AddText({left, top}, packed(ui.palette.quiet), "This pass writes nothing to draw. The grids (W) show its buffers.");
    return;
  }
  const auto name = [&](std::uint32_t buffer) { return story.trace.buffers[buffer].name; };
  const std::string heading =
      sheets ? fmt::format("{}, every entry where it stands, and what went into it. Ring: addition. Dot: move.",
                           network.from.shape.area() > 0
                               ? fmt::format("{} (left) and {} (right)", name(network.from.buffer), name(network.to.buffer))
                               : name(network.to.buffer))
             : fmt::format("block {} of {}: {}, time downward. Ring: addition. Dot: move. Wheel: another block.", block + 1,
                           blocks, name(network.buffer));
  const ImVec4 clip{left, top, static_cast<float>(area.right()), static_cast<float>(area.bottom())};
  list.AddText(&small, small.FontSize, {left, top}, packed(ui.palette.quiet), heading.c_str(), nullptr, 0, &clip);
  const Extent from = network.from.shape, to = network.to.shape;
  const int across = sheets ? from.width + to.width + (from.width > 0 ? 1 : 0) : network.places;
  const int down = sheets ? std::max(from.height, to.height) : static_cast<int>(network.levels.size());
  const float beside = sheets ? 0 : labels;
  const float room = (static_cast<float>(area.width) - beside - 2 * em) / static_cast<float>(across);
  const float wide = sheets ? std::min(room, 6 * em) : room;
  const float high = std::min(4 * em, (static_cast<float>(area.height) - title - em) / static_cast<float>(down));
  const float radius = std::min({0.36F * wide, sheets ? 0.34F * high : 0.4F * high, 1.1F * em});
  const auto place = [&](const NetworkNode& node) {
    if (sheets) {
      const bool source = node.at.buffer != network.to.buffer;
      const Extent& shape = source ? from : to;
      const auto x = static_cast<float>(node.at.index % static_cast<std::uint32_t>(shape.width)) +
                     (source || from.width == 0 ? 0.0F : static_cast<float>(from.width + 1));
      const auto y = static_cast<float>(node.at.index / static_cast<std::uint32_t>(shape.width));
      return ImVec2{left + (x + 0.5F) * wide, top + title + (y + 0.5F) * high};
    }
    return ImVec2{left + labels + (static_cast<float>(node.at.index) + 0.5F) * wide,
                  top + title + (static_cast<float>(node.level) + 0.5F) * high};
  };
  const std::size_t done = player.position();
  for (std::size_t level = 0; level < network.levels.size(); ++level) {
    const float y = top + title + (static_cast<float>(level) + 0.5F) * high;
    const bool now = done > 0 && std::any_of(network.nodes.begin(), network.nodes.end(), [&](const NetworkNode& node) {
                       return node.level == static_cast<int>(level) && node.beat + 1 == done;
                     });
    if (now)
      list.AddRectFilled({left - 0.4F * em, y - high / 2}, {static_cast<float>(area.right()) - 0.6F * em, y + high / 2},
                         packed(ui.palette.raised), 0.3F * em);
    const ImVec4 column{left, top, left + labels - 0.4F * em, static_cast<float>(area.bottom())};
    if (high >= small.FontSize)
      list.AddText(&small, small.FontSize, {left, std::round(y - small.FontSize / 2)},
                   packed(now ? ui.palette.accent : ui.palette.quiet), network.levels[level].c_str(), nullptr, 0, &column);
  }
  for (const NetworkEdge& edge : network.edges) {
    const NetworkNode &start = network.nodes[edge.from], &end = network.nodes[edge.to];
    const bool past = end.beat < done, now = end.beat + 1 == done;
    ImVec2 a = place(start), b = place(end);
    if (sheets) {  // from rim to rim, whatever the direction
      const float length = std::max(1.0F, std::hypot(b.x - a.x, b.y - a.y));
      const ImVec2 step_aside{(b.x - a.x) / length * radius, (b.y - a.y) / length * radius};
      a = {a.x + step_aside.x, a.y + step_aside.y};
      b = {b.x - step_aside.x, b.y - step_aside.y};
    } else {
      a.y += radius;
      b.y -= radius;
    }
    // what crosses from sheet to sheet is many lines: only those of now are strong
    const bool crosses = sheets && start.at.buffer != end.at.buffer;
    const float strength = now ? 0.9F : crosses ? 0.12F : past ? 0.9F : 0.3F;
    list.AddLine(a, b, packed(now ? ui.palette.accent : ui.palette.quiet, strength), now ? 2.5F : 1.2F);
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const NetworkNode* under = nullptr;
  for (const NetworkNode& node : network.nodes) {
    const ImVec2 at = place(node);
    const bool before = node.beat == NetworkNode::k_before;
    const bool past = before || node.beat < done, now = !before && node.beat + 1 == done;
    const Cell value = before ? steps.cell(node.at) : node.value;
    const float r = node.addition || sheets ? radius : 0.75F * radius;
    const Rgb fill = now ? ui.palette.plus_mark : ui.palette.panel;
    list.AddCircleFilled(at, r, packed(fill));
    if (node.addition)
      list.AddCircle(at, r, packed(now ? ui.palette.on_mark : ui.palette.accent, past ? 1.0F : 0.4F), 0, 2);
    else
      list.AddCircle(at, r, packed(ui.palette.quiet, past ? 0.6F : 0.25F));
    const std::string number = cell_text(story.trace, node.at, value);
    const float size = std::min(small.FontSize, 1.5F * radius);
    const ImVec2 text = small.CalcTextSizeA(size, 1e9F, 0, number.c_str());
    if (past && size >= 0.6F * em && text.x < wide - 2)
      list.AddText(&small, size, {std::round(at.x - text.x / 2), std::round(at.y - size / 2)},
                   packed(now ? ui.palette.on_mark : ui.palette.text), number.c_str());
    if (hovered && std::hypot(mouse.x - at.x, mouse.y - at.y) < std::max(r, 4.0F)) under = &node;
  }
  if (!under) return;
  cell_tooltip(ui, steps, under->at, under->beat == NetworkNode::k_before ? steps.cell(under->at) : under->value, true);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    steps.chosen = steps.chosen == under->at ? std::nullopt : std::optional(under->at);
}

}  // namespace satscope::app
