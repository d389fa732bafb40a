// SPDX-License-Identifier: Apache-2.0
// A table of numbers as text: a row per line, values separated by semicolons, commas or blanks, with a decimal point. The first
// line decides the separator: a semicolon if it has one, else a comma, else blanks.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/sources/loaders.h"
#include "app/sources/quote.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_blanks = " \t";
constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(k_blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
}

/// Text has no other control characters; a NUL or an escape early in the file means that it is something else.
bool looks_like_text(std::string_view start) {
  for (const char c : start)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') return false;
  return true;
}

/// Takes what is before the next line end (\n, \r\n or \r) off the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, text.size()));
  return line;
}

/// Takes the next value off the line; separator ' ' stands for any run of blanks.
std::string_view take_value(std::string_view& line, char separator, bool& more) {
  const std::size_t end = std::min(separator == ' ' ? line.find_first_of(k_blanks) : line.find(separator), line.size());
  const std::string_view value = trimmed(line.substr(0, end));
  more = end < line.size();
  line.remove_prefix(end + (more ? 1 : 0));
  if (separator == ' ') line = trimmed(line);
  return value;
}

class Table {
 public:
  explicit Table(const FileBytes& file) : file_(file) {}

  Samples read() {
    std::string_view text = file_.text();
    if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
    text.remove_suffix(text.size() - (text.find_last_not_of(" \t\r\n") + 1));
    if (text.empty())
      throw InputError(fmt::format("'{}' contains no numbers; a CSV has one row of numbers per line", file_.name));
    while (!text.empty()) {
      ++line_;
      read_row(trimmed(take_line(text)));
    }
    const Extent extent{width_, line_};
    if (file_.after) require_memory(file_.name, extent, 0, file_.after);
    return {.name = file_.name, .extent = extent, .values = std::move(values_), .colours = {}};
  }

 private:
  void read_row(std::string_view row) {
    if (row.empty()) throw broken(1, "the line is empty");
    if (line_ == 1) separator_ = row.find(';') != row.npos ? ';' : row.find(',') != row.npos ? ',' : ' ';
    int column = 0;
    for (bool more = true; more;) {
      const std::string_view value = take_value(row, separator_, more);
      values_.push_back(number(value, ++column));
    }
    if (line_ == 1) width_ = column;
    if (column != width_)
      throw broken(std::min(column, width_) + 1,
                   fmt::format("this row has {}, and the first row has {}", counted(column, "value"), width_));
  }

  double number(std::string_view text, int column) const {
    if (text.empty()) throw broken(column, "a value is missing");
    std::string_view digits = text;
    if (digits.starts_with('+') && digits.size() > 1 && digits[1] != '-') digits.remove_prefix(1);  // from_chars takes no plus
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
      throw broken(column, fmt::format("{} is beyond the range of a double", quote(text)));
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
      throw broken(column, fmt::format("{} is not a number", quote(text)));
    return value;
  }

  InputError broken(int column, std::string_view why) const {
    return InputError(fmt::format("'{}', line {}, column {}: {}", file_.name, line_, column, why));
  }

  const FileBytes& file_;
  std::vector<double> values_;
  int line_ = 0, width_ = 0;
  char separator_ = ',';
};

/// Whether the text could be meant as numbers: its name says so, or its first value is one.
bool is_meant_as_numbers(const FileBytes& file) {
  for (const char* ending : {".csv", ".tsv", ".txt", ".dat"})
    if (file.has_ending(ending)) return true;
  std::string_view text = file.text();
  if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n+"), text.size()));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return text.empty() ||
         (error != std::errc::invalid_argument && std::isfinite(value) &&
          (end == text.data() + text.size() || std::string_view(" \t\r\n,;").find(*end) != std::string_view::npos));
}

Loaded numbers_in(const FileBytes& file) {
  constexpr std::size_t k_judged = 4096;
  if (!looks_like_text(file.text().substr(0, k_judged))) return {};
  // a digit and a separator make a double of eight bytes, and the vector grows by doubling
  require_memory(fmt::format("'{}'", file.name), 8.0 * static_cast<double>(file.bytes.size()));
  return Table(file).read();
}

}  // namespace

Loaded load_numbers(const FileBytes& file) { return is_meant_as_numbers(file) ? numbers_in(file) : Loaded(); }

Samples numbers_from_text(const std::string& text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    throw InputError(fmt::format("{} are missing; give one row of numbers per line", name));
  Loaded samples = numbers_in({name, std::as_bytes(std::span(text))});
  if (!samples) throw InputError(fmt::format("{} are not numbers; give one row of numbers per line", name));
  return std::move(*samples);
}

}  // namespace satscope::app
