// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/filter_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace satscope::app {
namespace {

const Buffer& buffer_of(const Engine& engine, int n) { return engine.plan().buffers[static_cast<std::size_t>(n)]; }

}  // namespace

void spread_map(const PaintedMap& map, Extent extent, std::uint8_t* to) {
  constexpr int side = PaintedMap::k_side, one = 256;
  // where a pixel lies between the middles of two cells, in 256ths
  const auto place = [](int i, int length) {
    const std::int64_t at = (std::int64_t{2} * i + 1) * side * one / (2 * length) - one / 2;
    return static_cast<int>(std::clamp<std::int64_t>(at, 0, (side - 1) * one));
  };
  for (int y = 0; y < extent.height; ++y) {
    const int v = place(y, extent.height), row = v / one, below = std::min(row + 1, side - 1), fy = v % one;
    for (int x = 0; x < extent.width; ++x) {
      const int u = place(x, extent.width), left = u / one, right = std::min(left + 1, side - 1), fx = u % one;
      const auto cell = [&](int cx, int cy) { return int{map.bytes[static_cast<std::size_t>(cy * side + cx)]}; };
      const int upper = cell(left, row) * (one - fx) + cell(right, row) * fx;
      const int lower = cell(left, below) * (one - fx) + cell(right, below) * fx;
      *to++ = static_cast<std::uint8_t>((upper * (one - fy) + lower * fy + one * one / 2) / (one * one));
    }
  }
}

FilterRunner::FilterRunner(std::shared_ptr<const FilterSetup> setup, HostPool pool)
    : setup_(std::move(setup)), pool_(std::move(pool)) {
  if (setup_->passes_on()) return;
  const Plan& plan = setup_->words.plan;
  // picture and result lie with whoever shows them; copied ones are the engine's own
  const bool borrowed = setup_->path != DisplayPath::copy;
  engine_.emplace(plan, setup_->machine, 0, borrowed ? std::vector{plan.picture(), plan.table()} : std::vector<int>{});
}

bool FilterRunner::adopt(const std::shared_ptr<const FilterSetup>& setup) {
  if (setup == setup_) return true;
  if (setup->extent != setup_->extent || setup->machine != setup_->machine || setup->path != setup_->path) return false;
  if (setup->passes_on() || !engine_) return setup->passes_on();
  const auto same_input = [](const FilterPlan::Input& a, const FilterPlan::Input& b) {
    return a.name == b.name && a.buffer == b.buffer;
  };
  if (!std::ranges::equal(setup->words.inputs, setup_->words.inputs, same_input)) return false;
  if (!engine_->adopt(setup->words.plan)) return false;
  setup_ = setup;
  return true;
}

void FilterRunner::to_machine(int buffer, const HostBlock& from, FilterWork& work) {
  const std::size_t bytes = buffer_of(*engine_, buffer).bytes();
  if (engine_->machine() == Machine::cpu) {
    std::memcpy(engine_->place(buffer), from.get(), bytes);
    return;
  }
  engine_->stream().copy_to_device(engine_->place(buffer), from.get(), bytes);
  work.kept.push_back(from);
}

void FilterRunner::fill_inputs(FilterWork& work) {
  const FilterWish& wish = setup_->want.wish;
  for (const FilterPlan::Input& input : setup_->words.inputs) {
    if (input.name == "rectangles") {
      const HostBlock block = pool_.take(buffer_of(*engine_, input.buffer).bytes());
      auto* to = reinterpret_cast<std::int32_t*>(block.get());
      if (wish.regions.empty()) std::fill_n(to, 4, 0);
      for (const Box& box : wish.regions)
        for (const int side : {box.x, box.y, box.width, box.height}) *to++ = side;
      to_machine(input.buffer, block, work);
    } else if (input.name == "radius map") {
      if (painted_ == wish.painted) continue;
      const std::shared_ptr<const PaintedMap> map = wish.painted ? wish.painted : std::make_shared<PaintedMap>();
      const HostBlock block = pool_.take(buffer_of(*engine_, input.buffer).bytes());
      spread_map(*map, setup_->extent, reinterpret_cast<std::uint8_t*>(block.get()));
      to_machine(input.buffer, block, work);
      painted_ = wish.painted;
    }
  }
}

/// The picture of this frame is the previous one of the next.
void FilterRunner::keep_picture() {
  for (const FilterPlan::Input& input : setup_->words.inputs) {
    if (input.name != "previous") continue;
    const void* from = engine_->place(setup_->words.parts[input.part].picture);
    void* to = engine_->place(input.buffer);
    const std::size_t bytes = buffer_of(*engine_, input.buffer).bytes();
    if (engine_->machine() == Machine::cpu)
      std::memcpy(to, from, bytes);
    else
      engine_->stream().copy_on_device(to, from, bytes);
  }
}

void FilterRunner::make(FilterWork& work, Progress& progress) {
  if (!engine_) {
    work.result = work.frame.rgba;
    return;
  }
  Engine& engine = *engine_;
  const std::size_t bytes = setup_->extent.area() * sizeof(std::uint32_t);
  work.result = pool_.take(bytes);
  const int picture = engine.plan().picture(), result = engine.plan().table();
  if (engine.machine() == Machine::cpu) {
    engine.attach(picture, work.frame.rgba.get());
    engine.attach(result, work.result.get());
  } else {
    engine.stream().copy_to_device(engine.place(picture), work.frame.rgba.get(), bytes);
  }
  run(work, &progress);
  if (engine.machine() == Machine::gpu) engine.stream().copy_to_host(work.result.get(), engine.place(result), bytes);
  engine.wait();
  if (!progress.cancelled) finish(work);
}

void FilterRunner::enqueue(FilterWork& work, void* picture, void* result) {
  if (!engine_) return;
  engine_->attach(engine_->plan().picture(), picture);
  engine_->attach(engine_->plan().table(), result);
  run(work, nullptr);
}

void FilterRunner::run(FilterWork& work, Progress* progress) {
  Engine& engine = *engine_;
  fill_inputs(work);
  engine.run_timed(Engine::k_all_passes, progress);
  if (progress && progress->cancelled) return;
  const std::optional<int> measured = setup_->words.measured;
  if (measured && std::exchange(has_previous_, true)) {
    const std::size_t bytes = buffer_of(engine, *measured).bytes();
    work.measured = pool_.take(bytes);
    if (engine.machine() == Machine::cpu)
      std::memcpy(work.measured.get(), engine.place(*measured), bytes);
    else
      engine.stream().copy_to_host(work.measured.get(), engine.place(*measured), bytes);
  }
  keep_picture();
}

void FilterRunner::finish(FilterWork& work) const {
  if (!engine_) return;
  work.pass_ms = engine_->pass_milliseconds();
  work.kept.clear();
}

}  // namespace satscope::app
