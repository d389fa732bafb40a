// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/packed_drawings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "app/core/json.h"
#include "app/workspaces/steps/caption/kernel_text.h"

namespace satscope::app {
namespace {

/// A line of SVG with its numbers, colours and text taken out.
struct PartedLine {
  std::string form;
  std::vector<std::string> fillings;
};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_hex(char letter) { return is_digit(letter) || (letter >= 'a' && letter <= 'f'); }

/// How many letters at the beginning are a colour, "#1a1f27", or a number; 0: neither.
std::size_t colour_length(std::string_view text) {
  constexpr std::size_t k_length = 7;
  return text.size() >= k_length && text[0] == '#' && std::ranges::all_of(text.substr(1, k_length - 1), is_hex) ? k_length : 0;
}
std::size_t number_length(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  if (at >= text.size() || !is_digit(text[at])) return 0;
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at + 1 >= text.size() || text[at] != '.' || !is_digit(text[at + 1])) return at;
  for (++at; at < text.size() && is_digit(text[at]);) ++at;
  return at;
}

PartedLine parted(std::string_view line) {
  PartedLine parts;
  bool quoted = false;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    std::size_t taken = 0;
    char gap = '{';
    if (quoted) {
      taken = colour_length(rest);
      gap = taken > 0 ? '}' : '{';
      if (taken == 0) taken = number_length(rest);
    } else if (at > 0 && line[at - 1] == '>') {
      taken = std::min(rest.find('<'), rest.size());
    }
    if (taken > 0) {
      parts.form += gap;
      parts.fillings.emplace_back(rest.substr(0, taken));
      at += taken;
      continue;
    }
    if (rest[0] == '{' || rest[0] == '}') return {"{", {std::string(line)}};  // because: in a form these are gaps
    quoted ^= rest[0] == '"';
    parts.form += rest[0];
    ++at;
  }
  return parts;
}

/// A number of JSON where a reader writes it back as the same letters; else a text.
nlohmann::json filling_json(const std::string& text) {
  constexpr std::size_t k_certain = 15;  // digits of a double
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.size() > k_certain || number_length(text) != text.size())
    return text;
  if (value == std::floor(value)) {
    const auto whole = static_cast<long long>(value);
    return std::to_string(whole) == text ? nlohmann::json(whole) : nlohmann::json(text);
  }
  const nlohmann::json number = value;
  return number.dump() == text ? number : nlohmann::json(text);
}

std::size_t number_of(auto& numbers, const auto& key, nlohmann::json& list, const auto& entry) {
  const auto [found, added] = numbers.try_emplace(key, list.size());
  if (added) list.push_back(entry);
  return found->second;
}

}  // namespace

std::size_t PackedDrawings::line(std::string_view light, std::string_view dark) {
  const auto [known, added] = numbers_.try_emplace({std::string(light), std::string(dark)}, lines_.size());
  if (!added) return known->second;
  PartedLine parts = parted(light), in_dark = parted(dark);
  if (parts.form != in_dark.form) {
    parts = {"{", {std::string(light)}};
    in_dark = {"{", {std::string(dark)}};
  }
  nlohmann::json entry{number_of(forms_, parts.form, form_list_, parts.form)};
  std::size_t gap = 0;
  for (std::size_t i = 0; i < parts.fillings.size(); ++i) {
    gap = parts.form.find_first_of("{}", gap);
    const std::string &one = parts.fillings[i], &other = in_dark.fillings[i];
    if (parts.form[gap++] == '}')
      entry.push_back(number_of(colours_, std::pair(one, other), colour_list_, nlohmann::json{one, other}));
    else
      entry.push_back(one == other ? filling_json(one) : nlohmann::json{one, other});
  }
  lines_.push_back(std::move(entry));
  return known->second;
}

nlohmann::json PackedDrawings::add(std::string_view light, std::string_view dark) {
  std::vector<std::string_view> lines = lines_of(light), in_dark = lines_of(dark);
  lines.resize(std::max(lines.size(), in_dark.size()));
  in_dark.resize(lines.size());
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t number = line(lines[i], in_dark[i]);
    if (!runs.empty() && runs[runs.size() - 2] + runs.back() == number)
      ++runs.back();
    else
      runs.insert(runs.end(), {number, 1});
  }
  return runs;
}

nlohmann::json PackedDrawings::data() const { return {{"forms", form_list_}, {"colours", colour_list_}, {"lines", lines_}}; }

}  // namespace satscope::app
