// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/search.h"

#include <cmath>

#include "kernels/engine.h"
#include "kernels/faces/windows.h"
#include "kernels/registry.h"

namespace satscope::faces {
Search search_for(const Params& params, Extent picture) {
  const Filter& filter = known_filter("faces");
  const double shorter = std::min(picture.width, picture.height);
  return {.factor = number(filter, params, "factor"),
          .least = static_cast<int>(std::lround(shorter * number(filter, params, "smallest") / 100))};
}

std::vector<Face> faces_of(const Params& params, const Detection& detection, Extent picture) {
  std::vector<Face> list = grouped(detection.windows, whole(known_filter("faces"), params, "neighbours"));
  for (Face& face : list) face.box = cut_to(picture, face.box);
  return list;
}

bool hides_faces(const ChainLink& link) {
  return link.filter->id == "faces" && choice(*link.filter, link.params, "hide") != "nothing";
}

std::vector<Box> boxes_to_hide(const Params& params, const std::vector<Face>& faces, Extent picture) {
  const double margin = number(known_filter("faces"), params, "margin") / 100;
  std::vector<Box> boxes;
  for (const auto& [box, neighbours] : faces) {
    const int wide = static_cast<int>(std::ceil(margin * box.width)), high = static_cast<int>(std::ceil(margin * box.height));
    boxes.push_back(cut_to(picture, {box.x - wide, box.y - high, box.width + 2 * wide, box.height + 2 * high}));
  }
  return boxes;
}

struct KernelSearch::State {
  Extent window, picture;
  Search search;
  std::size_t stages;
  std::vector<Level> levels;
  std::unique_ptr<Engine> engine;  ///< null: no window fits
  std::vector<std::uint8_t> settled;

  void start(std::span<const std::uint8_t> grey) { engine->write(engine->plan().picture(), std::as_bytes(grey)); }
};

KernelSearch::KernelSearch(const Cascade& cascade, Extent picture, const Search& search, Machine machine)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  const WindowSearch windows(cascade, picture, search);
  s.window = cascade.window;
  s.picture = picture;
  s.search = search;
  s.stages = cascade.stages.size();
  s.levels = windows.levels;
  if (s.levels.empty()) return;
  const FilterRequest request{.extent = picture};
  FilterPlan plan = filter_plan(window_filter(windows), request, default_algorithm(machine));
  s.engine = std::make_unique<Engine>(plan.plan, machine, search.threads);
  s.settled.resize(plan.plan.buffers.back().packed_bytes());
  const auto inputs = windows.inputs(picture);
  for (std::size_t i = 0; i < plan.inputs.size(); ++i)
    s.engine->write(plan.inputs[i].buffer, std::as_bytes(std::span(inputs[i])));
}

KernelSearch::~KernelSearch() = default;

Detection KernelSearch::run(std::span<const std::uint8_t> grey) {
  State& s = *state_;
  Detection found{.rejected = std::vector<std::int64_t>(s.stages), .sizes = static_cast<int>(s.levels.size())};
  found.map.resize(s.search.map.area());
  if (!s.engine) return found;
  s.start(grey);
  s.engine->run();
  s.engine->read(s.engine->plan().table(), std::as_writable_bytes(std::span(s.settled)));
  found.cascade_ms = s.engine->milliseconds();
  const std::uint8_t* at = s.settled.data();
  for (const Level& level : s.levels) {
    ReachMap map(s.search.map, s.picture, s.window, level.scale, found.map);
    for (int y = 0; y < level.rows; y += level.step)
      for (int x = 0; x < level.columns; x += level.step, ++at) {
        if (*at == k_skipped) continue;
        ++found.looked_at;
        if (*at == k_flat) {
          ++found.flat;
          continue;
        }
        const int passed = *at - 1;
        map.passed(x, y, passed);
        if (passed < static_cast<int>(s.stages))
          ++found.rejected[static_cast<std::size_t>(passed)];
        else if (found.windows.push_back(level.box(x, y)); found.windows.size() > k_most_windows)
          refuse_so_many();
      }
  }
  return found;
}

std::vector<PassTime> KernelSearch::pass_times(std::span<const std::uint8_t> grey) {
  std::vector<PassTime> list;
  if (!state_->engine) return list;
  Engine& engine = *state_->engine;
  state_->start(grey);
  engine.run_timed();
  engine.wait();
  const std::vector<double> times = engine.pass_milliseconds();
  for (std::size_t i = 0; i < times.size(); ++i) list.push_back({engine.plan().passes[i].name, times[i]});
  return list;
}

}  // namespace satscope::faces
