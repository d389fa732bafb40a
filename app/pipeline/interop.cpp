// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/interop.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

/// Rows that the spread of a live table is told from.
constexpr int k_sampled_rows = 128;
/// Bytes of one of the single entries; wide enough for each type.
constexpr std::size_t k_single_bytes = sizeof(std::uint64_t);

/// The box clipped to entries 0 ... extent - 1.
Box clipped(Box box, Extent extent) {
  const int x0 = std::clamp(box.x, 0, extent.width), x1 = std::clamp(box.x + box.width, x0, extent.width);
  const int y0 = std::clamp(box.y, 0, extent.height), y1 = std::clamp(box.y + box.height, y0, extent.height);
  return {x0, y0, x1 - x0, y1 - y0};
}

/// Unmaps the buffers whatever happens: drawing a mapped buffer is undefined.
class Mapped {
 public:
  Mapped(ScreenBuffers& buffers, const Stream& stream) : buffers_(buffers), stream_(stream) {}
  ~Mapped() {
    try {
      buffers_.picture.unmap(stream_);
      buffers_.table.unmap(stream_);
      buffers_.stage.unmap(stream_);
    } catch (const std::exception&) {
      // only while another error is on its way; `finish` is the checked end
    }
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  void finish() {
    buffers_.picture.unmap(stream_);
    buffers_.table.unmap(stream_);
    buffers_.stage.unmap(stream_);
  }

 private:
  ScreenBuffers& buffers_;
  const Stream& stream_;
};

}  // namespace

void ScreenBuffers::fit(const Content& content) {
  picture.fit(content.job.path, content.texels.area());
  table.fit(content.job.path, content.table_word_count());
  if (const std::size_t words = content.stage_word_count()) stage.fit(content.job.path, words);
}

// ---------------------------------------------------------------- watched entries

WatchedEntries::WatchedEntries(const Watch& watch, Extent picture, Scalar type, const void* table, const Stream& stream,
                               HostPool& pool)
    : picture_(picture), type_(type) {
  const std::size_t size = size_of(type), width = static_cast<std::size_t>(picture.width), pitch = width * size;
  // P(x ... x + width, y ... y + height) are the entries from x - 1, y - 1 on
  const Box& seen = watch.visible;
  rectangle_ = clipped({seen.x - 1, seen.y - 1, seen.width + 1, seen.height + 1}, picture);
  row_step_ = std::max(1, picture.height / k_sampled_rows);
  const auto rows = static_cast<std::size_t>((picture.height - 1) / row_step_ + 1);
  rectangle_at_ = single_.size() * k_single_bytes;
  const std::size_t rectangle_row = static_cast<std::size_t>(rectangle_.width) * size;
  const std::size_t rectangle_bytes = rectangle_row * static_cast<std::size_t>(rectangle_.height);
  rows_at_ = rectangle_at_ + (rectangle_bytes + 15) / 16 * 16;
  block_ = pool.take(rows_at_ + rows * pitch);

  const auto* from = static_cast<const std::byte*>(table);
  const auto entry = [&](int x, int y) {
    return from + static_cast<std::size_t>(y) * pitch + static_cast<std::size_t>(x) * size;
  };
  const Box& box = watch.selected;
  single_ = {{{box.x - 1, box.y - 1},
              {box.x + box.width - 1, box.y - 1},
              {box.x - 1, box.y + box.height - 1},
              {box.x + box.width - 1, box.y + box.height - 1},
              {picture.width - 1, picture.height - 1}}};
  for (std::size_t i = 0; i < single_.size(); ++i) {
    const auto [x, y] = single_[i];
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
    stream.copy_to_host(block_.get() + i * k_single_bytes, entry(x, y), size);
  }
  if (rectangle_bytes)
    stream.copy_rows_to_host(block_.get() + rectangle_at_, entry(rectangle_.x, rectangle_.y), pitch, rectangle_row,
                             static_cast<std::size_t>(rectangle_.height));
  stream.copy_rows_to_host(block_.get() + rows_at_, from, pitch * static_cast<std::size_t>(row_step_), pitch, rows);
}

Value WatchedEntries::value(std::size_t byte) const {
  return TableView{{block_.get() + byte, size_of(type_)}, {1, 1}, Form::inclusive, type_}.element(0, 0);
}

std::optional<Value> WatchedEntries::padded(int X, int Y) const {
  if (!block_ || X < 0 || Y < 0 || X > picture_.width || Y > picture_.height) return std::nullopt;
  if (X == 0 || Y == 0) return zero_of(type_);
  const int x = X - 1, y = Y - 1;
  for (std::size_t i = 0; i < single_.size(); ++i)
    if (single_[i] == std::pair{x, y}) return value(i * k_single_bytes);
  const Box& r = rectangle_;
  if (x < r.x || y < r.y || x >= r.x + r.width || y >= r.y + r.height) return std::nullopt;
  const std::size_t element =
      static_cast<std::size_t>(y - r.y) * static_cast<std::size_t>(r.width) + static_cast<std::size_t>(x - r.x);
  return value(rectangle_at_ + element * size_of(type_));
}

