// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/source/examples.h"

#include <array>
#include <string>

#include "app/workspaces/steps/source/what.h"

namespace satscope::app {
namespace {

constexpr std::array k_examples{
    StepsExample{.id = "serial",
                 .title = "One entry after another",
                 .about = "One thread makes the whole table: a running sum per row, plus the entry above.",
                 .algorithm = "serial",
                 .ready = "bilgic"},
    StepsExample{.id = "tree",
                 .title = "One row by a tree",
                 .about = "Four threads sum a row together: up a tree of pairs, and down again.",
                 .algorithm = "scan-transpose-scan",
                 .ready = "row",
                 .form = Form::exclusive,
                 .passes = 1,
                 .without_hole = true},
    StepsExample{.id = "transpose",
                 .title = "A table by scan and transpose",
                 .about = "Scan all rows by trees, turn the table, scan again, turn back.",
                 .algorithm = "scan-transpose-scan",
                 .ready = "bilgic",
                 .form = Form::padded,
                 .without_hole = true},
    StepsExample{.id = "brlt",
                 .title = "The same in registers",
                 .about = "A tile is turned inside the block, so every thread sums alone.",
                 .algorithm = "brlt-scanrow",
                 .ready = "bilgic"},
    StepsExample{.id = "look-back",
                 .title = "One pass, by looking back",
                 .about = "Blocks share their sums while they all run.",
                 .algorithm = "single-pass",
                 .ready = "noise",
                 .side = 32,
                 .view = "look-back"},
};

StepsSettings settings_of_example(StepsSettings settings, const StepsExample& example) {
  step_algorithm(settings, std::string(example.algorithm));
  settings.source.kind = StepsSource::Kind::ready;  // numbers that were typed stay at hand
  settings.source.side = example.side;
  settings.source.ready = example.ready;
  if (example.without_hole) settings.params["padding"] = false;
  settings.form = example.form;
  settings.type.clear();
  settings.passes = example.passes;
  settings.together = true;
  return settings;
}

}  // namespace

std::span<const StepsExample> steps_examples() { return k_examples; }

void apply_example(StepsSettings& settings, const StepsExample& example) {
  settings = settings_of_example(settings, example);
  settings.view = example.view.empty() ? first_step_view() : example.view;
}

std::optional<std::size_t> current_example(const StepsSettings& settings) {
  for (std::size_t i = 0; i < k_examples.size(); ++i) {
    StepsSettings one = settings_of_example(settings, k_examples[i]);
    // what leaves the example the same
    one.size = settings.size;
    one.together = settings.together;
    if (settings.source.ready != "noise") one.source.side = settings.source.side;
    if (one == settings) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> next_example(const StepsSettings& settings, int direction) {
  const auto now = current_example(settings);
  if (!now) return 0;
  if (direction < 0) return *now == 0 ? std::nullopt : std::optional(*now - 1);
  return *now + 1 < k_examples.size() ? std::optional(*now + 1) : std::nullopt;
}

}  // namespace satscope::app
