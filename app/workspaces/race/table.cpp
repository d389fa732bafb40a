// SPDX-License-Identifier: Apache-2.0
// The times: a row for each entrant and each published time, and how it was measured.
// Columns that do not fit are left out, the most important last; a row's tooltip has them all.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/ui/panels/choices.h"
#include "app/workspaces/race/race.h"
#include "kernels/emulated.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Where a column is, relative to the left edge; the bars have no title of their own.
struct Place {
  std::optional<RaceColumn> column;
  float x = 0, width = 0;
  bool right = false;  ///< aligned
};

float text_width(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

/// What a column needs: its title with the mark of its order, and its longest figures.
float needed(const Ui& ui, RaceColumn column) {
  const float title = text_width(std::string(text_of(column).title)) + 0.9F * ui.em;
  switch (column) {
    case RaceColumn::entered: return title;
    case RaceColumn::name: return 10 * ui.em;
    case RaceColumn::median: return std::max(title, text_width("0,000.00 ms"));
    case RaceColumn::spread: return std::max(title, text_width("0.00000 - 0.00000"));
    case RaceColumn::rate: return std::max(title, text_width("0,000.0"));
    case RaceColumn::floor: return std::max(title, text_width("000.0 %"));
    case RaceColumn::speedup: return std::max(title, text_width("0,000.0x"));
    case RaceColumn::runs: return std::max(title, text_width("000"));
    case RaceColumn::result: return std::max(title, text_width("true mod 2^32"));
  }
  return title;
}

std::vector<Place> places_of(const Ui& ui, const Standings& standings, float width) {
  const float gap = 0.9F * ui.em, bar_least = 7 * ui.em;
  using enum RaceColumn;
  std::vector<RaceColumn> shown{name, median, result};
  float used = -gap;
  for (const RaceColumn column : shown) used += needed(ui, column) + gap;
  const bool bars = used + gap + bar_least <= width;
  if (bars) used += gap + bar_least;
  for (const RaceColumn column : {speedup, floor, rate, spread, runs, entered}) {
    const float more = needed(ui, column) + gap;
    if (used + more > width) continue;
    used += more;
    shown.push_back(column);
  }
  std::ranges::sort(shown);
  // what is left goes to names, results and bars, in this order, as far as they need it
  float left = std::max(0.0F, width - used), name_width = needed(ui, name), result_width = needed(ui, result);
  for (const auto& [column, room] : {std::pair{name, &name_width}, std::pair{result, &result_width}}) {
    float longest = 0;
    for (std::size_t i = 0; i < standings.entrants.size(); ++i) {
      const bool says = column == name || standings.entrants[i].timed();
      if (says) longest = std::max(longest, text_width(cell_texts(standings, i, column, 0).front()) + 0.2F * ui.em);
    }
    const float more = std::clamp(longest - *room, 0.0F, std::min(left, 16 * ui.em));
    *room += more;
    left -= more;
  }
  std::vector<Place> places;
  float x = 0;
  const auto add = [&](std::optional<RaceColumn> column, float column_width, bool right) {
    places.push_back({column, x, column_width, right});
    x += column_width + gap;
  };
  for (const RaceColumn column : shown) {
    if (column == median && bars) add(std::nullopt, bar_least + left, false);
    const bool text = column == name || column == result || column == entered;
    add(column, column == name ? name_width : column == result ? result_width : needed(ui, column), !text);
  }
  return places;
}

/// Text in its column, as much of it as there is room for.
void put(ImVec2 at, const Place& place, float height, const std::vector<std::string>& texts, Rgb colour) {
  const std::string text = first_that_fits(texts, place.width);
  const float indent = place.right ? place.width - text_width(text) : 0;
  ImGui::GetWindowDrawList()->AddText(
      {std::round(at.x + place.x + indent), std::round(at.y + (height - ImGui::GetFontSize()) / 2)}, packed(colour),
      text.c_str());
}

// ---------------------------------------------------------------- rows

/// Of a row or a title: large enough to be hit.
float row_height() { return std::max(24.0F, ImGui::GetFrameHeight()); }

/// A small triangle: what the rows are sorted by.
void draw_order_mark(const Ui& ui, ImVec2 middle, bool descending) {
  const float r = 0.25F * ui.em, up = descending ? r : -r;
  ImGui::GetWindowDrawList()->AddTriangleFilled({middle.x - r, middle.y - up / 2}, {middle.x + r, middle.y - up / 2},
                                                {middle.x, middle.y + up}, packed(ui.palette.accent));
}

void draw_axis(const Ui& ui, ImVec2 at, const Place& place, float height, const RaceScale& scale) {
  if (!(scale.to > scale.from)) return;
  const std::string low = scale.from > 0 ? milliseconds_text(scale.from) : "0";
  put(at, place, height, {low}, ui.palette.quiet);
  Place end = place;
  end.right = true;
  end.x += text_width(low) + 0.5F * ui.em;
  end.width -= text_width(low) + 0.5F * ui.em;
  put(at, end, height, {milliseconds_text(scale.to)}, ui.palette.quiet);
}

void draw_head(Ui& ui, const std::vector<Place>& places, const RaceScale& scale) {
  RaceView& view = ui.session.part<RaceView>();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = row_height();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Place& place : places) {
    if (!place.column) {
      draw_axis(ui, at, place, height, scale);
      continue;
    }
    const RaceColumnText& text = text_of(*place.column);
    ImGui::SetCursorScreenPos({at.x + place.x, at.y});
    ImGui::PushID(static_cast<int>(*place.column));
    if (invisible_button("sort", {place.width, height})) {
      view.descending = view.sort == *place.column && !view.descending;
      view.sort = *place.column;
    }
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
      list.AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(ui.palette.raised),
                         ImGui::GetStyle().FrameRounding);
    ui.control(fmt::format("race:sort:{}", text.id),
               fmt::format("{}. Click: sort by it; again: the other way round", text.help));
    ImGui::PopID();
    const bool sorts = view.sort == *place.column;
    const float mark = sorts ? 0.8F * ui.em : 0;
    Place title = place;
    title.width -= mark;
    put(at, title, height, {std::string(text.title)}, sorts ? ui.palette.accent : ui.palette.quiet);
    if (!sorts) continue;
    const float end = place.right ? place.x + place.width : place.x + text_width(std::string(text.title)) + mark;
    draw_order_mark(ui, {at.x + end - 0.35F * ui.em, at.y + height / 2}, view.descending);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  list.AddLine({at.x, at.y + height - 1}, {at.x + ImGui::GetContentRegionAvail().x, at.y + height - 1},
               packed(ui.palette.line));
}

