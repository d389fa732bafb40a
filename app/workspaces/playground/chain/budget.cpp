// SPDX-License-Identifier: Apache-2.0
// The stations of a frame as one bar. The rest of the time between two frames shown is a part of its own, so that the bar adds
// up to what the frame rate says. A line marks the time between two frames of the source.
//
//     12.3 ms of work and 21.0 ms of waiting: a frame every 33.3 ms     30 frames/s, 415 came, 412 shown, 3 dropped
//     [capt|dec|up|table|filters|pa|draw|            waiting            ]
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/render/colour_map.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

constexpr std::array<std::string_view, k_stations.size()> k_does{
    "from the moment the frame was taken until its data were here",
    "from the source's data to pixels",
    "pixels to the GPU, or from the host to OpenGL",
    "from colours to the numbers that are added up",
    "making the summed-area tables",
    "what the filters make of them",
    "the picture of the view, where the CPU paints it",
    "this interface, on the CPU",
    "what OpenGL draws of picture and interface",
    "until the window system has the picture",
};
constexpr std::string_view k_waiting_is =
    "the rest of the time between two frames shown: for the next frame of the source, for the screen, for other programs";

/// A part of the bar.
struct Segment {
  std::string_view name, does;
  Rgb colour;
  double ms = 0;
};

std::vector<Segment> segments_of(const Ui& ui, const Budget& budget, bool live) {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < k_stations.size(); ++i)
    if (budget.median_ms[i])
      segments.push_back({k_stations[i], k_does[i],
                          colour_of(ColourMap::viridis, 0.15 + 0.8 * static_cast<double>(i) / (k_stations.size() - 1)),
                          *budget.median_ms[i]});
  if (live && budget.waiting_ms() > 0) segments.push_back({"waiting", k_waiting_is, ui.palette.hovered, budget.waiting_ms()});
  return segments;
}

std::vector<std::string> counts_in_words(const Ui& ui, const FaceFinder& finder, bool live) {
  const Budget& budget = ui.frame.status().budget;
  if (!live && finder.found())
    return {fmt::format("the search for faces, {}, runs beside", milliseconds_text(finder.found()->ms)), ""};
  if (!live) return {""};
  const Description& source = ui.frame.status().source.feed.description;
  const double promised = source.delivered.rate, taken = ui.frame.status().frames_per_second;
  const std::string rate =
      promised > taken + 1 ? fmt::format("{:.0f} of {:.0f} frames/s", taken, promised) : fmt::format("{:.0f} frames/s", taken);
  const std::string shown = grouped(budget.shown), given = grouped(budget.given), dropped = grouped(budget.dropped);
  if (finder.on()) {
    const std::string faces = finder.found() ? fmt::format("faces looked for {:.0f} ms ago", finder.age_ms()) : "no faces yet";
    return {fmt::format("{}  ·  {} came, {} shown, {} dropped  ·  {}", rate, given, shown, dropped, faces),
            fmt::format("{}  ·  {}", rate, faces), faces, ""};
  }
  if (source.made_to_order)
    return {fmt::format("{}  ·  {} shown; a frame is made when it is needed", rate, shown),
            fmt::format("{}  ·  {} shown, made when needed", rate, shown), fmt::format("{}  ·  {} shown", rate, shown), rate,
            ""};
  return {fmt::format("{}  ·  {} came, {} shown, {} dropped: the newest wins", rate, given, shown, dropped),
          fmt::format("{}  ·  {} came, {} shown, {} dropped", rate, given, shown, dropped),
          fmt::format("{} came, {} dropped", given, dropped), rate, ""};
}

std::string tip_of_counts(const Ui& ui) {
  const Description& source = ui.frame.status().source.feed.description;
  const std::string_view what =
      source.made_to_order ? "This source makes a frame when the window asks for the next one. If the filters are "
                             "slow, it makes fewer, and none is dropped"
                           : "Frames since the source was opened: those that came from it, those that were shown, and "
                             "those that were dropped, because the filters still worked when the next one came. So what "
                             "you see is never old. One or two are on their way";
  return fmt::format("{}. A recording has the frames that were shown", what);
}

