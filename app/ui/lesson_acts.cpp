// SPDX-License-Identifier: Apache-2.0
#include "app/ui/lesson_acts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <utility>

namespace satscope::app {
namespace {
using nlohmann::json;

Point middle_of(const json& area) {
  const auto number = [&](const char* name) { return area.at(name).get<double>(); };
  return {number("x") + number("w") / 2, number("y") + number("h") / 2};
}

constexpr int k_tries = 30;  // turns of the wheel

std::vector<InputEvent> moved_to(const Point& at) { return {InputEvent::move_to(at.x, at.y)}; }

Point place_of_cell(const json& now, const std::string& buffer, int index) {
  const json grids = now.at(now.at("workspace").get<std::string>()).value("grids", json::array());
  std::vector<std::string> names;
  for (const json& grid : grids) {
    if (grid.at("small") == true) continue;
    names.push_back(grid.at("buffer"));
    const int columns = grid.at("columns"), rows = grid.at("rows");
    if (names.back() != buffer || index >= columns * rows) continue;
    const double width = grid.at("w").get<double>() / columns, height = grid.at("h").get<double>() / rows;
    const bool upright = grid.at("upright");
    const int column = upright ? index / rows : index % columns, row = upright ? index % rows : index / columns;
    return {grid.at("x").get<double>() + (column + 0.5) * width, grid.at("y").get<double>() + (row + 0.5) * height};
  }
  throw LessonError(
      fmt::format("there is no cell {} of '{}' now; large are the cells of {}", index, buffer, fmt::join(names, ", ")));
}

Point place_of_pixel(const json& now, const std::string& shown, int x, int y) {
  const json &views = now.at("views"), &extent = now.at("picture"), &view = now.at("view");
  if (!views.contains(shown)) throw LessonError(fmt::format("the {} is not shown now", shown));
  if (x >= extent.at("w") || y >= extent.at("h"))
    throw LessonError(fmt::format("there is no pixel {} {} in a picture of {} x {}", x, y, extent.at("w").get<int>(),
                                  extent.at("h").get<int>()));
  const Point middle = middle_of(views.at(shown));
  const double zoom = view.at("zoom");
  return {middle.x + (x + 0.5 - view.at("centre").at(0).get<double>()) * zoom,
          middle.y + (y + 0.5 - view.at("centre").at(1).get<double>()) * zoom};
}

std::vector<InputEvent> pressed(const std::string& text) {
  const auto chord = chord_of(text);
  if (!chord) throw LessonError(fmt::format("there is no key '{}'; the key sheet (?) shows how they are written", text));
  const bool sign = !chord->ctrl && !chord->alt && chord->key > ' ' && chord->key < 127 && std::ispunct(chord->key) != 0;
  std::vector<InputEvent> events{InputEvent::key(*chord, true)};
  if (sign) events.push_back(InputEvent::typed(static_cast<unsigned>(chord->key)));
  events.push_back(InputEvent::key(*chord, false));
  events.push_back(InputEvent::key({}, false));
  return events;
}

std::vector<InputEvent> typed(const std::string& text) {
  std::vector<InputEvent> events;
  for (const char letter : text) events.push_back(InputEvent::typed(static_cast<unsigned char>(letter)));
  return events;
}

/// As a person does it: to the line of the editor, select it, type. `\n` begins a new line.
std::vector<InputEvent> to_line(int number) {
  std::vector<InputEvent> events;
  const auto push = [&](const Chord& chord) {
    for (const InputEvent& event : {InputEvent::key(chord, true), InputEvent::key(chord, false), InputEvent::key({}, false)})
      events.push_back(event);
  };
  push(ctrl(k_key_home));
  for (int i = 1; i < number; ++i) push(plain(k_key_down));
  push(plain(k_key_home));
  push(shift(k_key_end));
  return events;
}

std::vector<InputEvent> lines_typed(const std::string& text) {
  std::vector<InputEvent> events;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool new_line = text.compare(at, 2, "\\n") == 0;
    events.push_back(InputEvent::typed(new_line ? '\n' : static_cast<unsigned char>(text[at])));
    at += new_line ? 1 : 0;
  }
  return events;
}

std::vector<InputEvent> button(bool down) { return {InputEvent::press(MouseButton::left, down)}; }

}  // namespace