void draw_bar(const Ui& ui, ImVec2 at, const Place& place, float height, const RaceScale& scale, const Standing& one,
              bool baseline) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = at.x + place.x, top = at.y + 0.25F * height, bottom = at.y + 0.75F * height;
  const auto x = [&](double ms) { return left + place.width * static_cast<float>(scale.place(ms)); };
  list.AddRectFilled({left, top}, {left + place.width, bottom}, packed(ui.palette.raised));
  list.AddRectFilled({left, top}, {std::max(left + 1, x(one.median_ms)), bottom},
                     packed(ui.palette.accent, baseline ? 0.6F : 1.0F));
  // eight in ten of the runs
  const float low = x(one.p10_ms), high = std::max(low + 1, x(one.p90_ms)), middle = std::round(at.y + 0.5F * height);
  list.AddLine({low, middle}, {high, middle}, packed(ui.palette.text), std::max(1.0F, 0.08F * ui.em));
  for (const float end : {low, high})
    list.AddLine({end, middle - 0.2F * height}, {end, middle + 0.2F * height}, packed(ui.palette.text),
                 std::max(1.0F, 0.08F * ui.em));
}

/// All of a row that can be pointed at; true if it was pressed.
bool row_button(const Ui& ui, const std::string& id, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pressed = invisible_button(id.c_str(), {std::max(1.0F, width), height});
  if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, packed(ui.palette.raised, 0.5F));
  return pressed;
}

void strike(const Ui& ui, ImVec2 at, const Place& place, float height, const std::vector<std::string>& texts) {
  const float width = text_width(first_that_fits(texts, place.width)), y = std::round(at.y + 0.52F * height);
  ImGui::GetWindowDrawList()->AddLine({at.x + place.x, y}, {at.x + place.x + width, y}, packed(ui.palette.bad),
                                      std::max(1.5F, 0.1F * ui.em));
}

