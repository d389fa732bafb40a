// SPDX-License-Identifier: Apache-2.0
#include "kernels/described.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/near_word.h"

namespace satscope {
namespace {

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

}  // namespace

double ParamRange::last() const { return whole ? min + std::floor((max - min) / step) * step : max; }

bool ParamRange::contains(double number) const {
  if (!(number >= min && number <= max)) return false;
  return !whole || std::fmod(number - min, step) == 0;
}

double ParamRange::nearest(double number) const {
  return std::clamp(min + std::round((number - min) / step) * step, min, last());
}

std::string ParamRange::text() const {
  std::string kind = whole ? "a whole number" : "a number", by;
  if (whole && step == 2) {
    kind = std::fmod(min, 2) == 0 ? "an even number" : "an odd number";
  } else if (whole && step != 1) {
    if (std::fmod(min, step) == 0)
      kind = fmt::format("a multiple of {}", step);
    else
      by = fmt::format(" in steps of {}", step);
  }
  return fmt::format("{} from {} to {}{}", kind, min, last(), by);
}

std::string_view Param::kind() const {
  if (range) return range->whole ? "int" : "float";
  return std::holds_alternative<bool>(fallback) ? "bool" : "choice";
}

std::string Param::allowed() const {
  if (kind() == "bool") return "true or false";
  if (!range) return fmt::format("one of {}", fmt::join(choices, ", "));
  std::string text = range->text();
  if (choices.size() == 1) text += ", or " + choices.front();
  if (choices.size() > 1) text += fmt::format(", or one of {}", fmt::join(choices, ", "));
  return text;
}

ParamValue Param::parse(std::string_view text) const {
  if (kind() == "bool") {
    if (text == "true" || text == "on" || text == "1") return true;
    if (text == "false" || text == "off" || text == "0") return false;
  }
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string(text);
  if (range)
    if (const std::optional<double> number = number_of(text); number && range->contains(*number)) return *number;
  const std::string near = near_word(text, choices);
  throw std::invalid_argument(fmt::format("parameter {} must be {}, not '{}'{}", id, allowed(), text,
                                          near.empty() ? "" : fmt::format("; did you mean {}?", near)));
}

ParamValue Param::value_in(const Params& params) const {
  const auto set = params.find(id);
  return set == params.end() ? fallback : parse(to_text(set->second));
}

std::string to_text(const ParamValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

bool Phase::covers(std::string_view step_label) const {
  if (!step_label.starts_with(label)) return false;
  constexpr std::string_view k_ends = " ,=0123456789";
  return step_label.size() == label.size() || k_ends.find(step_label[label.size()]) != k_ends.npos;
}

const Phase* Described::find_phase(std::string_view step_label) const {
  const Phase* longest = nullptr;
  for (const Phase& phase : phases)
    if (phase.covers(step_label) && (!longest || phase.label.size() > longest->label.size())) longest = &phase;
  return longest;
}

const Param* Described::find_param(std::string_view param_id) const { return find_in(params, param_id); }

const Param& Described::param(std::string_view param_id) const {
  if (const Param* found = find_param(param_id)) return *found;
  if (params.empty()) throw std::invalid_argument(fmt::format("{} has no parameter '{}'; it has none", id, param_id));
  const std::string near = near_word(param_id, id_list(params));
  throw std::invalid_argument(fmt::format("{} has no parameter '{}'; {} parameters are {}", id, param_id,
                                          near.empty() ? "its" : fmt::format("did you mean {}? Its", near), ids_of(params)));
}

bool Described::acts(const Param& one, const Params& values) const {
  if (one.needs.param.empty()) return true;
  const std::string now = to_text(param(one.needs.param).value_in(values));
  return std::ranges::find(one.needs.values, now) != one.needs.values.end();
}

void Described::check_names(const Params& values) const {
  for (const auto& [name, value] : values) param(name);
}

void Described::read(std::string_view word, Params& values) const {
  const std::size_t equals = word.find('=');
  if (equals == word.npos || equals == 0) throw std::invalid_argument(fmt::format("{} takes NAME=VALUE, not '{}'", id, word));
  const std::string name(word.substr(0, equals));
  const Param& named = param(name);
  if (values.contains(name)) throw std::invalid_argument(fmt::format("{} is given {} twice; give it once", id, name));
  try {
    values[name] = named.parse(word.substr(equals + 1));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", id, error.what()));
  }
}

std::string absence(const Described& self) { return self.absence ? self.absence() : std::string(); }

bool flag(const Described& self, const Params& values, std::string_view param) {
  return std::get<bool>(self.param(param).value_in(values));
}

std::string choice(const Described& self, const Params& values, std::string_view param) {
  return std::get<std::string>(self.param(param).value_in(values));
}

double number(const Described& self, const Params& values, std::string_view param) {
  return std::get<double>(self.param(param).value_in(values));
}

int whole(const Described& self, const Params& values, std::string_view param) {
  return static_cast<int>(number(self, values, param));
}

std::optional<int> whole_unless_choice(const Described& self, const Params& values, std::string_view param) {
  const ParamValue value = self.param(param).value_in(values);
  const double* number = std::get_if<double>(&value);
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace satscope
