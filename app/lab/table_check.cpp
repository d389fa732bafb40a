// SPDX-License-Identifier: Apache-2.0
#include "app/lab/table_check.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "app/lab/arrays.h"

namespace satscope::app::lab {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr int k_largest_side = 96;                           ///< up to which all boxes are looked through
constexpr std::int64_t k_no_number = std::int64_t{1} << 62;  ///< a float that is no whole number

/// As the table's type keeps it.
bool same(std::int64_t a, std::int64_t b) { return static_cast<std::uint32_t>(a) == static_cast<std::uint32_t>(b); }

std::string range(const char* what, int from, int to) {
  return from == to ? fmt::format("{} {}", what, from) : fmt::format("{} {} to {}", what, from, to);
}
std::string text_of(const PixelBox& box) {
  return fmt::format("the pixels of {}, {}", range("x", box.x0, box.x1), range("y", box.y0, box.y1));
}

/// The box whose sum is this number in every picture.
std::optional<PixelBox> box_with(const std::vector<PictureSums>& pictures, const Numbers& numbers, int width, int height) {
  for (int y0 = 0; y0 < height; ++y0)
    for (int y1 = y0; y1 < height; ++y1)
      for (int x0 = 0; x0 < width; ++x0)
        for (int x1 = x0; x1 < width; ++x1) {
          const PixelBox box{x0, y0, x1, y1};
          std::size_t k = 0;
          while (k < pictures.size() && same(pictures[k].of(box), numbers[k])) ++k;
          if (k == pictures.size()) return box;
        }
  return std::nullopt;
}

bool all_equal(const Numbers& numbers) {
  for (const std::int64_t number : numbers)
    if (number != numbers.front()) return false;
  return true;
}

}  // namespace

std::optional<Numbers> table_in(const Recording& recording) {
  const satlab::Header& header = recording.header();
  if (header.table_form != satlab::TableForm::written) return std::nullopt;
  const std::size_t count = std::size_t{recording.settings().width} * recording.settings().height;
  const std::string_view bytes = recording.bytes(header.table, 4 * count);
  if (bytes.size() != 4 * count) return std::nullopt;
  Numbers numbers;
  for (std::size_t k = 0; k < count; ++k) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, bytes.data() + 4 * k, 4);
    if (header.table_type == satlab::Type::f32) {
      float value = 0;
      std::memcpy(&value, &bits, 4);
      numbers.push_back(std::isfinite(value) && value == std::floor(value) && std::abs(value) < 1e15F
                            ? static_cast<std::int64_t>(value)
                            : k_no_number + bits);
    } else {
      numbers.push_back(header.table_type == satlab::Type::s32 ? static_cast<std::int32_t>(bits)
                                                               : static_cast<std::int64_t>(bits));
    }
  }
  return numbers;
}

TableCheck check_table(const Recording& recording) {
  TableCheck check;
  const auto numbers = table_in(recording);
  check.width = static_cast<int>(recording.settings().width);
  check.height = static_cast<int>(recording.settings().height);
  check.state = TableCheck::unwritten;
  check.sentence = "There is no table: the program did not come to its end.";
  if (!numbers) return check;
  const PictureSums sums(check.width, check.height, recording.settings().picture);
  const bool floats = recording.header().table_type == satlab::Type::f32;
  int wrong_exclusive = 0;
  for (int y = 0; y < check.height; ++y)
    for (int x = 0; x < check.width; ++x) {
      const std::int64_t got = (*numbers)[static_cast<std::size_t>(y * check.width + x)], wanted = sums.of({0, 0, x, y});
      const auto equal = [&](std::int64_t sum) { return floats ? got == sum : same(got, sum); };
      wrong_exclusive += !equal(sums.before(x, y));
      if (equal(wanted) || check.wrong_entries++ > 0) continue;
      check.x = x;
      check.y = y;
      check.got =
          got >= k_no_number ? number_text(satlab::Type::f32, static_cast<std::uint64_t>(got), 4) : fmt::format("{}", got);
      check.wanted = fmt::format("{}", wanted);
    }
  if (check.wrong_entries == 0) {
    check.state = TableCheck::right;
    check.sentence = "The table is right.";
  } else if (wrong_exclusive == 0) {
    check.state = TableCheck::exclusive;
    check.wrong_entries = 0;
    check.sentence = "The table is right in its exclusive form: each entry sums the pixels left of it and above it.";
  } else {
    check.state = TableCheck::wrong;
    check.sentence =
        fmt::format("{} of {} {} wrong; the first is at x = {}, y = {}: it is {} instead of {}.", check.wrong_entries,
                    check.width * check.height, check.width * check.height == 1 ? "entry is" : "entries are", check.x, check.y,
                    check.got, check.wanted);
  }
  return check;
}

void explain(TableCheck& check, const std::function<std::optional<Numbers>(std::uint32_t)>& again) {
  if (check.state != TableCheck::wrong || check.width > k_largest_side || check.height > k_largest_side) return;
  std::vector<PictureSums> pictures;
  Numbers got, too_much, missing;
  for (std::uint32_t picture = 100; picture < 100 + k_fingerprints; ++picture) {
    const auto table = again(picture);
    if (!table) return;
    pictures.emplace_back(check.width, check.height, picture);
    got.push_back((*table)[static_cast<std::size_t>(check.y * check.width + check.x)]);
    const std::int64_t wanted = pictures.back().of({0, 0, check.x, check.y});
    too_much.push_back(got.back() - wanted);
    missing.push_back(wanted - got.back());
  }
  const std::string wanted = text_of({0, 0, check.x, check.y});
  const auto find = [&](const Numbers& numbers) { return box_with(pictures, numbers, check.width, check.height); };
  if (all_equal(got)) {
    check.sentence += got.front() == 0xcdcdcdcd || got.front() == static_cast<std::int32_t>(0xcdcdcdcd)
                          ? " It was never written."
                          : fmt::format(" It is {} for every picture.", got.front());
  } else if ((check.sums = find(got))) {
    check.sentence += fmt::format(" It sums {} instead of {}.", text_of(*check.sums), wanted);
  } else if (const auto more = find(too_much)) {
    const bool twice = more->x1 <= check.x && more->y1 <= check.y;
    check.sentence += fmt::format(" It sums {}, and {}{}.", wanted, text_of(*more), twice ? " twice" : " besides");
  } else if (const auto less = find(missing)) {
    check.sentence += fmt::format(" It lacks {} of {}.", text_of(*less), wanted);
  } else {
    check.sentence += fmt::format(" It should sum {}; what it holds is the sum of no box of pixels.", wanted);
  }
}

}  // namespace satscope::app::lab
