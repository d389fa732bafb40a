// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/agreement.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <type_traits>

#include "app/core/number_text.h"
#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

std::string count_text(std::size_t count) { return grouped(std::uint64_t{count}); }

std::string entry_text(const EntryAt& entry) {
  return fmt::format("({}, {}) is {}, should be {}", entry.x, entry.y, grouped(entry.told), grouped(entry.truth));
}

/// What came of the comparison.
std::string finding_of(const TypePair& types, const TableCheck& check) {
  const std::string all = count_text(check.entries);
  const bool one = check.entries == 1;
  if (!check.correct()) {
    std::string text =
        fmt::format("{} of {} {} from the 64-bit definition: {}", count_text(check.wrong), one ? "1 entry" : all + " entries",
                    check.wrong == 1 ? "differs" : "differ", entry_text(check.first_wrong));
    if (check.not_finite > 0) text += fmt::format("; {} overflowed", count_text(check.not_finite));
    return text;
  }
  const std::string equal =
      one ? "the only entry equals the 64-bit definition" : fmt::format("all {} entries equal the 64-bit definition", all);
  if (check.beyond > 0)
    return fmt::format("{}, but only modulo 2^{}: {} {} beyond what {} holds, the first is at ({}, {})", equal,
                       8 * size_of(types.out), count_text(check.beyond), check.beyond == 1 ? "is" : "are", types.id,
                       check.first_beyond.x, check.first_beyond.y);
  if (check.max_error > 0)
    return fmt::format("{} {} as near to the 64-bit definition as rounding allows; the largest error is {}, where {}",
                       one ? "the only entry" : fmt::format("all {} entries", all), one ? "is" : "are",
                       grouped(check.max_error), entry_text(check.worst));
  return equal;
}

/// Row y of a still, converted where its numbers are not those that enter the table.
template <class In, class From>
PixelRows still_rows(const std::vector<From>& values, Extent extent) {
  const auto width = static_cast<std::size_t>(extent.width);
  if constexpr (std::is_same_v<In, From>) {
    return rows_of(std::as_bytes(std::span(values)), extent, scalar_of<In>);
  } else {
    const auto row = std::make_shared<std::vector<In>>(width);
    return [&values, width, row](int y) {
      const From* from = values.data() + static_cast<std::size_t>(y) * width;
      for (std::size_t x = 0; x < width; ++x) (*row)[x] = static_cast<In>(from[x]);
      return std::as_bytes(std::span(std::as_const(*row)));
    };
  }
}

/// Row y of a live frame: its brightness.
template <class In>
PixelRows live_rows(const SourceFrame& frame) {
  const auto width = static_cast<std::size_t>(frame.extent.width);
  const auto row = std::make_shared<std::vector<In>>(width);
  return [words = frame.words().data(), width, row](int y) {
    const std::uint32_t* from = words + static_cast<std::size_t>(y) * width;
    for (std::size_t x = 0; x < width; ++x) (*row)[x] = static_cast<In>(luma_of(from[x]));
    return std::as_bytes(std::span(std::as_const(*row)));
  };
}

template <class In>
PixelRows rows_as(const TableJob& job) {
  if (!job.still) return live_rows<In>(job.live);
  return std::visit([&](const auto& values) { return still_rows<In>(values, job.still->extent); }, job.still->values);
}

}  // namespace

PixelRows pixel_rows(const Content& content) {
  const TableJob& job = content.job;
  switch (job.request.types.in) {
    case Scalar::s32: return rows_as<std::int32_t>(job);
    case Scalar::u32: return rows_as<std::uint32_t>(job);
    case Scalar::u64: return rows_as<std::uint64_t>(job);
    case Scalar::f32: return rows_as<float>(job);
    case Scalar::f64: return rows_as<double>(job);
    case Scalar::u8: break;
  }
  return rows_as<std::uint8_t>(job);
}

Agreement compare_with_definition(const Content& content, const std::atomic<bool>& cancelled) {
  const auto before = std::chrono::steady_clock::now();
  const TableJob& job = content.job;
  const TypePair& types = job.request.types;
  Agreement result;
  const double depth = is_float(types.out) ? job.algorithm->float_depth(job.request) : 0;
  result.check = check_table(types, pixel_rows(content), content.view(), depth, &cancelled);
  if (cancelled) return result;
  result.state = result.check.correct() ? FrameStatus::Agreement::agree : FrameStatus::Agreement::differ;
  result.text = fmt::format("{} ({}, {}, {})", finding_of(types, result.check), job.algorithm->id, types.id,
                            job.machine == Machine::gpu ? "GPU" : "CPU");
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
  return result;
}

}  // namespace satscope::app
