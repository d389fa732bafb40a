// SPDX-License-Identifier: Apache-2.0
#include "app/views/steps_network.h"

#include <fmt/format.h>
#include <imgui.h>
#include <utility>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "app/views/steps_grid.h"

namespace satscope::app {

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
  if (network.places == 0) return network;
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
  if (network.places == 0 || network.levels.empty()) {
    list.AddText({left, top}, packed(ui.palette.quiet), "This pass keeps nothing in shared memory: no network to draw.");
    return;
  }
  const std::string heading = fmt::format("block {} of {}: {}, time downward. Ring: addition. Dot: move. Wheel: another block.",
                                          block + 1, blocks, story.trace.buffers[network.buffer].name);
  const ImVec4 clip{left, top, static_cast<float>(area.right()), static_cast<float>(area.bottom())};
  list.AddText(&small, small.FontSize, {left, top}, packed(ui.palette.quiet), heading.c_str(), nullptr, 0, &clip);
  const float wide = (static_cast<float>(area.width) - labels - 2 * em) / static_cast<float>(network.places);
  const float high =
      std::min(4 * em, (static_cast<float>(area.height) - title - em) / static_cast<float>(network.levels.size()));
  const float radius = std::min({0.36F * wide, 0.4F * high, 1.1F * em});
  const auto place = [&](const NetworkNode& node) {
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
    const NetworkNode &from = network.nodes[edge.from], &to = network.nodes[edge.to];
    const bool past = to.beat < done, now = to.beat + 1 == done;
    const ImVec2 a = place(from), b = place(to);
    list.AddLine({a.x, a.y + radius}, {b.x, b.y - radius},
                 packed(now ? ui.palette.accent : ui.palette.quiet, past ? 0.9F : 0.3F), now ? 2.5F : 1.2F);
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const NetworkNode* under = nullptr;
  for (const NetworkNode& node : network.nodes) {
    const ImVec2 at = place(node);
    const bool past = node.beat < done, now = node.beat + 1 == done;
    const float r = node.addition ? radius : 0.75F * radius;
    const Rgb fill = now ? ui.palette.plus_mark : ui.palette.panel;
    list.AddCircleFilled(at, r, packed(fill));
    if (node.addition)
      list.AddCircle(at, r, packed(now ? ui.palette.on_mark : ui.palette.accent, past ? 1.0F : 0.4F), 0, 2);
    else
      list.AddCircle(at, r, packed(ui.palette.quiet, past ? 0.6F : 0.25F));
    const std::string number = cell_text(story.trace, node.at, node.value);
    const float size = std::min(small.FontSize, 1.5F * radius);
    const ImVec2 text = small.CalcTextSizeA(size, 1e9F, 0, number.c_str());
    if (past && size >= 0.6F * em && text.x < wide - 2)
      list.AddText(&small, size, {std::round(at.x - text.x / 2), std::round(at.y - size / 2)},
                   packed(now ? ui.palette.on_mark : ui.palette.text), number.c_str());
    if (hovered && std::hypot(mouse.x - at.x, mouse.y - at.y) < std::max(r, 4.0F)) under = &node;
  }
  if (!under) return;
  cell_tooltip(ui, steps, under->at, under->value, true);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    steps.chosen = steps.chosen == under->at ? std::nullopt : std::optional(under->at);
}

}  // namespace satscope::app
