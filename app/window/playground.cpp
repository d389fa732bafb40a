// SPDX-License-Identifier: Apache-2.0
// What the actions of the playground do, and what its state file says.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>

#include "app/core/json.h"
#include "app/sources/png_file.h"
#include "app/window/report.h"
#include "app/window/screen_state.h"
#include "app/workspaces/playground/chain_edit.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {
using nlohmann::json;

std::string_view word_of(Phase phase) {
  switch (phase) {
    case Phase::opening: return "opening";
    case Phase::running: return "running";
    case Phase::ended: return "ended";
    case Phase::failed: return "failed";
  }
  return "";
}

json channels(std::uint32_t word) { return {word & 0xFFU, word >> 8 & 0xFFU, word >> 16 & 0xFFU}; }

json budget_json(const Budget& budget) {
  json stations = json::object();
  for (std::size_t i = 0; i < k_stations.size(); ++i)
    stations[std::string(k_stations[i])] = budget.median_ms[i] ? json(*budget.median_ms[i]) : json();
  return stations;
}

json pixel_json(const Session& session, const Interaction& doing, const Frame& frame) {
  if (!doing.hover) return nullptr;
  const auto [x, y] = *doing.hover;
  json pixel{{"x", x}, {"y", y}, {"before", nullptr}, {"after", nullptr}, {"window", nullptr}};
  if (const auto values = frame.filtered_pixel(x, y)) {
    pixel["before"] = channels(values->before);
    pixel["after"] = channels(values->after);
  }
  const PlaygroundEdit& edit = session.edit.playground;
  const ChainEntry* entry = chosen_entry(edit, session.playground);
  const auto window = entry ? hovered_window(*entry, frame.filtered().picture, edit.painted.get(), x, y) : std::nullopt;
  if (window)
    pixel["window"] = {
        {"x", window->box.x},       {"y", window->box.y},     {"w", window->box.width},           {"h", window->box.height},
        {"pixels", window->pixels}, {"reads", window->reads}, {"text", texts_of(*window).front()}};
  return pixel;
}

}  // namespace

json report_playground(const Session& session, const Interaction& doing, const Frame& frame) {
  const Filtered& filtered = frame.filtered();
  const FrameStatus& status = frame.status();
  const PlaygroundEdit& edit = session.edit.playground;
  json out{{"chain", to_text(chain_in_force(edit))},
           {"shows", doing.playground.original       ? "original"
                     : session.playground.difference ? "difference"
                                                     : "result"},
           {"picture", {{"w", filtered.picture.width}, {"h", filtered.picture.height}, {"reduction", filtered.reduction}}},
           {"filters", json::array()},
           {"regions", json::array()},
           {"ready", filtered.ready},
           {"colour", filtered.colour},
           {"total_ms", filtered.total_ms},
           {"tables", filtered.tables},
           {"table_bytes", filtered.table_bytes},
           {"remark", filtered.remark},
           {"message", filtered.message},
           {"serial", filtered.serial},
           {"pixel", pixel_json(session, doing, frame)},
           {"budget", budget_json(status.budget)},
           {"frame_ms", status.budget.frame_ms},
           {"shown", status.budget.shown},
           {"dropped", status.budget.dropped},
           {"mirrored", status.source.mirrored},
           {"phase", status.source.on ? json(word_of(status.source.feed.phase)) : json()},
           {"said", json::array()}};
  for (const FilterTimes& one : filtered.filters)
    out["filters"].push_back(
        {{"filter", one.filter}, {"ms", one.median_ms}, {"table_ms", one.table_ms}, {"tables", one.tables}});
  for (std::size_t i = 0; i < edit.regions.size(); ++i) {
    const Box& box = edit.regions[i];
    out["regions"].push_back({{"x", box.x},
                              {"y", box.y},
                              {"w", box.width},
                              {"h", box.height},
                              {"moves", i < filtered.regions.size() ? json(filtered.regions[i]) : json()},
                              {"rings", rings(filtered, session.playground, i)}});
  }
  for (const RungReport& rung : status.source.rungs) out["said"].push_back(rung.sentence);
  if (!status.source.trouble.empty()) out["said"].push_back(status.source.trouble);
  return out;
}

Extent Screen::State::shown_extent() const { return in_playground() ? frame.filtered().picture : frame.shown().picture; }

void Screen::State::read_held_keys(bool typing) {
  const ImGuiIO& io = ImGui::GetIO();
  const int key = binding_of(Action::original).chords.front().key;
  const bool held = (input.holds(key) && !io.KeyCtrl && !typing) || doing.playground.button_held;
  doing.playground.original = in_playground() && held && !any_popup();
}

void Screen::State::save_result(const std::string& file) {
  if (screenshot_done.valid()) return;  // one file at a time
  auto result = frame.snapshot();
  if (!result) {
    doing.message = Notice{"there is no result to save yet", std::nullopt, {}};
    return;
  }
  screenshot_done = std::async(std::launch::async, [file, picture = std::move(*result)] {
    try {
      write_png(file, picture.extent, picture.words);
      return Notice{fmt::format("saved as {}", file), std::nullopt, {}, false};
    } catch (const std::exception& problem) {
      return Notice{problem.what(), std::nullopt, {}};
    }
  });
}

bool Screen::State::perform_playground(const Wish& wish) {
  PlaygroundEdit& edit = session.edit.playground;
  PlaygroundView& view = session.playground;
  constexpr int k_far = 10;
  const auto change = [&](int by) { change_radius(session, doing.playground, by, false, now); };
  switch (wish.action) {
    case Action::original: return true;  // while it is held: read_held_keys
    case Action::wipe: view.wipe = !view.wipe; return true;
    case Action::difference: view.difference = !view.difference; return true;
    case Action::radius_down: change(-1); return true;
    case Action::radius_up: change(1); return true;
    case Action::radius_far_down: change(-k_far); return true;
    case Action::radius_far_up: change(k_far); return true;
    case Action::choose_filter: {
      const auto number = static_cast<std::size_t>(wish.chord.key - '1');
      if (number < filters().size()) toggle_filter(edit, view, filters()[number].id);
      return true;
    }
    case Action::remove_region: remove_region(session, doing.playground, doing.playground.region); return true;
    case Action::to_explore:
      session.paused = session.edit.live;
      session.workspace = "explore";
      doing.hover.reset();
      return true;
    case Action::save_result: save_result(free_name("satscope-result")); return true;
    default: return false;
  }
}

}  // namespace satscope::app
