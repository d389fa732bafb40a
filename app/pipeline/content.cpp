// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/content.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "kernels/filters/luma_pass.h"
#include "kernels/slices.h"

namespace satscope::app {
// ---------------------------------------------------------------- content

Extent Content::texels() const { return reduced(job->extent, job->reduction); }
Extent Content::stage_texels() const { return reduced(job->stage->shape, job->stage_reduction); }
Extent Content::before_texels() const { return reduced(job->stage->before.shape, job->before_reduction); }

TableView Content::view() const {
  return {{result.get(), job->extent.area() * size_of(job->request.types.out)},
          job->extent,
          Form::inclusive,
          job->request.types.out};
}

TableView Content::stage_view() const {
  return {{stage_values.get(), stage_bytes()}, job->stage->shape, Form::inclusive, job->stage->type};
}

TableView Content::before_view() const {
  const StageBuffer& before = job->stage->before;
  return {{before_values.get(), before_bytes()}, before.shape, Form::inclusive, before.type};
}

double Content::pixel(int x, int y) const {
  return still ? still->value(x, y) : luma_of(frame.words()[index_of(job->extent, {x, y})]);
}

std::optional<FilteredPixel> Content::filtered_pixel(std::pair<int, int> pixel) const {
  if (!holds(job->extent, pixel)) return {};
  const std::size_t at = index_of(job->extent, pixel);
  const auto word = [](const HostBlock& block, std::size_t i) {
    return reinterpret_cast<const std::uint32_t*>(block.get())[i];
  };
  const std::uint32_t before = word(frame.rgba, at);
  if (job->passes_on()) return FilteredPixel{before, before};
  if (result) return FilteredPixel{before, word(result, at)};
  return watched_pixel == pixel ? std::optional(FilteredPixel{before, word(watched_word, 0)}) : std::nullopt;
}

PictureWords Content::snapshot(const ScreenBuffers& front) const {
  const auto own = [this](std::vector<std::uint32_t> words) {
    words.resize(job->extent.area());
    for (auto row = words.begin(); frame.mirrored && row != words.end(); row += job->extent.width)
      std::reverse(row, row + job->extent.width);
    return PictureWords{job->extent, std::move(words)};
  };
  if (!result && !job->passes_on()) return own(front.result.read());
  SourceFrame shown = frame;
  if (result) shown.rgba = result;
  return own({shown.words().begin(), shown.words().end()});
}

std::array<std::size_t, ScreenBuffers::k_count> Content::screen_words() const {
  const auto words = [](Extent shape, Scalar type) {
    return bytes_in_words(shape.area() * size_of(type)) / sizeof(std::uint32_t);
  };
  Extent of_result = texels();
  if (table_pitch > 0) of_result.width = table_pitch;
  return {words(texels(), Scalar::u32), job->passes_on() ? 0 : words(of_result, job->result_type()),
          job->stage && !job->stage->is_table ? words(stage_texels(), job->stage->type) : 0,
          job->looks_before() ? words(before_texels(), job->stage->before.type) : 0};
}

void Content::reduce_for_screen(HostPool& pool) {
  const auto [picture, its_result, its_stage, before] = screen_words();
  if (!still) for_screen[0] = every_nth(frame.rgba, job->extent, sizeof(std::uint32_t), job->reduction, pool);
  if (its_result) for_screen[1] = every_nth(result, job->extent, size_of(job->result_type()), job->reduction, pool);
  if (its_stage)
    for_screen[2] = every_nth(stage_values, job->stage->shape, size_of(job->stage->type), job->stage_reduction, pool);
  if (before)
    for_screen[3] =
        every_nth(before_values, job->stage->before.shape, size_of(job->stage->before.type), job->before_reduction, pool);
}

void Content::find_numbers() {
  if (coming) result = std::exchange(coming, nullptr);
  if (job->chain) return;
  if (result) numbers = TableNumbers(result, job->extent, job->request.types.out);
  total = numbers.total();
  mean = numbers.mean();
  spreads = std::make_shared<Spreads>(numbers.spreads());
  if (!job->stage) return;
  if (!stage_values) stage_values = result;
  stage_spread = spread_of(stage_view());
  if (before_values) before_spread = spread_of(before_view());
}

// ---------------------------------------------------------------- for the screen

Extent reduced(Extent picture, int reduction) {
  return {(picture.width + reduction - 1) / reduction, (picture.height + reduction - 1) / reduction};
}

int reduction_for(Extent picture, Scalar table, std::size_t most_words) {
  const std::size_t words_per_entry = std::max<std::size_t>(1, size_of(table) / sizeof(std::uint32_t));
  int reduction = 1;
  while (reduced(picture, reduction).area() * words_per_entry > most_words &&
         reduction < std::max(picture.width, picture.height))
    ++reduction;
  return reduction;
}

double DeepGreys::texel(double value) const {
  const double unit = largest / 2 - least / 2;  // halves, because the difference of two doubles can overflow
  return unit > 0 ? (value / 2 - least / 2) / unit : value - least;
}

std::optional<DeepGreys> deep_greys(const Samples& still) {
  const std::optional<GreyRange> ends = ends_of_deep_greys(still);
  return ends ? std::optional(DeepGreys{ends->black, ends->white}) : std::nullopt;
}

HostBlock picture_words(const Samples& still, const std::optional<DeepGreys>& greys, int reduction, HostPool& pool) {
  const Extent texels = reduced(still.extent, reduction);
  HostBlock block = pool.take(texels.area() * sizeof(std::uint32_t));
  auto* to = reinterpret_cast<std::uint32_t*>(block.get());
  for (int y = 0; y < texels.height; ++y, give_way())
    for (int x = 0; x < texels.width; ++x, ++to) {
      if (!still.colours.empty())
        *to = still.colours[index_of(still.extent, {x * reduction, y * reduction})];
      else if (const double value = still.value(x * reduction, y * reduction); greys)
        *to = std::bit_cast<std::uint32_t>(static_cast<float>(greys->texel(value)));
      else
        *to = 0xff000000 | 0x010101 * static_cast<std::uint32_t>(value);
    }
  return block;
}

HostBlock every_nth(const HostBlock& from, Extent extent, std::size_t size, int reduction, HostPool& pool) {
  if (reduction == 1) return from;
  const Extent texels = reduced(extent, reduction);
  HostBlock block = pool.take(bytes_in_words(texels.area() * size));
  std::byte* to = block.get();
  for (int y = 0; y < texels.height; ++y, give_way())
    for (int x = 0; x < texels.width; ++x, to += size)
      std::memcpy(to, from.get() + index_of(extent, {x * reduction, y * reduction}) * size, size);
  return block;
}

std::vector<std::uint8_t> brightness_of(const SourceFrame& frame) {
  std::vector<std::uint8_t> bytes(frame.extent.area());
  std::ranges::transform(frame.words(), bytes.begin(),
                         [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
  return bytes;
}

PictureWords small_picture(const SourceFrame& frame, int longest_side) {
  const Extent whole = frame.extent;
  const int step = std::max(1, (std::max(whole.width, whole.height) + longest_side - 1) / longest_side);
  PictureWords small{reduced(whole, step), {}};
  small.words.reserve(small.extent.area());
  const std::span<const std::uint32_t> words = frame.words();
  for (int y = 0; y < whole.height; y += step)
    for (int x = 0; x < whole.width; x += step) small.words.push_back(words[index_of(whole, {x, y})]);
  return small;
}

}  // namespace satscope::app
