// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/runner.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

std::size_t word_bytes(Extent extent) { return extent.area() * sizeof(std::uint32_t); }

bool same_inputs(const WordsPlan& a, const WordsPlan& b) {
  const auto same = [](const FilterPlan::Input& x, const FilterPlan::Input& y) {
    return x.name == y.name && x.buffer == y.buffer;
  };
  return std::ranges::equal(a.inputs, b.inputs, same);
}

}  // namespace

// ---------------------------------------------------------------- buffers

Runner::Runner(std::shared_ptr<const Job> job, HostPool pool) : job_(std::move(job)), pool_(std::move(pool)) {
  if (job_->passes_on()) {
    if (job_->path == DisplayPath::interop) own_stream_.emplace();
    return;
  }
  Plan plan = job_->plan();
  // frames lie with whoever brings them, results with whoever shows them: in OpenGL's buffer, or in a block of the host
  std::vector<int> borrowed;
  if (job_->chain) borrowed.push_back(plan.picture());
  if (job_->path != DisplayPath::copy) borrowed.push_back(plan.table());
  engine_.emplace(std::move(plan), job_->machine, 0, borrowed);
}

bool Runner::adopt(const std::shared_ptr<const Job>& job) {
  if (job == job_) return true;
  if (job->extent != job_->extent || job->machine != job_->machine || job->path != job_->path) return false;
  if (job->passes_on()) return true;
  if (!engine_ || job->chain.has_value() != job_->chain.has_value()) return false;
  const Request &a = job->request, &b = job_->request;
  const bool same = job->chain ? same_inputs(job->words, job_->words) && engine_->adopt(job->words.plan)
                               : job->algorithm == job_->algorithm && a.types == b.types && a.params == b.params;
  if (same) job_ = job;
  return same;
}

// ---------------------------------------------------------------- a run

void Runner::make(Content& content, JobProgress& progress) {
  if (content.job->passes_on()) {
    content.result = content.frame.rgba;
    return;
  }
  Engine& engine = *engine_;
  const int picture = engine.plan().picture(), result = engine.plan().table();
  const bool on_gpu = engine.machine() == Machine::gpu;
  std::int64_t blocks = 0;
  for (const Pass& pass : engine.plan().passes) blocks += pass.blocks;
  progress.blocks_in_all = blocks;

  if (content.still) {
    engine.write(picture, {content.pixels.get(), buffer(picture).bytes()});
  } else if (on_gpu) {
    const std::size_t bytes = word_bytes(job_->extent);
    if (!words_.get()) words_ = DeviceMemory(bytes);
    engine.stream().copy_to_device(words_.get(), content.frame.rgba.get(), bytes);
    enter(content, words_.get());
  } else {
    enter(content, content.frame.rgba.get());
  }
  const std::size_t bytes = buffer(result).bytes();
  content.result = pool_.take(bytes);
  if (!on_gpu) engine.attach(result, content.result.get());
  run(content, &progress.progress, nullptr);
  if (on_gpu) to_host(content.result.get(), engine.place(result), bytes);
  engine.wait();
  if (!progress.cancelled()) finish(content);
}

void Runner::enqueue(Content& content, ScreenBuffers& to, const Watch& watch, bool whole) {
  const Job& job = *content.job;
  to.fit(job.path, content.screen_words());
  MappedBuffers mapped(to, stream());
  void* picture = to.picture.map(stream());
  void* result = job.passes_on() ? nullptr : to.result.map(stream());
  if (content.still) {
    const int pixels = engine_->plan().picture();
    stream().copy_to_device(picture, content.for_screen[0].get(), word_bytes(job.extent));
    stream().copy_to_device(engine_->place(pixels), content.pixels.get(), buffer(pixels).bytes());
  } else {
    content.upload->wait_in(stream());
    stream().copy_on_device(picture, content.upload->words(), word_bytes(job.extent));
    if (result) enter(content, content.upload->words());
  }
  if (result) {
    engine_->attach(engine_->plan().table(), result);
    run(content, nullptr, job.stage && !job.stage->is_table ? to.stage.map(stream()) : nullptr);
    if (job.chain) {
      if (watch.pixel && holds(job.extent, *watch.pixel)) copy_pixel(content, result, *watch.pixel);
    } else if (whole) {
      content.coming = pool_.take(buffer(engine_->plan().table()).bytes());
      to_host(content.coming.get(), result, buffer(engine_->plan().table()).bytes());
    } else {
      content.numbers = TableNumbers(watch, job.extent, job.request.types.out, result, stream(), pool_);
    }
  }
  mapped.finish();
  record_end();
}

/// A frame's words become the picture of the plan: a chain reads them as they are, a table takes their luma.
void Runner::enter(Content& content, void* words) {
  Engine& engine = *engine_;
  const int picture = engine.plan().picture();
  if (job_->chain) {
    engine.attach(picture, words);
    return;
  }
  const Pass luma = luma_pass(job_->extent, job_->request.types.in);
  const Memory memory{{words, engine.place(picture)}};
  if (engine.machine() == Machine::cpu) {
    const auto before = std::chrono::steady_clock::now();
    luma.cpu(memory, {.threads = engine.threads()});
    content.split_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
    return;
  }
  if (!split_) split_.emplace();
  split_->first.record(engine.stream());
  luma.gpu(memory, engine.stream().handle());
  split_->second.record(engine.stream());
}