std::optional<BoxSum> WatchedEntries::box_sum(const Box& box) const {
  const std::array<std::pair<int, int>, 4> at{
      {{box.x, box.y}, {box.x + box.width, box.y}, {box.x, box.y + box.height}, {box.x + box.width, box.y + box.height}}};
  std::array<Value, 4> corners;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::optional<Value> known = padded(at[i].first, at[i].second);
    if (!known) return std::nullopt;
    corners[i] = *known;
  }
  return satscope::box_sum(box, corners, type_);
}

double WatchedEntries::total() const { return to_double(value((single_.size() - 1) * k_single_bytes)); }

Spreads WatchedEntries::spreads(double mean) const {
  return spreads_of_rows(block_.get() + rows_at_, picture_, row_step_, type_, mean);
}

// ---------------------------------------------------------------- road

void InteropRoad::start(std::shared_ptr<Content> content, ScreenBuffers& buffers, const Watch& watch, bool whole) {
  Engine& engine = *content->engine;
  const Stream& stream = engine.stream();
  const Plan& plan = engine.plan();
  const Extent extent = content->job.request.extent;
  const auto buffer = [&](int i) { return plan.buffers[static_cast<std::size_t>(i)]; };
  if (!end_) end_.emplace();
  buffers.fit(*content);
  Mapped mapped(buffers, stream);
  void* picture = buffers.picture.map(stream);
  void* table = buffers.table.map(stream);

  const std::size_t word_bytes = extent.area() * sizeof(std::uint32_t);
  if (content->job.still) {
    stream.copy_to_device(picture, content->picture_words.get(), word_bytes);
    stream.copy_to_device(engine.place(plan.picture()), content->pixels.get(), buffer(plan.picture()).bytes());
  } else {
    content->job.upload->wait_in(stream);
    stream.copy_on_device(picture, content->job.upload->words(), word_bytes);
    if (!split_) split_.emplace();
    split_->first.record(stream);
    luma_pass(extent, content->job.request.types.in).gpu(Memory{{picture, engine.place(plan.picture())}}, stream.handle());
    split_->second.record(stream);
  }
  engine.attach(plan.table(), table);
  if (content->job.stage)
    run_with_stage(*content, buffers);
  else
    engine.run();

  table_.reset();
  watched_ = {};
  if (whole) {
    table_ = pool_.take(buffer(plan.table()).bytes());
    stream.copy_to_host(table_.get(), table, buffer(plan.table()).bytes());
  } else {
    watched_ = WatchedEntries(watch, extent, content->job.request.types.out, table, stream, pool_);
  }
  mapped.finish();
  end_->record(stream);
  computed_ = true;
  content_ = std::move(content);
}

/// The stage's buffer is copied on its way, because passes to come may write it again; its numbers come down as a whole.
void InteropRoad::run_with_stage(Content& content, ScreenBuffers& buffers) {
  Engine& engine = *content.engine;
  const Stream& stream = engine.stream();
  const PlanStage& stage = *content.job.stage;
  const std::size_t bytes = content.stage_bytes();
  void* shown = stage.is_table ? nullptr : buffers.stage.map(stream);
  content.stage_values = pool_.take(bytes_in_words(bytes));
  engine.run_timed(Engine::k_all_passes, nullptr, {stage.passes, [&] {
                                                     const void* place = engine.place(stage.buffer);
                                                     if (shown) stream.copy_on_device(shown, place, bytes);
                                                     stream.copy_to_host(content.stage_values.get(), place, bytes);
                                                   }});
}

void InteropRoad::fetch(std::shared_ptr<Content> content, ScreenBuffers& buffers) {
  const Stream& stream = content->engine->stream();
  const std::size_t bytes = content->job.request.extent.area() * size_of(content->job.request.types.out);
  table_ = pool_.take(bytes);
  watched_ = {};
  Mapped mapped(buffers, stream);
  stream.copy_to_host(table_.get(), buffers.table.map(stream), bytes);
  mapped.finish();
  end_->record(stream);
  computed_ = false;
  content_ = std::move(content);
}

bool InteropRoad::arrived() {
  if (!content_) return false;
  try {
    if (!end_->reached()) return false;
    finish();
    return true;
  } catch (const std::exception&) {
    content_.reset();  // a failed one must not be asked for again
    throw;
  }
}

void InteropRoad::finish() {
  Content& content = *content_;
  if (computed_) {
    if (content.job.upload) {
      content.upload_ms = std::exchange(content.job.upload, nullptr)->milliseconds();
      content.split_ms = Event::milliseconds(split_->first, split_->second);
    }
    content.milliseconds = content.engine->milliseconds();
    content.pass_milliseconds = content.engine->pass_milliseconds();
    if (content.job.stage) content.stage_spread = spread_of(content.stage_view());
  }
  const double pixels = static_cast<double>(content.job.request.extent.area());
  if (table_) {
    content.table = std::move(table_);
    const TableView table = content.view();
    content.total = to_double(table.padded(table.picture.width, table.picture.height));
    content.mean = mean_of(table);
    content.spreads = std::make_shared<Spreads>(spreads_of(table, content.mean));
  } else {
    content.total = watched_.total();
    content.mean = content.total / pixels;
    content.spreads = std::make_shared<Spreads>(watched_.spreads(content.mean));
  }
}

std::pair<std::shared_ptr<Content>, WatchedEntries> InteropRoad::take() {
  return {std::exchange(content_, nullptr), std::exchange(watched_, {})};
}

}  // namespace satscope::app