void explain(Ui& ui, const Segment& segment, double all) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(22 * ui.em);
  const std::string title = fmt::format("{}: {}", segment.name, milliseconds_text(segment.ms));
  ImGui::TextUnformatted(title.c_str());
  const std::string text = fmt::format(
      "{}; {:.0f} % of the bar. Times are medians of the last frames, at most 60. Some stations of one frame run "
      "beside "
      "those of another, so frames can come faster than their sum says.",
      segment.does, all > 0 ? 100 * segment.ms / all : 0);
  coloured_text(ui.palette.quiet, text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// The name of a station in its segment, in the black or white that can be read on it.
void name_segment(ImDrawList& list, const Ui& ui, const Segment& segment, const Area& area) {
  ImFont& small = *ui.fonts.small;
  const std::string name(segment.name);
  ImGui::PushFont(&small);
  const std::string text =
      first_that_fits({fmt::format("{} {:.1f}", name, segment.ms), name}, static_cast<float>(area.width) - 0.4F * ui.em);
  const float wide = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::PopFont();
  const Rgb ground = segment.colour, dark{0, 0, 0}, light{1, 1, 1};
  list.AddText(
      &small, small.FontSize,
      {static_cast<float>(area.middle().x) - wide / 2, std::round(static_cast<float>(area.middle().y) - small.FontSize / 2)},
      packed(contrast(dark, ground) > contrast(light, ground) ? dark : light), text.c_str());
}

}  // namespace

std::vector<std::string> budget_texts(const Budget& budget, bool live) {
  const double sum = budget.sum_ms(), shown = budget.shown_ms;
  if (sum <= 0) return {live ? "no frame has been measured yet" : "nothing has been measured yet", ""};
  const std::string work = milliseconds_text(sum);
  if (!live) return {fmt::format("{} for this still picture", work), work, ""};
  if (shown <= 0) return {fmt::format("{} of work per frame", work), work, ""};
  const std::string every = fmt::format("a frame every {}", milliseconds_text(shown));
  const std::string how = sum <= shown
                              ? fmt::format("{} of work and {} of waiting", work, milliseconds_text(budget.waiting_ms()))
                              : fmt::format("{} of work, partly in parallel", work);
  const bool late = budget.frame_ms > 0 && shown > 1.2 * budget.frame_ms;
  const std::string source =
      late ? fmt::format("; the source has one every {}", milliseconds_text(budget.frame_ms)) : std::string();
  return {fmt::format("{}: {}{}", how, every, source), fmt::format("{}: {}", how, every), every, work, ""};
}

void draw_budget(PlaygroundUi& ui, const Area& area) {
  const Budget& budget = ui.frame.status().budget;
  const bool live = ui.session.edit.live;
  const std::vector<Segment> segments = segments_of(ui, budget, live);
  const double period = live ? budget.frame_ms : 0;
  const double sum = budget.sum_ms() + (live ? budget.waiting_ms() : 0), all = std::max({sum, period, 1e-9});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  const float pad = 0.75F * ui.em, line = 1.6F * ui.em;
  const float left = static_cast<float>(area.x) + pad, right = static_cast<float>(area.right()) - pad;
  const float y = std::round(static_cast<float>(area.y) + (line - small.FontSize) / 2 + 0.1F * ui.em);

  ImGui::PushFont(&small);
  const std::string counts = first_that_fits(counts_in_words(ui, ui.playground.finder, live), (right - left) / 2);
  const float counts_wide = ImGui::CalcTextSize(counts.c_str()).x;
  const std::string words = first_that_fits(budget_texts(budget, live), right - left - counts_wide - ui.em);
  ImGui::PopFont();
  list.AddText(&small, small.FontSize, {left, y}, packed(ui.palette.text), words.c_str());
  list.AddText(&small, small.FontSize, {right - counts_wide, y}, packed(ui.palette.quiet), counts.c_str());
  if (live && counts_wide > 0) {
    ImGui::SetCursorScreenPos({right - counts_wide, y});
    ImGui::Dummy({counts_wide, small.FontSize});
    ui.control("budget:counts", tip_of_counts(ui));
  }

  const Area bar{left, area.y + line, right - left, area.height - line - 0.5 * ui.em};
  const auto corner = [](double x, double y_) { return ImVec2(static_cast<float>(x), static_cast<float>(y_)); };
  list.AddRectFilled(corner(bar.x, bar.y), corner(bar.right(), bar.bottom()), packed(ui.palette.raised));
  double x = bar.x;
  for (const Segment& segment : segments) {
    const Area part{x, bar.y, segment.ms / all * bar.width, bar.height};
    x = part.right();
    list.AddRectFilled(corner(part.x, part.y), corner(std::max(part.x + 1, part.right() - 1), part.bottom()),
                       packed(segment.colour));
    name_segment(list, ui, segment, part);
    if (part.width < 1) continue;
    ImGui::SetCursorScreenPos(corner(part.x, part.y));
    ImGui::PushID(segment.name.data());
    invisible_button("station", corner(part.width, part.height));
    if (ImGui::IsItemHovered()) explain(ui, segment, sum);
    ui.control(fmt::format("budget:{}", segment.name));
    ImGui::PopID();
  }
  if (period > 0) {  // where the next frame comes
    const double due = bar.x + period / all * bar.width;
    list.AddRectFilled(corner(std::min(due, bar.right() - 2), bar.y - 0.2 * ui.em),
                       corner(std::min(due + 2, bar.right()), bar.bottom()), packed(ui.palette.text));
  }
}

}  // namespace satscope::app