/// The stage's buffer is copied on its way, because passes to come may write it again; its numbers come down as a whole.
void Runner::run(Content& content, Progress* progress, void* stage_on_screen) {
  Engine& engine = *engine_;
  fill_inputs(content);
  PassLook look;
  // on the host a stage that is the table is kept anyway
  if (const auto& stage = job_->stage; stage && !(stage->is_table && job_->path != DisplayPath::interop)) {
    const std::size_t bytes = content.stage_bytes();
    content.stage_values = pool_.take(bytes_in_words(bytes));
    look = {stage->passes, [this, &content, stage_on_screen, bytes] {
              const void* place = engine_->place(job_->stage->buffer);
              if (stage_on_screen) engine_->stream().copy_on_device(stage_on_screen, place, bytes);
              to_host(content.stage_values.get(), place, bytes);
            }};
  }
  if (job_->chain || job_->stage)
    engine.run_timed(Engine::k_all_passes, progress, look);
  else
    engine.run(Engine::k_all_passes, progress);
  if (progress && progress->cancelled) return;
  if (const auto measured = job_->words.measured; measured && std::exchange(has_previous_, true)) {
    content.measured = pool_.take(buffer(*measured).bytes());
    to_host(content.measured.get(), engine.place(*measured), buffer(*measured).bytes());
  }
  keep_picture();
}

void Runner::finish(Content& content) const {
  if (content.upload) content.upload_ms = std::exchange(content.upload, nullptr)->milliseconds();
  if (!content.job->passes_on()) {
    if (split_ && !content.still) content.split_ms = Event::milliseconds(split_->first, split_->second);
    content.milliseconds = engine_->milliseconds();
    content.pass_milliseconds = engine_->pass_milliseconds();
  }
  content.kept.clear();
  content.tell_numbers();
}

// ---------------------------------------------------------------- what is shown

void Runner::fetch_table(Content& content, ScreenBuffers& from) {
  const std::size_t bytes = content.job->extent.area() * size_of(content.job->request.types.out);
  content.coming = pool_.take(bytes);
  MappedBuffers mapped(from, stream());
  stream().copy_to_host(content.coming.get(), from.result.map(stream()), bytes);
  mapped.finish();
  record_end();
}

void Runner::fetch_pixel(Content& content, ScreenBuffers& from, std::pair<int, int> pixel) {
  MappedBuffers mapped(from, stream());
  copy_pixel(content, from.result.map(stream()), pixel);
  mapped.finish();
  stream().wait();
}

void Runner::copy_pixel(Content& content, const void* result, std::pair<int, int> pixel) {
  content.watched_pixel = pixel;
  content.watched_word = pool_.take(sizeof(std::uint32_t));
  stream().copy_to_host(content.watched_word.get(),
                        static_cast<const std::uint32_t*>(result) + index_of(content.job->extent, pixel),
                        sizeof(std::uint32_t));
}

void Runner::record_end() {
  if (!end_) end_.emplace();
  end_->record(stream());
}

// ---------------------------------------------------------------- what a chain reads beside the picture

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

void Runner::to_machine(int number, const HostBlock& from, Content& content) {
  const std::size_t bytes = buffer(number).bytes();
  if (engine_->machine() == Machine::cpu) {
    std::memcpy(engine_->place(number), from.get(), bytes);
    return;
  }
  engine_->stream().copy_to_device(engine_->place(number), from.get(), bytes);
  content.kept.push_back(from);
}

void Runner::to_host(void* to, const void* from, std::size_t bytes) const {
  if (engine_->machine() == Machine::cpu)
    std::memcpy(to, from, bytes);
  else
    engine_->stream().copy_to_host(to, from, bytes);
}

void Runner::fill_inputs(Content& content) {
  for (const FilterPlan::Input& input : job_->words.inputs) {
    const FilterWish& wish = *job_->chain;
    if (input.name == "rectangles") {
      const HostBlock block = pool_.take(buffer(input.buffer).bytes());
      auto* to = reinterpret_cast<std::int32_t*>(block.get());
      if (wish.regions.empty()) std::fill_n(to, 4, 0);
      for (const Box& box : wish.regions)
        for (const int side : {box.x, box.y, box.width, box.height}) *to++ = side;
      to_machine(input.buffer, block, content);
    } else if (input.name == "radius map" && painted_ != wish.painted) {
      const HostBlock block = pool_.take(buffer(input.buffer).bytes());
      spread_map(wish.painted ? *wish.painted : PaintedMap{}, job_->extent, reinterpret_cast<std::uint8_t*>(block.get()));
      to_machine(input.buffer, block, content);
      painted_ = wish.painted;
    }
  }
}

/// The picture of this frame is the previous one of the next.
void Runner::keep_picture() {
  for (const FilterPlan::Input& input : job_->words.inputs) {
    if (input.name != "previous") continue;
    const void* from = engine_->place(job_->words.parts[input.part].picture);
    void* to = engine_->place(input.buffer);
    const std::size_t bytes = buffer(input.buffer).bytes();
    if (engine_->machine() == Machine::cpu)
      std::memcpy(to, from, bytes);
    else
      engine_->stream().copy_on_device(to, from, bytes);
  }
}

}  // namespace satscope::app
