// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/network.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/number_text.h"
#include "app/workspaces/steps/grid.h"

namespace satscope::app {
namespace {

using Kind = SumNode::Kind;

/// Takes the row along to where something happens.
void follow(Network& network, const Player& player) {
  if (std::exchange(network.position, player.position()) == player.position() || network.rows.empty()) return;
  const auto happens = [&](const SumNetwork& row) {
    return std::any_of(row.nodes.begin(), row.nodes.end(),
                       [&](const SumNode& node) { return node.beat + 1 == player.position(); });
  };
  if (happens(network.rows[network.row])) return;
  const auto busy = std::find_if(network.rows.begin(), network.rows.end(), happens);
  if (busy != network.rows.end()) network.row = static_cast<std::size_t>(busy - network.rows.begin());
}

/// Turns to another row; behind the last comes the next block.
void turn(Network& network, StepsState& steps, int blocks, int by) {
  const int row = static_cast<int>(network.row) + by, rows = static_cast<int>(network.rows.size());
  const bool leaves = row < 0 || row >= rows;
  const int block = network.block + (by > 0 ? 1 : -1);
  if (!leaves) {
    network.row = static_cast<std::size_t>(row);
  } else if (steps.player()->story().together && block >= 0 && block < blocks) {
    steps.first_block = block;
    network.row = by > 0 ? 0 : static_cast<std::size_t>(-1);  // its last
  }
}

class NetworkPainter {
 public:
  NetworkPainter(Ui& ui, StepsState& steps, const SumNetwork& network, const Area& area)
      : ui_(ui), steps_(steps), network_(network), area_(area), small_(*ui.fonts.small), list_(*ImGui::GetWindowDrawList()) {
    const auto width = static_cast<float>(area.width), height = static_cast<float>(area.height);
    for (const std::string& label : network.levels) labels_ = std::max(labels_, width_of(label));
    labels_ = width < 24 * ui.em ? 0 : std::min(labels_ + ui.em, 0.3F * width);
    left_ = static_cast<float>(area.x) + ui.em;
    wide_ = (width - labels_ - 2 * ui.em) / static_cast<float>(std::max(1, network.columns));
    high_ = std::min(4 * ui.em, (height - ui.em) / static_cast<float>(network.levels.size()));
    half_width_ = std::min(0.43F * wide_, 2 * ui.em);
    half_height_ = std::min(0.38F * high_, 0.9F * ui.em);
    done_ = steps.player()->position();
  }

  void draw(bool hovered) {
    draw_levels();
    for (const SumEdge& edge : network_.edges) draw_edge(network_.nodes[edge.from], network_.nodes[edge.to]);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const SumNode* under = nullptr;
    for (const SumNode& node : network_.nodes) {
      draw_node(node);
      const ImVec2 at = place(node);
      const float reach = std::max(4.0F, half_height_);
      if (hovered && std::abs(mouse.x - at.x) < std::max(reach, half_width_) && std::abs(mouse.y - at.y) < reach) under = &node;
    }
    if (!under || !under->at) return;
    cell_tooltip(ui_, steps_, *under->at, under->value, true);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) steps_.chosen = steps_.chosen == under->at ? std::nullopt : under->at;
  }

 private:
  float width_of(const std::string& text) const { return small_.CalcTextSizeA(small_.FontSize, 1e9F, 0, text.c_str()).x; }
  ImVec2 place(const SumNode& node) const {
    return {left_ + labels_ + (static_cast<float>(node.column) + 0.5F) * wide_, middle(node.level)};
  }
  float middle(int level) const { return static_cast<float>(area_.y) + (static_cast<float>(level) + 0.5F) * high_; }
  bool is_now(const SumNode& node) const { return node.beat + 1 == done_; }
  bool is_past(const SumNode& node) const { return node.beat < done_; }

  void draw_levels() {
    std::vector<bool> now(network_.levels.size());
    for (const SumNode& node : network_.nodes)
      if (is_now(node)) now[static_cast<std::size_t>(node.level)] = true;
    bool lit = false;
    for (std::size_t level = 0; level < now.size(); ++level) {
      const float y = middle(static_cast<int>(level));
      const std::string& label = network_.levels[level];
      lit = now[level] || (label.empty() && lit);
      if (now[level])
        list_.AddRectFilled({left_ - 0.4F * ui_.em, y - high_ / 2},
                            {static_cast<float>(area_.right()) - 0.6F * ui_.em, y + high_ / 2}, packed(ui_.palette.raised));
      if (high_ < small_.FontSize || label.empty() || labels_ == 0) continue;
      const std::string phase = label.substr(0, label.find_first_of(" ,"));
      const std::string& text = width_of(label) <= labels_ - 0.4F * ui_.em ? label : phase;
      if (width_of(text) <= labels_)
        list_.AddText(&small_, small_.FontSize, {left_, std::round(y - small_.FontSize / 2)},
                      packed(lit ? ui_.palette.accent : ui_.palette.quiet), text.c_str());
    }
  }

  void draw_edge(const SumNode& from, const SumNode& to) {
    const ImVec2 a = place(from), b = place(to);
    const bool now = is_now(to), zero = from.kind == Kind::constant;
    const float strength = now ? 0.9F : !is_past(to) ? 0.25F : zero ? 0.35F : 0.8F;
    const unsigned colour = packed(now ? ui_.palette.accent : ui_.palette.quiet, strength);
    const ImVec2 start{a.x, a.y + half_height_}, end{b.x, b.y - half_height_};
    const float bend = 0.5F * std::min(high_, end.y - start.y);  // leaves and arrives downward
    list_.AddBezierCubic(start, {start.x, start.y + bend}, {end.x, end.y - bend}, end, colour, now ? 2.5F : 1.2F);
  }

