// SPDX-License-Identifier: Apache-2.0
// The stations of a frame as one bar against the time between two frames of the source.
//
//     12.3 of 33.3 ms                                     30 frames/s, 412 shown, 3 dropped
//     [capt|dec|up|table|filters|pa|draw]                                                 |
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/number_text.h"
#include "app/render/colour_map.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

constexpr std::array<std::string_view, k_stations.size()> k_does{
    "from the moment the frame was taken until its data were here",
    "from the source's data to pixels",
    "pixels to the GPU, or from the host to OpenGL",
    "from colour words to the bytes that enter tables",
    "the passes that make summed-area tables",
    "the other passes of the filters, which read the tables",
    "this interface, on the CPU",
    "what OpenGL draws of picture and interface",
};

struct Segment {
  std::size_t station;
  double ms;
};

std::vector<Segment> measured(const Budget& budget) {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < k_stations.size(); ++i)
    if (budget.median_ms[i]) segments.push_back({i, *budget.median_ms[i]});
  return segments;
}

double sum_of(const std::vector<Segment>& segments) {
  double sum = 0;
  for (const Segment& segment : segments) sum += segment.ms;
  return sum;
}

Rgb colour_of_station(std::size_t station) {
  return colour_of(ColourMap::viridis, 0.15 + 0.8 * static_cast<double>(station) / (k_stations.size() - 1));
}

/// From the longest to the shortest.
std::vector<std::string> sums_in_words(const Budget& budget, double sum, bool live) {
  if (sum <= 0) return {live ? "no frame has been measured yet" : "nothing has been measured yet", ""};
  const std::string all = milliseconds_text(sum);
  if (!live) return {fmt::format("{} for one picture: a still one has no next frame to be ready for", all), all, ""};
  if (budget.frame_ms <= 0) return {fmt::format("{} per frame", all), all, ""};
  const std::string period = milliseconds_text(budget.frame_ms);
  return {fmt::format("{} of the {} until the next frame{}", all, period,
                      sum > budget.frame_ms ? ": too much for one at a time" : ""),
          fmt::format("{} of {}", all, period), all, ""};
}

std::vector<std::string> counts_in_words(const Ui& ui, bool live) {
  const Budget& budget = ui.frame.status().budget;
  if (!live) return {""};
  const std::string shown = grouped(budget.shown), dropped = grouped(budget.dropped);
  const std::string rate = fmt::format("{:.0f} frames/s", ui.frame.status().frames_per_second);
  return {fmt::format("{}  ·  {} shown, {} dropped: the newest frame wins", rate, shown, dropped),
          fmt::format("{}  ·  {} shown, {} dropped", rate, shown, dropped), fmt::format("{} / {} dropped", shown, dropped), ""};
}

void explain(Ui& ui, const Segment& segment, double sum) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(22 * ui.em);
  const std::string title = fmt::format("{}: {}", k_stations[segment.station], milliseconds_text(segment.ms));
  ImGui::TextUnformatted(title.c_str());
  const std::string text = fmt::format(
      "{}; {:.0f} % of the sum. The median of the last frames, at most 60. Some stations of one frame run beside "
      "those of another, so frames can come faster than the sum says.",
      k_does[segment.station], sum > 0 ? 100 * segment.ms / sum : 0);
  coloured_text(ui.palette.quiet, text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// The name of a station in its segment, in the black or white that can be read on it.
void name_segment(ImDrawList& list, const Ui& ui, const Segment& segment, const Area& area) {
  ImFont& small = *ui.fonts.small;
  const std::string name(k_stations[segment.station]);
  ImGui::PushFont(&small);
  const std::string text =
      first_that_fits({fmt::format("{} {:.1f}", name, segment.ms), name}, static_cast<float>(area.width) - 0.4F * ui.em);
  const float wide = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::PopFont();
  const Rgb ground = colour_of_station(segment.station), dark{0, 0, 0}, light{1, 1, 1};
  list.AddText(
      &small, small.FontSize,
      {static_cast<float>(area.middle().x) - wide / 2, std::round(static_cast<float>(area.middle().y) - small.FontSize / 2)},
      packed(contrast(dark, ground) > contrast(light, ground) ? dark : light), text.c_str());
}

}  // namespace

void draw_budget(Ui& ui, const Area& area) {
  const Budget& budget = ui.frame.status().budget;
  const bool live = ui.session.edit.live;
  const std::vector<Segment> segments = measured(budget);
  const double sum = sum_of(segments), period = live ? budget.frame_ms : 0, all = std::max({sum, period, 1e-9});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  const float pad = 0.75F * ui.em, line = 1.6F * ui.em;
  const float left = static_cast<float>(area.x) + pad, right = static_cast<float>(area.right()) - pad;
  const float y = std::round(static_cast<float>(area.y) + (line - small.FontSize) / 2 + 0.1F * ui.em);

  ImGui::PushFont(&small);
  const std::string counts = first_that_fits(counts_in_words(ui, live), (right - left) / 2);
  const float counts_wide = ImGui::CalcTextSize(counts.c_str()).x;
  const std::string words = first_that_fits(sums_in_words(budget, sum, live), right - left - counts_wide - ui.em);
  ImGui::PopFont();
  list.AddText(&small, small.FontSize, {left, y}, packed(ui.palette.text), words.c_str());
  list.AddText(&small, small.FontSize, {right - counts_wide, y}, packed(ui.palette.quiet), counts.c_str());

  const Area bar{left, area.y + line, right - left, area.height - line - 0.5 * ui.em};
  const auto corner = [](double x, double y_) { return ImVec2(static_cast<float>(x), static_cast<float>(y_)); };
  list.AddRectFilled(corner(bar.x, bar.y), corner(bar.right(), bar.bottom()), packed(ui.palette.raised));
  double x = bar.x;
  for (const Segment& segment : segments) {
    const Area part{x, bar.y, segment.ms / all * bar.width, bar.height};
    x = part.right();
    list.AddRectFilled(corner(part.x, part.y), corner(std::max(part.x + 1, part.right() - 1), part.bottom()),
                       packed(colour_of_station(segment.station)));
    name_segment(list, ui, segment, part);
    if (part.width < 1) continue;
    ImGui::SetCursorScreenPos(corner(part.x, part.y));
    ImGui::PushID(static_cast<int>(segment.station));
    ImGui::InvisibleButton("station", corner(part.width, part.height));
    if (ImGui::IsItemHovered()) explain(ui, segment, sum);
    ui.control(fmt::format("budget:{}", k_stations[segment.station]));
    ImGui::PopID();
  }
  if (period > 0) {  // where the next frame comes
    const double due = bar.x + period / all * bar.width;
    list.AddRectFilled(corner(std::min(due, bar.right() - 2), bar.y - 0.2 * ui.em),
                       corner(std::min(due + 2, bar.right()), bar.bottom()), packed(ui.palette.text));
  }
}

}  // namespace satscope::app
