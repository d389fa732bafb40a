// SPDX-License-Identifier: Apache-2.0
// Controls that are built from a description: a combo over ids, a parameter of an algorithm.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/ui.h"
#include "kernels/plan.h"

namespace satscope::app {

struct Choice {
  std::string id, title, help;
  std::string group = {};    ///< a heading above the first of those that share it
  std::string why_not = {};  ///< why it cannot be chosen, a sentence: it is greyed and says so; empty: it can
};

/// While it lives the grab of a slider lets the text on it be read.
class TextOverGrab {
 public:
  explicit TextOverGrab(const Ui& ui);
  ~TextOverGrab();
  TextOverGrab(const TextOverGrab&) = delete;
  TextOverGrab& operator=(const TextOverGrab&) = delete;
};

/// A combo over ids with a title each; true if another one was chosen. control: its name among Ui::controls.
bool choose(Ui& ui, const char* label, std::string_view control, std::string_view tip, std::string& id,
            const std::vector<Choice>& choices);

/// What a choice of a parameter amounts to on the machine that is shown, "4 here"; empty: to itself.
using ChoiceHere = std::function<std::string(const Param&, const std::string& choice)>;

/// The control of a parameter: a box to tick, a combo, or for a number a slider over its range (Ctrl+click to type). One that
/// may be a number or a choice has a combo, named like the others and with an entry `number`, and below it the slider,
/// `ID:value`. control_prefix: with the parameter's id its name among Ui::controls; one for each owner of parameters on a
/// panel. usual: what a double click gives back, of the parameters that do not begin with their own default.
void draw_param(Ui& ui, const Param& param, Params& params,
                std::string_view control_prefix = "param:", const ChoiceHere& here = {}, const Params& usual = {});

}  // namespace satscope::app