/// The name, and instead of figures the sentence why there are none.
void draw_without_times(Ui& ui, std::size_t entrant, const Standing& one, const std::vector<Place>& places,
                        const std::string& tip) {
  const auto name = std::ranges::find(places, std::optional(RaceColumn::name), &Place::column);
  const float left = name->x + name->width + 0.9F * ui.em;
  const float room = std::max(6 * ui.em, ImGui::GetContentRegionAvail().x - left);
  const std::string sentence = one.state == Standing::State::wrong     ? "wrong, not ranked: " + one.sentence
                               : one.state == Standing::State::refused ? one.sentence
                               : ui.session.part<RaceView>().running   ? std::string("waits for its turn ...")
                                                                       : std::string("not timed yet");
  const float text = ImGui::CalcTextSize(sentence.c_str(), nullptr, false, room).y;
  const float height = std::max(row_height(), text + 0.4F * ui.em);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  row_button(ui, fmt::format("row{}", entrant), height);
  ui.control(fmt::format("race:row:{}", entrant), tip);
  const std::vector<std::string> names{with_id(one.name, one.entrant.algorithm), one.name, one.entrant.algorithm};
  const float line = std::min(height, row_height());
  put(at, *name, line, names, ui.palette.quiet);
  for (const Place& place : places)
    if (place.column == RaceColumn::entered) put(at, place, line, {fmt::format("{}", entrant + 1)}, ui.palette.quiet);
  const bool wrong = one.state == Standing::State::wrong;
  if (wrong) strike(ui, at, *name, line, names);
  ImGui::GetWindowDrawList()->AddText(
      ImGui::GetFont(), ImGui::GetFontSize(),
      {std::round(at.x + left), std::round(at.y + (std::max(line, text) - text) / 2 + (text > line ? 0.2F * ui.em : 0))},
      packed(wrong ? ui.palette.bad : ui.palette.quiet), sentence.c_str(), nullptr, room);
}

void draw_row(Ui& ui, const Standings& standings, std::size_t entrant, const std::vector<Place>& places,
              const RaceScale& scale) {
  RaceEdit& edit = ui.session.edit.part<RaceEdit>();
  const Standing& one = standings.entrants[entrant];
  const std::string tip = details_of(standings, entrant, edit.baseline);
  if (!one.timed()) {
    draw_without_times(ui, entrant, one, places, tip);
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = row_height();
  const bool baseline = static_cast<int>(entrant) == edit.baseline;
  if (row_button(ui, fmt::format("row{}", entrant), height)) edit.baseline = static_cast<int>(entrant);
  ui.control(fmt::format("race:row:{}", entrant), tip + "Click: speed-ups are against it.");
  for (const Place& place : places) {
    if (!place.column) {
      draw_bar(ui, at, place, height, scale, one, baseline);
      continue;
    }
    const bool inexact = *place.column == RaceColumn::result && (one.wraps || one.max_error > 0);
    put(at, place, height, cell_texts(standings, entrant, *place.column, edit.baseline),
        inexact ? ui.palette.warning : ui.palette.text);
  }
}

// ---------------------------------------------------------------- what papers say

void draw_published(Ui& ui, const PublishedTime& time, std::size_t number, const std::vector<Place>& places,
                    const RaceScale& scale) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = row_height();
  row_button(ui, fmt::format("paper{}", number), height);
  ui.control(fmt::format("race:published:{}", number),
             fmt::format("{} Published{}, on another device: not ours, and not ranked.", text_of(time),
                         time.year > 0 ? fmt::format(" in {}", time.year) : ""));
  const std::string size = extent_text(time.extent);
  const float right = ImGui::GetContentRegionAvail().x;
  Place rest;
  for (const Place& place : places) {
    if (!place.column) {
      // a mark, and no bar: it is not one of us
      const float x = at.x + place.x + place.width * static_cast<float>(scale.place(time.milliseconds));
      const float y = at.y + height / 2, r = 0.3F * ui.em;
      ImGui::GetWindowDrawList()->AddQuad({x - r, y}, {x, y - r}, {x + r, y}, {x, y + r}, packed(ui.palette.quiet),
                                          std::max(1.5F, 0.1F * ui.em));
    } else if (*place.column == RaceColumn::name) {
      // what the paper calls it, or where that is too long what we do
      const Algorithm* ours = find_algorithm(time.algorithm);
      const std::string title = ours ? ours->title : time.title;
      put(at, place, height,
          {fmt::format("{}, {}", time.title, size), time.title, fmt::format("{}, {}", title, size), title, size},
          ui.palette.quiet);
    } else if (*place.column == RaceColumn::median) {
      put(at, place, height, {milliseconds_text(time.milliseconds)}, ui.palette.quiet);
      rest.x = place.x + place.width + 0.9F * ui.em;
    }
  }
  rest.width = right - rest.x;
  const std::string paper = time.source.substr(0, time.source.find(','));
  put(at, rest, height,
      {fmt::format("{}, {} on {}", time.source, size, time.device), fmt::format("{}, {}", time.source, size),
       fmt::format("{}, {}", paper, size), paper, time.year > 0 ? fmt::format("{}", time.year) : std::string()},
      ui.palette.quiet);
}

}  // namespace

