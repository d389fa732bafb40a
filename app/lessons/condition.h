// SPDX-License-Identifier: Apache-2.0
// What a lesson waits for: a condition over the state of the window, as `--state-out` writes it.
//
//     box.sum == 612 and box.w * box.h == 6
//     steps.params.padding == 0 or not (learn.answer > 15)
//
// A name leads through the members of the state, a number in it through an array: race.results.0.name. What is absent is null.
// Strings are in single quotes. There are + - * /, == != < <= > >=, not, and, or, and parentheses; nothing else can be asked.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satscope::app {

class Condition {
 public:
  using Value = std::function<nlohmann::json(const nlohmann::json&)>;
  using Path = std::vector<std::string>;  ///< of a name through the members
  struct Part {
    Value value;
    std::vector<Path> names;
    std::string text;
    std::string sign = {};  ///< where it compares one name with what names nothing; else empty
    Value wanted = {};      ///< then what it is compared with
  };

  Condition() = default;
  /// Throws std::invalid_argument with a sentence that names the place.
  explicit Condition(std::string_view text);

  explicit operator bool() const { return static_cast<bool>(value_); }
  /// What compares different kinds, or computes with what is no number, does not hold.
  bool holds(const nlohmann::json& state) const;
  /// Of a condition `A and B and ...`: whether some of these parts name this member, and all those that do hold.
  bool partly_holds(std::string_view name, const nlohmann::json& state) const;
  /// Those that the outermost `and`s join; none where an `or` is outermost.
  const std::vector<Part>& parts() const { return parts_; }
  /// What it computes; null where that is no value.
  nlohmann::json value(const nlohmann::json& state) const { return value_ ? value_(state) : nlohmann::json(); }
  const std::string& text() const { return text_; }
  static bool holds(const Part& part, const nlohmann::json& state);
  /// What is there in this state; null: nothing.
  static nlohmann::json value_at(const Path& path, const nlohmann::json& state);
  /// The names in it that lead to nothing in this state, such as those with a slip.
  std::vector<std::string> absent_from(const nlohmann::json& state) const;
  /// The names in it, each once, and what is there in this state; null: nothing.
  std::vector<std::pair<std::string, nlohmann::json>> values_in(const nlohmann::json& state) const;

 private:
  std::string text_;
  std::vector<Path> names_;
  std::vector<Part> parts_;
  Value value_;
};

}  // namespace satscope::app
