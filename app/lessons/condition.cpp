// SPDX-License-Identifier: Apache-2.0
#include "app/lessons/condition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/core/text/foreign_text.h"

namespace satscope::app {
namespace {
using nlohmann::json;
using Value = Condition::Value;

/// What is absent, or what a member of it is: never an exception.
json member(const json& state, const std::vector<std::string>& path) {
  const json* at = &state;
  for (const std::string& name : path) {
    if (at->is_object() && at->contains(name)) {
      at = &(*at)[name];
    } else if (std::size_t index = 0; at->is_array() && std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
                                      std::from_chars(name.data(), name.data() + name.size(), index).ec == std::errc() &&
                                      index < at->size()) {
      at = &(*at)[index];
    } else {
      return nullptr;
    }
  }
  return *at;
}

bool is_true(const json& value) { return value.is_boolean() && value.get<bool>(); }

json compared(std::string_view sign, const json& a, const json& b) {
  const bool numbers = a.is_number() && b.is_number();
  if (sign == "==") return a == b;
  if (sign == "!=") return a != b;
  if (!numbers) return false;
  const double x = a.get<double>(), y = b.get<double>();
  if (sign == "<") return x < y;
  if (sign == "<=") return x <= y;
  return sign == ">" ? x > y : x >= y;
}

json computed(char sign, const json& a, const json& b) {
  if (!a.is_number() || !b.is_number()) return nullptr;
  const double x = a.get<double>(), y = b.get<double>();
  switch (sign) {
    case '+': return x + y;
    case '-': return x - y;
    case '*': return x * y;
    default: return y == 0 ? json() : json(x / y);
  }
}

constexpr std::size_t k_shown = 80;  // characters of a condition in a sentence

/// Reads a condition by recursive descent.
class ConditionReader {
 public:
  ConditionReader(std::string_view text, std::vector<Condition::Path>& names, std::vector<Condition::Part>& parts)
      : text_(text), names_(names), parts_(parts) {}

  Value whole() {
    Value value = either();
    if (at_ < text_.size()) fail("an operator, or the end");
    if (!joins_) parts_.clear();
    return value;
  }

 private:
  /// A parenthesis, or a `not`: reading goes one call deeper, and what is read is called one deeper.
  class Level {
   public:
    explicit Level(ConditionReader& reader) : depth_(reader.depth_) {
      constexpr int k_most = 50;
      if (++depth_ > k_most)
        throw std::invalid_argument(fmt::format("the condition has more than {} levels of '(' and 'not'", k_most));
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;

   private:
    int& depth_;
  };

  /// The right side of an operator, of which there are not too many: each calls its left side.
  Value counted(Value right) {
    constexpr int k_most = 500;
    if (++operators_ > k_most) throw std::invalid_argument(fmt::format("the condition has more than {} operators", k_most));
    return right;
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    throw std::invalid_argument(fmt::format("the condition '{}' does not go on at '{}': {} is expected there",
                                            shortened(text_, k_shown),
                                            at_ < text_.size() ? shortened(text_.substr(at_), k_shown) : "its end", wanted));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view sign) {
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    skip();
    return true;
  }
  static bool in_name(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }
  bool take_word(std::string_view word) {
    const std::size_t end = at_ + word.size();
    if (text_.substr(at_, word.size()) != word || (end < text_.size() && in_name(text_[end]))) return false;
    return take(word);
  }