  void draw_node(const SumNode& node) {
    const ImVec2 at = place(node);
    const bool past = is_past(node), now = is_now(node), addition = node.kind == Kind::addition;
    const float wide = node.kind == Kind::constant ? std::min(half_width_, half_height_) : half_width_;
    const ImVec2 from{at.x - wide, at.y - half_height_}, to{at.x + wide, at.y + half_height_};
    const float round = addition ? half_height_ : 0.15F * half_height_;
    list_.AddRectFilled(from, to, packed(now ? ui_.palette.plus_mark : ui_.palette.panel), round);
    const Rgb rim = now ? ui_.palette.on_mark : addition ? ui_.palette.accent : ui_.palette.quiet;
    list_.AddRect(from, to, packed(rim, past ? 1.0F : 0.4F), round, 0, addition ? 2.0F : 1.0F);
    if (!past) return;
    const std::string number = text_of(node);
    const float size = std::min({small_.FontSize, 1.7F * half_height_, small_.FontSize * (2 * wide - 4) / width_of(number)});
    if (size < 0.6F * ui_.em) return;
    const ImVec2 extent = small_.CalcTextSizeA(size, 1e9F, 0, number.c_str());
    list_.AddText(&small_, size, {std::round(at.x - extent.x / 2), std::round(at.y - size / 2)},
                  packed(now ? ui_.palette.on_mark : ui_.palette.text), number.c_str());
  }

  /// A difference on its way below zero wraps: shown as the negative number that it stands for.
  static std::string text_of(const SumNode& node) {
    const int bits = 8 * static_cast<int>(size_of(node.type));
    const bool negative = node.kind == Kind::addition && !is_float(node.type) && node.type != Scalar::s32 &&
                          (node.value.bits >> (bits - 1) & 1) != 0;
    if (!negative) return ungrouped(satscope::number(node.value, node.type), 5);
    const Cell size{bits == 64 ? ~node.value.bits + 1 : (std::uint64_t{1} << bits) - node.value.bits};
    return "\u2212" + ungrouped(satscope::number(size, node.type), 5);
  }

  Ui& ui_;
  StepsState& steps_;
  const SumNetwork& network_;
  const Area& area_;
  ImFont& small_;
  ImDrawList& list_;
  float labels_ = 0, left_ = 0, wide_ = 0, high_ = 0, half_width_ = 0, half_height_ = 0;
  std::size_t done_ = 0;
};

std::string heading(const Network& network, int blocks, bool subtracts, float width) {
  const bool adds = std::any_of(network.rows[network.row].nodes.begin(), network.rows[network.row].nodes.end(),
                                [](const SumNode& node) { return node.kind == Kind::addition; });
  std::string which = fmt::format("block {} of {}", network.block + 1, blocks);
  if (network.rows.size() > 1) which += fmt::format(", row {} of {}", network.row + 1, network.rows.size());
  const std::string marks =
      adds ? fmt::format(". Time downward. Round: {}. Square: read or written.", subtracts ? "sum or difference" : "addition")
           : ". Nothing is added: moves.";
  const bool more = blocks > 1 || network.rows.size() > 1;
  return first_that_fits({which + marks + (more ? " Wheel: the next." : ""), which + marks, which}, width);
}

}  // namespace

void draw_steps_network(Ui& ui, StepsState& steps, Network& network, const Area& area) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  if (story.beats.empty()) return;
  const Step& step = story.first_step(player.current() ? *player.current() : story.beats.front());
  const int blocks = story.trace.passes[static_cast<std::size_t>(step.pass)].blocks;
  const int block = std::clamp(story.together ? steps.first_block : step.block, 0, blocks - 1);
  if (network.story != story.number || network.pass != step.pass || network.block != block) {
    network = {story.number, step.pass, block, sum_networks(story, step.pass, block), network.row, 0};
    if (!network.rows.empty()) network.row = std::min(network.row, network.rows.size() - 1);
  }
  follow(network, player);

  steps.hover.reset();
  ImGui::SetCursorScreenPos({static_cast<float>(area.x), static_cast<float>(area.y)});
  ImGui::InvisibleButton("network", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:network"] = area;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner{static_cast<float>(area.x) + ui.em, static_cast<float>(area.y)};
  if (network.rows.empty()) {
    list.AddText(corner, packed(ui.palette.quiet), "This block writes nothing to draw.");
    return;
  }
  const double title = 1.6 * ui.em;
  ImGui::PushFont(ui.fonts.small);
  list.AddText(corner, packed(ui.palette.quiet),
               heading(network, blocks, story.of_filter(), static_cast<float>(area.width) - 2 * ui.em).c_str());
  ImGui::PopFont();
  NetworkPainter(ui, steps, network.rows[network.row], {area.x, area.y + title, area.width, area.height - title}).draw(hovered);
  if (hovered && ImGui::GetIO().MouseWheel != 0) turn(network, steps, blocks, ImGui::GetIO().MouseWheel < 0 ? 1 : -1);
}

}  // namespace satscope::app
