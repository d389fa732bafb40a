// SPDX-License-Identifier: Apache-2.0
// A stage in words. Every word is the plan's: a new algorithm needs no line here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/panels/status_text.h"
#include "app/workspaces/steps/views/stages/stages.h"

namespace satscope::app {
namespace {

std::string count_text(int number) { return grouped(static_cast<std::uint64_t>(number)); }

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}“{}”", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

std::string numbers_text(Scalar type) {
  switch (type) {
    case Scalar::u8: return "whole numbers of 8 bits";
    case Scalar::s32: return "whole numbers of 32 bits with a sign";
    case Scalar::u32: return "whole numbers of 32 bits";
    case Scalar::u64: return "whole numbers of 64 bits";
    case Scalar::f32: return "floats";
    case Scalar::f64: return "floats of 64 bits";
  }
  return "";
}

/// Which way the buffer lies, seen from the picture.
std::string way_text(const PlanStage& stage, Extent picture) {
  const auto [width, height] = stage.shape;
  if (stage.across == Along::x && stage.down == Along::y)
    return stage.shape == picture ? "one for each pixel"
                                  : fmt::format("the picture's {} with a border", grouped_extent(picture));
  if (stage.across == Along::y && stage.down == Along::x) return "transposed: each of its rows was a column";
  if (stage.across == Along::neither && stage.down == Along::y)
    return fmt::format("{} for each row of the picture", count_text(width));
  if (stage.across == Along::neither && stage.down == Along::x)
    return fmt::format("{} for each column of the picture", count_text(width));
  if (stage.across == Along::x) return fmt::format("{} for each column of the picture", count_text(height));
  if (stage.across == Along::y) return fmt::format("{} for each row of the picture", count_text(height));
  return "";
}

/// What the pass did with its buffers.
std::string effect_of(const PlanStage& stage) {
  const auto is_in = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  std::vector<std::string> read, written, changed;
  for (const std::string& name : stage.reads) (is_in(stage.writes, name) ? changed : read).push_back(name);
  for (const std::string& name : stage.writes)
    if (!is_in(stage.reads, name)) written.push_back(name);
  std::string text;
  const auto add = [&](const char* verb, const std::vector<std::string>& names, const char* after) {
    if (names.empty()) return;
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", verb, quoted(names), after);
  };
  add("reads", read, "");
  add("writes", written, "");
  add("changes", changed, " in place");
  return text;
}

/// What the buffer held before the pass.
std::string before_of(const PlanStage& stage, std::span<const PlanStage> stages) {
  for (std::size_t i = std::min(stage.passes, stages.size()); i-- > 1;)
    if (std::ranges::find(stages[i].writes, stage.name) != stages[i].writes.end())
      return fmt::format("Before, “{}” was as pass {}, “{}”, left it.", stage.name, i, stages[i].pass);
  return fmt::format("Before, “{}” was not written yet.", stage.name);
}

}  // namespace

std::string grouped_extent(Extent extent) {
  return fmt::format("{} × {}", count_text(extent.width), count_text(extent.height));
}

std::string sentence_of(const PlanStage& stage, std::span<const PlanStage> stages, Extent picture, const Algorithm* algorithm) {
  const std::string way = way_text(stage, picture);
  const std::string holds =
      fmt::format("{} {}{}{}", grouped_extent(stage.shape), numbers_text(stage.type), way.empty() ? "" : ", ", way);
  if (stage.passes == 0) return fmt::format("Before the first pass there is the picture as the algorithm reads it: {}.", holds);
  const std::string end = stage.is_table ? " It is the table: every entry sums all pixels above and to the left." : "";
  const satscope::Phase* about = algorithm ? algorithm->find_phase(stage.pass) : nullptr;
  const std::string before = about && !about->watch.empty() ? about->watch : before_of(stage, stages);
  return fmt::format("Pass {} of {} on {}, “{}”, {}. {}{}{} Shown is “{}” after it: {}.{}", stage.passes, stages.size() - 1,
                     grouped_extent(picture), stage.pass, effect_of(stage), before, about ? " " : "", about ? about->idea : "",
                     stage.name, holds, end);
}

std::vector<std::string> sentences_of(const PlanStage& stage, std::span<const PlanStage> stages, Extent picture,
                                      const Algorithm* algorithm) {
  std::vector<std::string> texts{sentence_of(stage, stages, picture, algorithm)};
  if (stage.passes == 0) {
    texts.push_back("Before the first pass there is the picture.");
    return texts;
  }
  const satscope::Phase* about = algorithm ? algorithm->find_phase(stage.pass) : nullptr;
  const std::string effect =
      fmt::format("Pass {} of {}, “{}”, {}.", stage.passes, stages.size() - 1, stage.pass, effect_of(stage));
  if (about) {
    const std::string before = about->watch.empty() ? before_of(stage, stages) : about->watch;
    texts.insert(texts.end(), {fmt::format("{} {} {}", effect, before, about->idea), fmt::format("{} {}", before, about->idea),
                               about->idea});
  }
  texts.insert(texts.end(), {effect, fmt::format("Pass {} of {}, “{}”.", stage.passes, stages.size() - 1, stage.pass)});
  return texts;
}

std::vector<std::string> stages_hover_texts(const Ui& ui, const std::optional<Pixel>& cell) {
  const ShownStage& shown = ui.frame.shown().stage;
  const std::string fps = ui.session.edit.live && !ui.session.paused && ui.frame.status().frames_per_second > 0
                              ? fmt::format("{:.0f} fps", ui.frame.status().frames_per_second)
                              : std::string();
  std::string pixel_text, entry_text;
  if (ui.doing.hover)
    if (const auto pixel = ui.frame.pixel(ui.doing.hover->x, ui.doing.hover->y))
      pixel_text = fmt::format("i ({}, {}) {}", ui.doing.hover->x, ui.doing.hover->y, ungrouped(*pixel));
  if (cell && shown.ready) {
    const auto [x, y] = *cell;
    if (const auto entry = ui.frame.stage_entry(x, y))
      entry_text = fmt::format("{} ({}, {}) {}", shown.stage.name, x, y, ungrouped(*entry));
  }
  const auto joined = [](std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts)
      if (!part.empty()) text += (text.empty() ? "" : "  ·  ") + part;
    return text;
  };
  const std::string quality = quality_text(ui.frame.status().quality);
  return {joined({pixel_text, entry_text, fps, quality}), joined({pixel_text, entry_text, fps}),
          joined({pixel_text, entry_text}), entry_text, fps};
}

}  // namespace satscope::app
