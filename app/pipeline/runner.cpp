// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/runner.h"

#include <algorithm>
#include <chrono>

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
  // frames lie with their source, results with the view: in OpenGL's buffer, or in a block of the host
  std::vector<int> borrowed;
  if (job_->chain) borrowed.push_back(plan.picture());
  const bool to_opengl = job_->path == DisplayPath::interop;
  if (to_opengl || (job_->path == DisplayPath::cpu && plan.buffers.back().rows.packed())) borrowed.push_back(plan.table());
  engine_.emplace(std::move(plan), job_->machine, 0, borrowed);
}

bool Runner::adopt(const std::shared_ptr<const Job>& job) {
  if (job == job_) return true;
  if (job->extent != job_->extent || job->machine != job_->machine || job->path != job_->path) return false;
  if (job->passes_on()) return true;
  if (!engine_ || job->chain.has_value() != job_->chain.has_value()) return false;
  const Request &a = job->request, &b = job_->request;
  const bool same = job->chain ? same_inputs(job->words, job_->words) && engine_->adopt(job->words.plan)
                               : job->algorithm == job_->algorithm && job->changes == job_->changes && a.types == b.types &&
                                     a.params == b.params;
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
    engine.enqueue_write(picture, content.pixels.get());
  } else if (on_gpu) {
    const std::size_t bytes = word_bytes(job_->extent);
    if (!words_.get()) words_ = DeviceMemory(bytes);
    engine.stream().copy_to_device(words_.get(), content.frame.rgba.get(), bytes);
    enter(content, words_.get());
  } else {
    enter(content, content.frame.rgba.get());
  }
  content.result = pool_.take(buffer(result).packed_bytes());
  const bool in_place = !on_gpu && buffer(result).rows.packed();
  if (in_place) engine.attach(result, content.result.get());
  run(content, &progress.progress, {});
  if (!in_place) engine.enqueue_read(result, content.result.get());
  engine.wait();
  if (!progress.cancelled()) finish(content);
}

