// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/storage/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/sources/loaders.h"
#include "app/ui/views/box_drag.h"
#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

constexpr int k_longest_map = 512;
constexpr double k_bytes_a_pixel = 1 + 4 + 8 + 8 + 4;  // pixel, word, restored and right entry, error

using Bytes = std::vector<std::uint8_t>;

std::size_t place(int x, int y, Extent extent) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(x);
}

Bytes bytes_as_pixels(const Samples& samples) {
  const std::vector<std::byte> raw = pixels_as(samples, Scalar::u8);
  Bytes pixels(raw.size());
  std::ranges::transform(raw, pixels.begin(), [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  return pixels;
}

Bytes bytes_as_pixels(const SourceFrame& frame) {
  Bytes pixels(frame.extent.area());
  std::ranges::transform(frame.words(), pixels.begin(),
                         [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
  return pixels;
}

std::shared_ptr<const KeptTable> keep(const StorageMethod& method, int bits, Extent extent, const Bytes& pixels,
                                      const std::atomic<bool>& cancelled) {
  auto kept = std::make_shared<KeptTable>();
  kept->stored = store(coding_of(method, extent, method.usual_bits > 0 ? bits : 0), pixels);
  kept->judged = judge(kept->stored, pixels);
  kept->exact_here = largest_exact_square(kept->judged, &cancelled);
  return kept;
}

}  // namespace

ErrorMap in_small(const BoxErrors& errors, int longest_side) {
  const int longer = std::max(errors.places.width, errors.places.height), step = (longer + longest_side - 1) / longest_side;
  ErrorMap map{.box = errors.box,
               .places = errors.places,
               .cells = {(errors.places.width + step - 1) / step, (errors.places.height + step - 1) / step},
               .step = step,
               .worst = {},
               .wrong = errors.wrong,
               .most = errors.worst};
  map.worst.resize(map.cells.area(), 0);
  for (std::size_t i = 0; i < errors.errors.size(); ++i) {
    const auto width = static_cast<std::size_t>(errors.places.width), by = static_cast<std::size_t>(step);
    float& cell = map.worst[i / width / by * static_cast<std::size_t>(map.cells.width) + i % width / by];
    cell = std::max(cell, errors.errors[i]);
  }
  return map;
}

std::shared_ptr<const Samples> StorageModel::painted(const std::shared_ptr<const Samples>& of) const {
  return of == original_ && !white_.empty() ? painted_ : nullptr;
}

void StorageModel::paint(const Session& session, const std::shared_ptr<const Samples>& samples) {
  const std::vector<Box>& white = session.edit.part<StorageEdit>().white;
  if (samples == original_ && white == white_) return;
  original_ = samples;
  white_ = white;
  painted_ = samples;
  if (!samples || white.empty()) return;
  auto copy = std::make_shared<Samples>(*samples);
  if (!std::holds_alternative<Bytes>(copy->values)) copy->values = bytes_as_pixels(*samples);  // as they are stored
  for (const Box& wanted : white) {
    const Box box = clipped(wanted, samples->extent);
    for (int y = box.y; y < box.y + box.height; ++y)
      for (int x = box.x; x < box.x + box.width; ++x) {
        std::get<Bytes>(copy->values)[place(x, y, samples->extent)] = k_white;
        if (!copy->colours.empty()) copy->colours[place(x, y, samples->extent)] = 0xFFFFFFFFU;
      }
  }
  painted_ = std::move(copy);
}

bool StorageModel::step(Session& session, const Frame& frame, const std::shared_ptr<const Samples>& samples) {
  bool news = false;
  if (auto outcome = worker_.take()) {
    news = true;
    problem_ = outcome->error;
    facts_ = std::move(outcome->result);
    known_ = given_;
  }
  if (session.workspace != "storage") return news;
  paint(session, samples);
  const StorageEdit& edit = session.edit.part<StorageEdit>();
  TableRequest request{
      .still = session.edit.live ? nullptr : painted_, .method = edit.method, .bits = edit.bits, .box = {}, .picture = {}};
  Extent extent;
  std::optional<SourceFrame> live;
  if (session.edit.live) {
    if (worker_.busy()) return news;  // because: a live picture is always newer than what is being computed
    live = frame.whole_frame();
    if (!live) return news;
    extent = live->extent;
    request.serial = frame.shown().serial;
  } else if (painted_) {
    extent = painted_->extent;
  } else {
    return news;
  }
  const Box box = clipped(session.edit.box, extent);
  request.box = {box.width, box.height};
  request.picture = extent;
  if (request == given_) return news;
  given_ = request;
  const std::shared_ptr<const KeptTable> known = facts_ && known_.same_table(request) ? facts_->kept : nullptr;
  worker_.submit([request, live, extent, known, &method = edit.chosen()](JobProgress& progress) {
    const std::atomic<bool>& cancelled = progress.progress.cancelled;
    StorageFacts facts{.kept = known, .map = {}};
    require_memory(fmt::format("keeping the table of {}x{} pixels", extent.width, extent.height),
                   k_bytes_a_pixel * static_cast<double>(extent.area()));
    if (!facts.kept)
      facts.kept =
          keep(method, request.bits, extent, live ? bytes_as_pixels(*live) : bytes_as_pixels(*request.still), cancelled);
    if (request.box.area() > 0)
      facts.map = in_small(errors_of_boxes(facts.kept->judged, request.box, &cancelled), k_longest_map);
    return facts;
  });
  return news;
}

std::optional<RestoredEntry> StorageModel::entry(int x, int y) const {
  if (!facts_ || x < 0 || y < 0 || x >= facts_->kept->stored.coding.picture.width ||
      y >= facts_->kept->stored.coding.picture.height)
    return std::nullopt;
  return restore(facts_->kept->stored, x, y);
}

std::optional<StoredBoxSum> StorageModel::box_sum(const Box& box) const {
  if (!facts_ || !refusal(box, facts_->kept->stored.coding.picture).empty()) return std::nullopt;
  const Judged& judged = facts_->kept->judged;
  StoredBoxSum sum;
  const auto read = [&](int X, int Y) {
    if (X == 0 || Y == 0) return 0.0;  // because: no entry is there, the sum is none
    const RestoredEntry entry = restore(facts_->kept->stored, X - 1, Y - 1);
    sum.word_reads += entry.word_reads;
    sum.pixel_reads += entry.pixel_reads;
    return entry.value;
  };
  const int right = box.x + box.width, low = box.y + box.height;
  sum.restored = restored_sum(judged.coding, read(right, low), read(right, box.y), read(box.x, low), read(box.x, box.y));
  sum.truth = judged.true_sum(box.x, box.y, {box.width, box.height});
  return sum;
}

}  // namespace satscope::app