double RaceScale::place(double milliseconds) const {
  if (!(to > from)) return 0;
  const double share =
      logarithmic ? std::log(std::max(milliseconds, from) / from) / std::log(to / from) : (milliseconds - from) / (to - from);
  return std::clamp(share, 0.0, 1.0);
}

RaceScale race_scale(const Standings& standings, const std::vector<PublishedTime>& published, bool logarithmic) {
  double least = INFINITY, most = 0;
  const auto add = [&](double low, double high) {
    least = std::min(least, low);
    most = std::max(most, high);
  };
  for (const Standing& one : standings.entrants)
    if (one.timed()) add(one.p10_ms, one.p90_ms);
  // because: on a linear axis an old device's time would make all of ours a line
  if (logarithmic || most == 0)
    for (const PublishedTime& time : published) add(time.milliseconds, time.milliseconds);
  if (!(most > 0)) return {};
  if (!logarithmic) return {0, most, false};
  const double from = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-6))));
  return {from, std::max(most, 1.01 * from), true};
}

void draw_standings(RaceUi& ui) {
  const Standings standings = shown_standings(ui.session, ui.race);
  const std::vector<PublishedTime> published = published_shown(ui.session, ui.race);
  draw_race_controls(ui);
  draw_race_sentences(ui, standings);
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  const RaceScale scale = race_scale(standings, published, ui.session.part<RaceView>().logarithmic);
  const std::vector<Place> places = places_of(ui, standings, ImGui::GetContentRegionAvail().x);
  if (!standings.entrants.empty()) draw_head(ui, places, scale);
  const RaceView& view = ui.session.part<RaceView>();
  bool apart = false;  // what is emulated is under a heading of its own
  for (const std::size_t i : order_of(standings, view.sort, view.descending, ui.session.edit.part<RaceEdit>().baseline)) {
    if (const Standing& one = standings.entrants[i]; one.timed() && one.emulated && !std::exchange(apart, true)) {
      ImGui::Dummy({0, 0.4F * ui.em});
      coloured_text(ui.palette.quiet, "EMULATED: GPU KERNELS, NOT RANKED AMONG CODE FOR A CPU");
      ui.control("race:emulated", k_emulated);
    }
    draw_row(ui, standings, i, places, scale);
  }
  if (!published.empty()) {
    ImGui::Dummy({0, 0.4F * ui.em});
    coloured_text(ui.palette.quiet, "PUBLISHED BY OTHERS, FOR OTHER DEVICES");
    for (std::size_t i = 0; i < published.size(); ++i) draw_published(ui, published[i], i, places, scale);
  }
  ImGui::PopStyleVar();
  if (const std::string method = method_of(standings); !method.empty()) {
    ImGui::Dummy({0, 0.4F * ui.em});
    ImGui::PushTextWrapPos(0);
    coloured_text(ui.palette.quiet, method);
    ImGui::PopTextWrapPos();
    ui.control("race:method");
  }
  ImGui::PopFont();
}

}  // namespace satscope::app