void Runner::enqueue(Content& content, ScreenBuffers& to, const Watch& watch, bool whole) {
  const Job& job = *content.job;
  if (engine_ && !job.chain) content.table_pitch = buffer(engine_->plan().table()).pitch();
  to.fit(job.path, content.screen_words());
  MappedBuffers mapped(to, stream());
  void* picture = to.picture.map(stream());
  void* result = job.passes_on() ? nullptr : to.result.map(stream());
  if (content.still) {
    const int pixels = engine_->plan().picture();
    stream().copy_to_device(picture, content.for_screen[0].get(), word_bytes(job.extent));
    engine_->enqueue_write(pixels, content.pixels.get());
  } else {
    content.upload->wait_in(stream());
    stream().copy_on_device(picture, content.upload->words(), word_bytes(job.extent));
    if (result) enter(content, content.upload->words());
  }
  if (result) {
    engine_->attach(engine_->plan().table(), result);
    run(content, nullptr,
        {.stage = job.stage && !job.stage->is_table ? to.stage.map(stream()) : nullptr,
         .before = job.looks_before() ? to.before.map(stream()) : nullptr});
    if (job.chain) {
      if (watch.pixel && holds(job.extent, *watch.pixel)) copy_pixel(content, result, *watch.pixel);
    } else if (whole) {
      content.coming = pool_.take(buffer(engine_->plan().table()).packed_bytes());
      engine_->enqueue_read(engine_->plan().table(), content.coming.get());
    } else {
      const PlacedRows table{result, buffer(engine_->plan().table()).pitch_bytes()};
      content.numbers = TableNumbers(watch, job.extent, job.request.types.out, table, stream(), pool_);
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
  const auto number = static_cast<std::size_t>(picture);
  const Memory memory{{words, engine.memory().at[number]}, {job_->extent.width, engine.memory().pitches[number]}};
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

/// The stage's buffers are copied on their way, because passes to come may write them again; their numbers come down as a
/// whole.
void Runner::run(Content& content, Progress* progress, OnScreen screen) {
  Engine& engine = *engine_;
  fill_inputs(content);
  const auto& stage = job_->stage;
  // on the host a stage that is the table at the end is kept anyway
  if (stage && !(stage->is_table && job_->path != DisplayPath::interop))
    content.stage_values = pool_.take(bytes_in_words(content.stage_bytes()));
  if (job_->looks_before()) content.before_values = pool_.take(bytes_in_words(content.before_bytes()));
  const auto keep = [&engine](int number, void* on_screen, const HostBlock& values) {
    if (on_screen) engine.enqueue_copy(number, on_screen);
    if (values) engine.enqueue_read(number, values.get());
  };
  PassLook look;
  if (stage)
    look = [&](std::size_t done) {
      if (done + 1 == stage->passes) keep(stage->before.buffer, screen.before, content.before_values);
      if (done == stage->passes) keep(stage->buffer, screen.stage, content.stage_values);
    };
  if (job_->chain || job_->stage)
    engine.run_timed(Engine::k_all_passes, progress, look);
  else
    engine.run(Engine::k_all_passes, progress);
  if (progress && progress->cancelled) return;
  if (const auto measured = job_->words.measured; measured && std::exchange(has_previous_, true)) {
    content.measured = pool_.take(buffer(*measured).packed_bytes());
    engine.enqueue_read(*measured, content.measured.get());
  }
  keep_picture();
}

void Runner::finish(Content& content) const {
  if (content.upload) content.upload_ms = std::exchange(content.upload, nullptr)->milliseconds();
  if (!content.job->passes_on()) {
    if (split_ && !content.still) content.split_ms = Event::milliseconds(split_->first, split_->second);
    content.milliseconds = engine_->milliseconds();
    content.pass_milliseconds = engine_->pass_milliseconds();
    content.threads = engine_->threads_used();
  }
  content.kept.clear();
  content.find_numbers();
}

// ---------------------------------------------------------------- what is shown

void Runner::fetch_table(Content& content, ScreenBuffers& from) {
  const Extent extent = content.job->extent;
  const std::size_t size = size_of(content.job->request.types.out), row = static_cast<std::size_t>(extent.width) * size;
  content.coming = pool_.take(extent.area() * size);
  MappedBuffers mapped(from, stream());
  stream().copy_rows({content.coming.get(), row},
                     {from.result.map(stream()), static_cast<std::size_t>(content.table_pitch) * size}, row,
                     static_cast<std::size_t>(extent.height));
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
  engine_->enqueue_write(number, from.get());
  if (engine_->machine() == Machine::gpu) content.kept.push_back(from);
}

void Runner::fill_inputs(Content& content) {
  const ChainRequest& asked = *job_->chain;
  // because: a chain may want the same map several times
  const bool other_map = painted_ != asked.painted, other_cut = cut_ != asked.cut;
  for (const FilterPlan::Input& input : job_->words.inputs) {
    const bool map = input.name.ends_with(" map"), cut = input.name == "template", faces = input.name == "faces";
    const bool rectangles = faces || input.name == "rectangles";
    if (!rectangles && !(map && other_map) && !(cut && other_cut)) continue;
    const HostBlock block = pool_.take(buffer(input.buffer).packed_bytes());
    if (rectangles) {
      auto* to = reinterpret_cast<std::int32_t*>(block.get());
      const std::vector<Box>& boxes = faces ? asked.faces : asked.regions;
      if (boxes.empty()) std::fill_n(to, 4, 0);
      for (const Box& box : boxes)
        for (const int side : {box.x, box.y, box.width, box.height}) *to++ = side;
    } else if (map) {
      spread_map(asked.painted ? *asked.painted : PaintedMap{}, job_->extent, reinterpret_cast<std::uint8_t*>(block.get()));
      painted_ = asked.painted;
    } else {
      const Extent extent = buffer(input.buffer).shape;
      const auto pixels = asked.cut ? fitted(*asked.cut, extent) : std::vector<std::uint8_t>(extent.area(), 0);
      std::ranges::copy(pixels, reinterpret_cast<std::uint8_t*>(block.get()));
      cut_ = asked.cut;
    }
    to_machine(input.buffer, block, content);
  }
}

/// The picture of this frame is the previous one of the next.
void Runner::keep_picture() {
  for (const FilterPlan::Input& input : job_->words.inputs) {
    if (input.name != "previous") continue;
    engine_->enqueue_copy(job_->words.parts[input.part].picture, input.buffer);
  }
}

}  // namespace satscope::app
