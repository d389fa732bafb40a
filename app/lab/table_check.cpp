// SPDX-License-Identifier: Apache-2.0
#include "app/lab/table_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "app/lab/arrays.h"

namespace satscope::app::lab {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t k_most_boxes = 4'000'000;             ///< shorter side squared, times the longer one
constexpr std::uint32_t k_filling = 0xcdcdcdcd;              ///< of memory that nothing has written
constexpr std::int64_t k_no_number = std::int64_t{1} << 62;  ///< a float that is no whole number

/// As the table's type keeps it.
bool same(std::int64_t a, std::int64_t b) { return static_cast<std::uint32_t>(a) == static_cast<std::uint32_t>(b); }

std::string range(const char* what, int from, int to) {
  return from == to ? fmt::format("{} {}", what, from) : fmt::format("{} {} to {}", what, from, to);
}
std::string text_of(const PixelBox& box) {
  return fmt::format("the pixels of {}, {}", range("x", box.x0, box.x1), range("y", box.y0, box.y1));
}

/// Numbers of all pictures as one, so that the sum of two is that of their sums.
std::uint64_t together(const Numbers& numbers) {
  std::uint32_t a = 0, b = 0, factor_a = 1, factor_b = 1;
  for (const std::int64_t number : numbers) {
    a += static_cast<std::uint32_t>(number) * (factor_a *= 0x9e3779b1);
    b += static_cast<std::uint32_t>(number) * (factor_b *= 0x85ebca6b);
  }
  return std::uint64_t{a} << 32 | b;
}
std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return std::uint64_t{static_cast<std::uint32_t>((a >> 32) - (b >> 32))} << 32 | static_cast<std::uint32_t>(a - b);
}

/// The box whose sum is this number in every picture. Of each band along the longer side, the sums from its begin are kept: a
/// box is the difference of two.
std::optional<PixelBox> box_with(const std::vector<PictureSums>& pictures, const Numbers& numbers, int width, int height) {
  const bool wide = width >= height;
  const int shorter = wide ? height : width, longer = wide ? width : height;
  const auto box = [&](int from, int to, int begin, int end) {
    return wide ? PixelBox{begin, from, end, to} : PixelBox{from, begin, to, end};
  };
  const std::uint64_t wanted = together(numbers);
  Numbers sums(pictures.size());
  std::unordered_map<std::uint64_t, int> begins;
  for (int from = 0; from < shorter; ++from)
    for (int to = from; to < shorter; ++to) {
      begins.clear();
      begins.emplace(0, 0);
      for (int end = 0; end < longer; ++end) {
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = pictures[k].of(box(from, to, 0, end));
        const std::uint64_t sum = together(sums);
        if (const auto begin = begins.find(minus(sum, wanted)); begin != begins.end()) {
          const PixelBox found = box(from, to, begin->second, end);
          std::size_t k = 0;
          while (k < pictures.size() && same(pictures[k].of(found), numbers[k])) ++k;
          if (k == pictures.size()) return found;
        }
        begins.emplace(sum, end + 1);
      }
    }
  return std::nullopt;
}

bool all_equal(const Numbers& numbers) {
  for (const std::int64_t number : numbers)
    if (number != numbers.front()) return false;
  return true;
}

/// A table that may have been computed instead, as a whole.
struct WrongTable {
  const char* sentence;
  std::int64_t (*entry)(const PictureSums& sums, int x, int y, int width, int height);
};
constexpr std::array k_forms{
    WrongTable{"It is exclusive in x but inclusive in y: an entry lacks the pixels of its own column.",
               [](const PictureSums& s, int x, int y, int, int) { return s.before(x, y + 1); }},
    WrongTable{"It is inclusive in x but exclusive in y: an entry lacks the pixels of its own row.",
               [](const PictureSums& s, int x, int y, int, int) { return s.before(x + 1, y); }},
    WrongTable{"Only the rows are summed: the sums down the columns are missing.",
               [](const PictureSums& s, int x, int y, int, int) {
                 return s.of({0, y, x, y});
               }},
    WrongTable{"Only the columns are summed: the sums along the rows are missing.",
               [](const PictureSums& s, int x, int y, int, int) {
                 return s.of({x, 0, x, y});
               }},
    WrongTable{"It is transposed: x and y are exchanged.", [](const PictureSums& s, int x, int y, int width, int height) {
                 const int number = y * width + x;  // of the entry, in rows of `height` entries
                 return s.of({0, 0, number / height, number % height});
               }}};

/// The wrong entries of a table.
class WrongEntries {
 public:
  WrongEntries(int width, int height) : box_{width, height, -1, -1}, of_row_(static_cast<std::size_t>(height)) {}
  void add(int x, int y, std::int64_t got, std::int64_t wanted) {
    ++count_;
    ++of_row_[static_cast<std::size_t>(y)];
    box_ = {std::min(box_.x0, x), std::min(box_.y0, y), std::max(box_.x1, x), std::max(box_.y1, y)};
    difference_ |= static_cast<std::uint64_t>(got - wanted);
  }
  int count() const { return count_; }