  Value either() {
    Value left = both();
    while (take_word("or")) {
      if (depth_ == 0) joins_ = false;
      left = [left = std::move(left), right = counted(both())](const json& state) -> json {
        return is_true(left(state)) || is_true(right(state));
      };
    }
    return left;
  }
  /// A part of a condition that `and` joins to others.
  Value joined() {
    const std::size_t before = names_.size(), from = at_;
    comparison_ = {};
    Value value = denied();
    if (depth_ > 0) return value;
    std::string_view text = text_.substr(from, at_ - from);
    text.remove_suffix(text.size() - (text.find_last_not_of(' ') + 1));
    parts_.push_back({value, {names_.begin() + static_cast<std::ptrdiff_t>(before), names_.end()}, std::string(text)});
    if (!comparison_.is_of_name || parts_.back().names.size() != 1) return value;
    parts_.back().sign = comparison_.sign;
    parts_.back().wanted = comparison_.wanted;
    return value;
  }
  Value both() {
    Value left = joined();
    while (take_word("and"))
      left = [left = std::move(left), right = counted(joined())](const json& state) -> json {
        return is_true(left(state)) && is_true(right(state));
      };
    return left;
  }
  Value denied() {
    if (!take_word("not")) return comparison();
    const Level level(*this);
    Value value = denied();
    comparison_ = {};
    return [value = std::move(value)](const json& state) -> json { return !is_true(value(state)); };
  }
  Value comparison() {
    const std::size_t before = names_.size(), from = at_;
    Value left = sum();
    const std::string_view said = text_.substr(from, at_ - from);
    const bool name_alone = names_.size() == before + 1 && said.find_first_of("+-*/()") == said.npos;
    constexpr std::array<std::string_view, 6> signs{"==", "!=", "<=", ">=", "<", ">"};
    for (const std::string_view sign : signs) {
      if (!take(sign)) continue;
      Value right = counted(sum());
      comparison_ = {name_alone && names_.size() == before + 1, sign, right};
      return [sign, left = std::move(left), right = std::move(right)](const json& state) {
        return compared(sign, left(state), right(state));
      };
    }
    return left;
  }
  Value computation(std::string_view signs, Value (ConditionReader::*part)()) {
    Value left = (this->*part)();
    while (at_ < text_.size() && signs.find(text_[at_]) != signs.npos) {
      const char sign = text_[at_];
      take({&sign, 1});
      left = [sign, left = std::move(left), right = counted((this->*part)())](const json& state) {
        return computed(sign, left(state), right(state));
      };
    }
    return left;
  }
  Value sum() { return computation("+-", &ConditionReader::product); }
  Value product() { return computation("*/", &ConditionReader::operand); }

  Value operand() {
    skip();
    if (at_ >= text_.size()) fail("a name, a number or a text in quotes");
    if (take("(")) {
      const Level level(*this);
      Value value = either();
      if (!take(")")) fail("')'");
      return value;
    }
    if (text_[at_] == '\'') return quoted();
    if (text_[at_] == '-' || std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    if (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) return name();
    fail("a name, a number or a text in quotes");
  }
  Value quoted() {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == text_.npos) fail("a second quote");
    const std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    skip();
    return [text](const json&) -> json { return text; };
  }
  Value number() {
    double number = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (error != std::errc()) fail("a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    skip();
    return [number](const json&) -> json { return number; };
  }
  Value name() {
    std::vector<std::string> path(1);
    for (; at_ < text_.size() && (in_name(text_[at_]) || text_[at_] == '.'); ++at_) {
      if (text_[at_] == '.')
        path.emplace_back();
      else
        path.back() += text_[at_];
    }
    for (const std::string& part : path)
      if (part.empty()) fail("a name after the point");
    for (const std::string_view word : {"and", "or", "not"})
      if (path.front() == word) fail("a name, a number or a text in quotes");
    skip();
    if (path.size() == 1 && (path[0] == "true" || path[0] == "false"))
      return [is = path[0] == "true"](const json&) -> json { return is; };
    if (path.size() == 1 && path[0] == "null") return [](const json&) { return json(); };
    names_.push_back(path);
    return [path](const json& state) { return member(state, path); };
  }

  std::string_view text_;
  std::vector<Condition::Path>& names_;
  std::vector<Condition::Part>& parts_;
  struct {
    bool is_of_name = false;  // one name on the left, none on the right
    std::string_view sign;
    Value wanted;
  } comparison_;       // that was read last
  bool joins_ = true;  // no `or` is outermost
  std::size_t at_ = 0;
  int depth_ = 0, operators_ = 0;
};

}  // namespace

Condition::Condition(std::string_view text) : text_(text) { value_ = ConditionReader(text_, names_, parts_).whole(); }

std::vector<std::string> Condition::absent_from(const json& state) const {
  std::vector<std::string> absent;
  for (const auto& [name, value] : values_in(state))
    if (value.is_null()) absent.push_back(name);
  return absent;
}

std::vector<std::pair<std::string, json>> Condition::values_in(const json& state) const {
  std::vector<std::pair<std::string, json>> values;
  for (const Path& path : names_) {
    std::string name = fmt::format("{}", fmt::join(path, "."));
    if (std::ranges::find(values, name, &std::pair<std::string, json>::first) == values.end())
      values.emplace_back(std::move(name), member(state, path));
  }
  return values;
}

bool Condition::partly_holds(std::string_view name, const json& state) const {
  bool found = false;
  for (const Part& part : parts_) {
    const auto is_it = [&](const Path& path) { return fmt::format("{}", fmt::join(path, ".")) == name; };
    if (std::ranges::none_of(part.names, is_it)) continue;
    if (!holds(part, state)) return false;
    found = true;
  }
  return found;
}

bool Condition::holds(const Part& part, const json& state) { return is_true(part.value(state)); }

json Condition::value_at(const Path& path, const json& state) { return member(state, path); }

bool Condition::holds(const json& state) const { return value_ && is_true(value_(state)); }

}  // namespace satscope::app
