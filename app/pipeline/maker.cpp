// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/maker.h"

#include <chrono>
#include <cstring>

#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

bool same_engine(const TableJob& a, const TableJob& b) {
  return a.algorithm == b.algorithm && a.request.extent == b.request.extent && a.request.types == b.request.types &&
         a.request.params == b.request.params && a.machine == b.machine && a.path == b.path;
}

}  // namespace

std::shared_ptr<Content> TableMaker::make(const TableJob& job, JobProgress& progress) {
  auto content = std::make_shared<Content>();
  content->job = job;
  content->texels = reduced(job.request.extent, job.reduction);
  prepare_engine(job);
  if (job.still) {
    prepare_still(job);
    content->pixels = pixels_;
    content->picture_words = words_;
  } else {
    content->picture_words = every_nth(job.live.rgba, job.request.extent, sizeof(std::uint32_t), job.reduction, pool_);
  }
  if (job.path == DisplayPath::interop) {
    content->engine = engine_;
    return content;
  }
  run(*content, progress);
  content->pixels.reset();
  if (progress.cancelled()) return content;
  const TableView table = content->view();
  content->total = to_double(table.padded(table.picture.width, table.picture.height));
  content->mean = mean_of(table);
  content->spreads = std::make_shared<Spreads>(spreads_of(table, content->mean));
  content->table_words = every_nth(content->table, table.picture, size_of(table.type), job.reduction, pool_);
  if (!job.stage) return content;
  if (job.stage->is_table) content->stage_values = content->table;
  content->stage_spread = spread_of(content->stage_view());
  if (!job.stage->is_table)
    content->stage_words =
        every_nth(content->stage_values, job.stage->shape, size_of(job.stage->type), job.stage_reduction, pool_);
  return content;
}

void TableMaker::prepare_engine(const TableJob& job) {
  if (engine_ && same_engine(engine_job_, job)) return;
  engine_.reset();  // first, so that both need not fit
  Plan plan = job.algorithm->plan(job.request);
  const int table = plan.table();
  // the table lies with whoever shows it: in OpenGL's buffer, or in a block of the host
  const bool borrowed = job.machine == Machine::cpu || job.path == DisplayPath::interop;
  engine_ = std::make_shared<Engine>(std::move(plan), job.machine, 0, borrowed ? std::vector{table} : std::vector<int>{});
  engine_job_ = job;
  engine_job_.live.rgba.reset();
  engine_job_.still.reset();
}

void TableMaker::prepare_still(const TableJob& job) {
  const Scalar type = job.request.types.in;
  const bool same_still = still_job_.still == job.still;
  HostBlock words = same_still && still_job_.reduction == job.reduction ? words_ : nullptr;
  HostBlock pixels = same_still && still_job_.request.types.in == type ? pixels_ : nullptr;
  if (!pixels) {
    const std::vector<std::byte> raw = pixels_as(*job.still, type);
    pixels = pool_.take(raw.size());
    std::memcpy(pixels.get(), raw.data(), raw.size());
  }
  if (!words) words = picture_words(*job.still, job.reduction, pool_);
  // all at once, because a still that does not fit its type throws above
  words_ = std::move(words);
  pixels_ = std::move(pixels);
  still_job_ = job;
}

void TableMaker::split_colour(Content& content) {
  const TableJob& job = content.job;
  const auto before = std::chrono::steady_clock::now();
  const Extent extent = job.request.extent;
  const Pass luma = luma_pass(extent, job.request.types.in);
  void* pixels = engine_->place(engine_->plan().picture());
  if (job.machine == Machine::cpu) {
    luma.cpu(Memory{{job.live.rgba.get(), pixels}}, {.threads = engine_->threads()});
    content.split_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
    return;
  }
  const std::size_t bytes = extent.area() * sizeof(std::uint32_t);
  if (rgba_bytes_ != bytes) rgba_ = DeviceMemory(bytes);
  rgba_bytes_ = bytes;
  engine_->stream().copy_to_device(rgba_.get(), job.live.rgba.get(), bytes);
  luma.gpu(Memory{{rgba_.get(), pixels}}, engine_->stream().handle());
}

void TableMaker::run(Content& content, JobProgress& progress) {
  Engine& engine = *engine_;
  const Plan& plan = engine.plan();
  const std::size_t table_bytes = plan.buffers[static_cast<std::size_t>(plan.table())].bytes();
  std::int64_t blocks = 0;
  for (const Pass& pass : plan.passes) blocks += pass.blocks;
  progress.blocks_in_all = blocks;

  if (content.job.still)
    engine.write(plan.picture(), {pixels_.get(), plan.buffers[static_cast<std::size_t>(plan.picture())].bytes()});
  else
    split_colour(content);

  content.table = pool_.take(table_bytes);
  if (engine.machine() == Machine::cpu) engine.attach(plan.table(), content.table.get());
  if (content.job.stage)
    engine.run_timed(Engine::k_all_passes, &progress.progress, {content.job.stage->passes, [&] { keep_stage(content); }});
  else
    engine.run(Engine::k_all_passes, &progress.progress);
  engine.wait();
  content.milliseconds = engine.milliseconds();
  content.pass_milliseconds = engine.pass_milliseconds();
  if (engine.machine() == Machine::gpu) engine.read(plan.table(), {content.table.get(), table_bytes});
}

void TableMaker::keep_stage(Content& content) {
  const PlanStage& stage = *content.job.stage;
  if (stage.is_table) return;  // it is kept as a whole anyway
  const std::size_t bytes = content.stage_bytes();
  content.stage_values = pool_.take(bytes_in_words(bytes));
  if (engine_->machine() == Machine::gpu)
    engine_->stream().copy_to_host(content.stage_values.get(), engine_->place(stage.buffer), bytes);
  else
    std::memcpy(content.stage_values.get(), engine_->place(stage.buffer), bytes);
}

}  // namespace satscope::app