  /// "The wrong entries are x 8 to 12, y 1 to 8."
  std::string where() const {
    if (count_ == 1) return "";
    if (count_ == (box_.x1 - box_.x0 + 1) * (box_.y1 - box_.y0 + 1))
      return fmt::format(" The wrong entries are {}, {}.", range("x", box_.x0, box_.x1), range("y", box_.y0, box_.y1));
    std::string rows;
    int listed = 0, others = count_;
    for (std::size_t y = 0; y < of_row_.size() && listed < k_listed_rows; ++y) {
      if (of_row_[y] == 0) continue;
      rows += fmt::format("{}{} in row {}", listed++ ? ", " : "", of_row_[y], y);
      others -= of_row_[y];
    }
    if (others > 0) rows += fmt::format(", and {} in further rows", others);
    return fmt::format(" They lie in {}, {}: {}.", range("x", box_.x0, box_.x1), range("y", box_.y0, box_.y1), rows);
  }

  /// The type of a sum that is too narrow; empty if the numbers do not look so.
  std::string narrow() const {
    if (count_ < 3 || (difference_ & 0xff) != 0) return "";
    const bool bytes = (difference_ & 0xffff) != 0;
    return fmt::format(" The wrong entries are the right ones modulo {}: is a sum kept in an {}?", bytes ? 256 : 65536,
                       bytes ? "unsigned char" : "unsigned short");
  }

 private:
  static constexpr int k_listed_rows = 4;
  int count_ = 0;
  PixelBox box_;
  std::vector<int> of_row_;
  std::uint64_t difference_ = 0;  ///< all of them, or-ed
};

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
  const auto equal = [&](std::int64_t got, std::int64_t sum) { return floats ? got == sum : same(got, sum); };
  check.filling = floats ? static_cast<std::int64_t>(std::bit_cast<float>(k_filling)) : k_filling;
  int wrong_exclusive = 0;
  std::array<bool, k_forms.size()> forms;
  forms.fill(check.width * check.height > 1);
  WrongEntries wrong(check.width, check.height);
  for (int y = 0; y < check.height; ++y)
    for (int x = 0; x < check.width; ++x) {
      const std::int64_t got = (*numbers)[static_cast<std::size_t>(y * check.width + x)], wanted = sums.of({0, 0, x, y});
      wrong_exclusive += !equal(got, sums.before(x, y));
      for (std::size_t f = 0; f < forms.size(); ++f)
        forms[f] = forms[f] && equal(got, k_forms[f].entry(sums, x, y, check.width, check.height));
      if (equal(got, wanted)) continue;
      wrong.add(x, y, got, wanted);
      if (check.wrong_entries++ > 0) continue;
      check.x = x;
      check.y = y;
      check.got =
          got >= k_no_number ? number_text(satlab::Type::f32, static_cast<std::uint64_t>(got), 4) : fmt::format("{}", got);
      check.wanted = fmt::format("{}", wanted);
    }
  if (check.wrong_entries == 0) {
    check.state = TableCheck::right;
    check.sentence = "The table is right.";
    return check;
  }
  if (wrong_exclusive == 0) {
    check.state = TableCheck::exclusive;
    check.wrong_entries = 0;
    check.sentence = "The table is right in its exclusive form: each entry sums the pixels left of it and above it.";
    return check;
  }
  check.state = TableCheck::wrong;
  check.sentence =
      fmt::format("{} of {} {} {} wrong; the first is at x = {}, y = {}: it is {} instead of {}.", check.wrong_entries,
                  check.width * check.height, check.width * check.height == 1 ? "entry" : "entries",
                  check.wrong_entries == 1 ? "is" : "are", check.x, check.y, check.got, check.wanted);
  check.sentence += wrong.where();
  const auto form = std::find(forms.begin(), forms.end(), true);
  check.known_form = form != forms.end();
  if (check.known_form) check.sentence += fmt::format(" {}", k_forms[static_cast<std::size_t>(form - forms.begin())].sentence);
  if (!check.known_form && !floats) check.sentence += wrong.narrow();
  return check;
}

void explain(TableCheck& check, bool unwritten, const std::function<std::optional<Numbers>(std::uint32_t)>& again) {
  if (check.state != TableCheck::wrong || check.known_form) return;
  const std::int64_t shorter = std::min(check.width, check.height), longer = std::max(check.width, check.height);
  if (shorter * shorter * longer > k_most_boxes) {
    check.sentence += " Which pixels it sums is looked for in smaller pictures only.";
    return;
  }
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
    const bool filling = same(got.front(), check.filling);
    check.never_written = filling && unwritten;
    check.sentence += check.never_written ? " It was never written."
                      : filling           ? " It comes from memory that no thread had written."
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