ActedOut::ActedOut(const LessonAction& action) {
  using Kind = LessonAction::Kind;
  const std::string& text = action.text;
  const auto pixel = [&](const char* shown, std::size_t from) {
    return [shown = std::string(shown), x = action.numbers.at(from), y = action.numbers.at(from + 1)](const State& state) {
      return moved_to(place_of_pixel(state(), shown, x, y));
    };
  };
  const auto control = [this](const std::string& id) {
    return [this, id](const State& state) { return point_at_control(id, k_tries, state); };
  };
  switch (action.kind) {
    case Kind::set:
    case Kind::wait: break;
    case Kind::key: parts_.emplace_back([events = pressed(text)](const State&) { return events; }); break;
    case Kind::type: parts_.emplace_back([events = typed(text)](const State&) { return events; }); break;
    case Kind::answer:
      click(control("lesson:answer"));
      parts_.emplace_back([events = pressed("Ctrl+A")](const State&) { return events; });  // because: a wrong line stays
      parts_.emplace_back([events = typed(text)](const State&) { return events; });
      parts_.emplace_back([events = pressed("Enter")](const State&) { return events; });
      break;
    case Kind::click: click(control(text)); break;
    case Kind::line:
      click(control("steps:editor"));
      parts_.emplace_back([events = to_line(action.numbers.at(0))](const State&) { return events; });
      parts_.emplace_back([events = lines_typed(text)](const State&) { return events; });
      break;
    case Kind::cell:
      click([text, place = action.numbers.at(0)](const State& state) { return moved_to(place_of_cell(state(), text, place)); });
      break;
    case Kind::point: parts_.emplace_back(pixel(text.c_str(), 0)); break;
    case Kind::drag:
      click(pixel("picture", 0));
      parts_.insert(parts_.end() - 1, pixel("picture", 2));
      break;
  }
}

void ActedOut::click(Part point) {
  parts_.push_back(std::move(point));
  for (const bool down : {true, false})
    parts_.emplace_back([this, down](const State&) {
      holds_ = down;
      return button(down);
    });
}

std::vector<InputEvent> ActedOut::point_at_control(const std::string& id, int tries, const State& state) {
  const json now = state();
  const json &controls = now.at("controls"), &listed = now.at("listed");
  if (const auto found = controls.find(id); found != controls.end()) {
    const Point at = middle_of(*found);
    const auto card = controls.find("lesson:card");
    if (card == controls.end() || tries <= 0) return moved_to(at);
    const Area area{card->at("x"), card->at("y"), card->at("w"), card->at("h")};
    const double edge = found->at("h").get<double>() / 2;
    constexpr std::array k_below{"lesson:next", "lesson:hint", "lesson:back", "lesson:again"};  // it does not scroll
    const bool scrolls = at.x > area.x && at.x < area.right() && std::ranges::find(k_below, id) == k_below.end();
    if (!scrolls || at.y + edge <= area.bottom()) return moved_to(at);
    parts_.emplace_front([this, id, tries](const State& scrolled) { return point_at_control(id, tries - 1, scrolled); });
    std::vector<InputEvent> events = moved_to(area.middle());
    events.push_back(InputEvent::wheel(-1));
    return events;
  }
  if (const auto list = listed.find(id); tries > 0 && list != listed.end()) {
    std::deque<Part> rest = std::exchange(parts_, {});
    click([this, id](const State& opened) { return point_at_control(id, 0, opened); });
    parts_ = {parts_[1], parts_[2], parts_[0]};
    parts_.insert(parts_.end(), rest.begin(), rest.end());
    return moved_to(middle_of(*list));
  }
  std::vector<std::string> ids;
  for (const auto& [one, area] : controls.items()) ids.push_back(one);
  throw LessonError(fmt::format("there is no control '{}' now; there are {}", id, fmt::join(ids, ", ")));
}

std::optional<std::vector<InputEvent>> ActedOut::next(const State& state) {
  if (parts_.empty()) return std::nullopt;
  const Part part = std::move(parts_.front());
  parts_.pop_front();
  return part(state);
}

}  // namespace satscope::app
