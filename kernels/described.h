// SPDX-License-Identifier: Apache-2.0
// Common to algorithms and filters: they describe themselves and their parameters as data, and are found by id.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace satscope {

// ---------------------------------------------------------------- parameters

using ParamValue = std::variant<bool, std::string, double>;  // a choice holds the chosen text

/// The numbers that a parameter allows. Whole ones are min, min + step, ... up to max; for fractions the step is only that of a
/// control.
struct ParamRange {
  double min = 0, max = 0, step = 1;
  bool whole = false;  ///< no fractions

  double last() const;  ///< the largest that is allowed
  bool contains(double number) const;
  /// The allowed number nearest to this one.
  double nearest(double number) const;
  std::string text() const;  ///< "a whole number from 0 to 300", "an even number from 2 to 256"
};

/// Values by parameter id; an absent one has its default.
using Params = std::map<std::string, ParamValue>;

/// A parameter described as data: window and command line build their controls from it. With both a range and choices it takes
/// a number or one of the choices ("auto").
struct Param {
  std::string id;
  ParamValue fallback;                    ///< the default
  std::vector<std::string> choices = {};  ///< what is allowed where the value is a text, in the order shown
  std::optional<ParamRange> range = {};   ///< what is allowed where the value is a number
  std::string help;                       ///< one sentence
  /// Where it acts only beside some values of another parameter: that one and these. No id: it always acts.
  struct Needs {
    std::string param = {};
    std::vector<std::string> values = {};
  };
  Needs needs = {};

  std::string_view kind() const;  ///< "bool", "choice", or with a range "int" or "float"
  std::string allowed() const;    ///< "true or false", "one of a, b", "a whole number from 1 to 65536, or auto"
  /// The value of `text` (true/false/on/off/1/0, one of the choices, or a number in the range). Throws std::invalid_argument
  /// with a sentence that says what is allowed.
  ParamValue parse(std::string_view text) const;
  /// The value among `params`, checked, or the default. Throws as `parse` does.
  ParamValue value_in(const Params& params) const;
};

/// The text of a value, as `Param::parse` reads it.
std::string to_text(const ParamValue& value);

// ---------------------------------------------------------------- the description

/// What the steps of some labels are for, as a teacher explains it.
struct Phase {
  std::string label;       ///< begins the labels of its steps, up to their end, a blank, a comma or a number
  std::string idea;        ///< one sentence
  std::string watch = {};  ///< one sentence on what to look at; may be empty

  bool covers(std::string_view step_label) const;
};

/// A slip in what a paper prints, which the kernel does not follow.
struct Slip {
  std::string where;    ///< "Chen et al. 2018, Algorithm 3"
  std::string printed;  ///< one sentence each: what is there,
  std::string effect;   ///< what would come of it,
  std::string here;     ///< and how the kernel reads it
};

/// The head of an algorithm's or a filter's description.
struct Described {
  std::string id;     ///< as the user types it
  std::string title;  ///< as the window shows it
  std::string paper;  ///< author, year, title
  std::string text;   ///< what to watch, for a learner
  std::vector<Param> params = {};
  std::vector<Phase> phases = {};  ///< of its steps in a trace
  std::vector<Slip> slips = {};    ///< in its papers
  /// For an algorithm that needs a library: empty if it is here, else a sentence with "not supported" in it. The first call may
  /// load the library.
  std::function<std::string()> absence = {};

  /// The phase of a step with this label, or null. Where several cover it, the one with the longest label.
  const Phase* find_phase(std::string_view step_label) const;
  const Param* find_param(std::string_view param_id) const;
  // These throw std::invalid_argument with a sentence that says what is wrong and what is allowed.
  const Param& param(std::string_view param_id) const;
  void check_names(const Params& values) const;
  /// Whether the parameter makes a difference beside these values of the others.
  bool acts(const Param& param, const Params& values) const;
  /// Adds the value of a word NAME=VALUE; each name once.
  void read(std::string_view word, Params& values) const;
};

/// Why it can run no request here; empty if it can run some.
std::string absence(const Described& self);

// The parameter's value, or its default.
bool flag(const Described& self, const Params& values, std::string_view param);
std::string choice(const Described& self, const Params& values, std::string_view param);
double number(const Described& self, const Params& values, std::string_view param);
int whole(const Described& self, const Params& values, std::string_view param);
/// The same for a parameter that also has choices: nothing if the value is one of them.
std::optional<int> whole_unless_choice(const Described& self, const Params& values, std::string_view param);

// ---------------------------------------------------------------- lists of what has an id

/// The list's ids, separated by commas, for a sentence.
template <class List>
std::string ids_of(const List& list) {
  std::string text;
  for (const auto& entry : list) text += (text.empty() ? "" : ", ") + std::string(entry.id);
  return text;
}

/// The entry of this id, or null.
template <class List>
constexpr auto find_in(const List& list, std::string_view id) -> decltype(&*list.begin()) {
  for (const auto& entry : list)
    if (entry.id == id) return &entry;
  return nullptr;
}

/// The sentence for an id that no entry has: "unknown filter 'bx'; choose one of box, lens".
template <class List>
std::string no_such(const List& list, std::string_view kind, std::string_view id) {
  return "unknown " + std::string(kind) + " '" + std::string(id) + "'; choose one of " + ids_of(list);
}

/// The entry of this id; throws std::invalid_argument if there is none.
template <class List>
const auto& known_in(const List& list, std::string_view kind, std::string_view id) {
  if (const auto* entry = find_in(list, id)) return *entry;
  throw std::invalid_argument(no_such(list, kind, id));
}

}  // namespace satscope
