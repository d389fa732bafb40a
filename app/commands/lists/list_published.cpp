// SPDX-License-Identifier: Apache-2.0
#include "app/commands/lists/list_published.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/core/text/extent_text.h"
#include "app/published/published.h"

namespace satscope::app {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// The common part of a time and any other figure.
template <class Entry>
Json head_of(const Entry& entry) {
  Json params = Json::object();
  for (const auto& [id, value] : entry.params) params[id] = to_text(value);
  const bool sized = entry.extent.area() > 0;
  return {{"source", entry.source},
          {"year", entry.year > 0 ? Json(entry.year) : Json()},
          {"device", entry.device},
          {"algorithm", text_or_null(entry.algorithm)},
          {"title", entry.title},
          {"params", params},
          {"w", sized ? Json(entry.extent.width) : Json()},
          {"h", sized ? Json(entry.extent.height) : Json()},
          {"type", text_or_null(entry.types)},
          {"note", entry.note}};
}

/// A column of a paper's table; here a line.
struct Line {
  std::string label;
  std::vector<std::pair<Extent, double>> values;
};

struct Table {
  std::string head, note;
  std::vector<Line> lines;
};

/// The element of the list with this text; added at the end if there is none.
template <class List>
auto& with(List& list, std::string List::value_type::*text, const std::string& value) {
  const auto found = std::ranges::find(list, value, text);
  if (found != list.end()) return *found;
  auto& added = list.emplace_back();
  added.*text = value;
  return added;
}

template <class Entry>
void add(std::vector<Table>& tables, const Entry& entry, std::string_view what, std::string_view unit, double value) {
  std::string head = entry.source + ": " + entry.device;
  if (!entry.types.empty()) head += ", " + entry.types;
  std::string label = fmt::format("{}, {}", entry.title, what);
  if (!unit.empty()) label += fmt::format(", {}", unit);
  if (!entry.algorithm.empty()) {
    label += " (" + entry.algorithm;
    for (const auto& [id, setting] : entry.params) label += fmt::format(" {}={}", id, to_text(setting));
    label += ")";
  }
  Table& table = with(tables, &Table::head, head);
  if (table.note.find(entry.note) == std::string::npos) table.note += (table.note.empty() ? "" : " ") + entry.note;
  with(table.lines, &Line::label, label).values.emplace_back(entry.extent, value);
}

std::string text_of(const Table& table) {
  std::string text = table.head + "\n";
  std::size_t widest = 0;
  for (const Line& line : table.lines) widest = std::max(widest, line.label.size());
  std::string sizes;
  for (const auto& [extent, value] : table.lines.front().values)
    sizes += extent.area() > 0 ? fmt::format("{:>11}", extent_text(extent)) : "";
  if (!sizes.empty()) text += fmt::format("  {:<{}}{}\n", "", widest, sizes);
  for (const Line& line : table.lines) {
    text += fmt::format("  {:<{}}", line.label, widest);
    for (const auto& [extent, value] : line.values) text += fmt::format("{:>11}", value);
    text += "\n";
  }
  if (!table.note.empty()) text += fmt::format("  {}\n", table.note);
  return text;
}

}  // namespace

Json published_as_json() {
  Json times = Json::array(), figures = Json::array();
  for (const PublishedTime& time : published_times()) {
    times.push_back(head_of(time));
    times.back()["ms"] = time.milliseconds;
  }
  for (const PublishedFigure& figure : published_figures()) {
    Json& json = figures.emplace_back(head_of(figure));
    json["what"] = figure.what;
    json["unit"] = figure.unit;
    json["value"] = figure.value;
  }
  return {{"times", times}, {"figures", figures}};
}

std::string published_as_text() {
  std::vector<Table> tables;
  for (const PublishedTime& time : published_times()) add(tables, time, "time", "ms", time.milliseconds);
  for (const PublishedFigure& figure : published_figures()) add(tables, figure, figure.what, figure.unit, figure.value);
  std::string text = "Measurements printed in papers, on their devices; none of it was measured here.\n";
  for (const Table& table : tables) text += "\n" + text_of(table);
  return text;
}

}  // namespace satscope::app
