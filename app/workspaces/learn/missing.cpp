// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/missing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/core/text/number_text.h"

namespace satscope::app {
namespace {
using nlohmann::json;
using Part = Condition::Part;

constexpr std::string_view k_answer = "learn.answer", k_prediction = "steps.prediction", k_params = "params.";

std::string name_of(const Condition::Path& path) { return fmt::format("{}", fmt::join(path, ".")); }

bool names(const Part& part, std::string_view begin) {
  return std::ranges::any_of(part.names, [&](const auto& path) { return name_of(path).starts_with(begin); });
}

/// A name of the state as a reader says it; one that has no words is said as `--check` does.
std::string words_for(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> k_words{{
      {"box.sum", "the sum of the box"},
      {"box.w", "the width of the box"},
      {"box.h", "the height of the box"},
      {"box.x", "the first column of the box"},
      {"box.y", "the first row of the box"},
      {"steps.step", "the step"},
      {"steps.pass", "the pass"},
      {"steps.phase", "the phase"},
      {"steps.algorithm", "the algorithm"},
      {"algorithm", "the algorithm"},
      {"explore.reads", "the number of reads"},
      {"input", "the picture"},
      {"workspace", "the workspace"},
  }};
  const auto found = std::ranges::find(k_words, name, [](const auto& pair) { return pair.first; });
  if (found != k_words.end()) return std::string(found->second);
  const std::size_t param = name.find(k_params);
  return param == name.npos ? name : fmt::format("the parameter {}", name.substr(param + k_params.size()));
}

std::string said(const json& value, bool of_param = false) {
  return of_param && value.is_boolean() ? (value.get<bool>() ? "on" : "off")
         : value.is_number()            ? grouped(value.get<double>())
         : value.is_string()            ? value.get<std::string>()
         : value.is_null()              ? "none"
                                        : value.dump();
}

/// "612", "less than 5", "another one".
std::string wanted_by(std::string_view sign, const json& wanted, bool of_param) {
  const std::string number = said(wanted, of_param);
  if (sign == "!=") return wanted.is_null() ? "one" : "another one";
  if (sign == "<") return "less than " + number;
  if (sign == ">") return "more than " + number;
  if (sign == "<=") return number + " or less";
  if (sign == ">=") return number + " or more";
  return number;
}

class Missing {
 public:
  Missing(const Condition& until, const json& state) : until_(until), state_(state) {}

  std::string text() {
    add_pair("box.w", "box.h", "the box is {}x{}, the task wants {}x{}");
    add_pair("box.x", "box.y", "the box begins at column {}, row {}, the task wants column {}, row {}");
    for (const Part& part : until_.parts())
      if (!Condition::holds(part, state_) && !names(part, k_answer)) add(part);
    if (texts_.empty()) return {};
    std::string all = fmt::format("{}.", fmt::join(texts_, "; "));
    if (all.starts_with("the")) all[0] = 'T';  // a name of the state stays as it is
    return all;
  }

 private:
  /// The part that wants a member to be one value.
  const Part* equal_to(std::string_view name) const {
    const auto found = std::ranges::find_if(
        until_.parts(), [&](const Part& part) { return part.sign == "==" && name_of(part.names.front()) == name; });
    return found == until_.parts().end() ? nullptr : &*found;
  }

  /// Two members that are said together.
  void add_pair(std::string_view first, std::string_view second, std::string_view words) {
    const Part *const a = equal_to(first), *const b = equal_to(second);
    if (!a || !b || (Condition::holds(*a, state_) && Condition::holds(*b, state_))) return;
    const json x = Condition::value_at(a->names.front(), state_), y = Condition::value_at(b->names.front(), state_);
    if (x.is_null() || y.is_null()) return;
    paired_.insert(paired_.end(), {a, b});
    texts_.push_back(fmt::format(fmt::runtime(words), said(x), said(y), said(a->wanted(state_)), said(b->wanted(state_))));
  }

  void add(const Part& part) {
    if (std::ranges::find(paired_, &part) != paired_.end()) return;
    std::string text;
    if (names(part, k_prediction)) {
      // because: how many are right, and where, is the student's to find
      text = "the prediction is not made, or not right yet";
    } else if (!part.sign.empty()) {
      const std::string name = name_of(part.names.front());
      const bool param = name.find(k_params) != name.npos;
      const json value = Condition::value_at(part.names.front(), state_);
      text = value.is_null() && name.starts_with("box.")
                 ? "there is no box yet"
                 : fmt::format("{} is {}, the task wants {}", words_for(name), said(value, param),
                               wanted_by(part.sign, part.wanted(state_), param));
    } else if (part.names.size() == 1 && part.text == name_of(part.names.front())) {
      text = fmt::format("{} is not true yet", words_for(part.text));
    } else {
      std::vector<std::string> values;
      for (const Condition::Path& path : part.names)
        values.push_back(fmt::format("{} is {}", words_for(name_of(path)), said(Condition::value_at(path, state_))));
      text = fmt::format("{}, the task wants {}", fmt::join(values, ", "), part.text);
    }
    if (std::ranges::find(texts_, text) == texts_.end()) texts_.push_back(std::move(text));
  }

  const Condition& until_;
  const json& state_;
  std::vector<std::string> texts_;
  std::vector<const Part*> paired_;
};

}  // namespace

std::string missing_text(const Condition& until, const json& state) { return Missing(until, state).text(); }

}  // namespace satscope::app
