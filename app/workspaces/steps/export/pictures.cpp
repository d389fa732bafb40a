// SPDX-License-Identifier: Apache-2.0
// Steps of an algorithm as pages in files, without a window: SVG, PNG, numbered files, GIF, videos and web pages.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/core/files/atomic_file.h"
#include "app/core/write_stderr.h"
#include "app/render/gl/offscreen.h"
#include "app/sources/files/session_file.h"
#include "app/sources/live/video_writer.h"
#include "app/sources/samples.h"
#include "app/ui/open_session.h"
#include "app/ui/views/canvas.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/compare/pair_settings.h"
#include "app/workspaces/steps/export/pictures.h"
#include "app/workspaces/steps/export/writer.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/trace/story.h"
#include "kernels/registry.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

/// What a session or an input gives.
struct Material {
  StepsSettings settings;
  StepsPlace place;
  bool of_session = false, says_step = false;
  ColourMap colours = ColourMap::cividis;
  Samples samples;
  std::string title = {};  ///< of the session
};

Material material_of(const StepsOrder& order) {
  Material material;
  StepsSettings& settings = material.settings;
  std::string picture = order.input;
  SourceTransform transform;
  if (names_a_document(order.input)) {
    const OpenedSession opened = open_session(session_behind(order.input), whole_session());
    const auto place = opened.file.session.find(StepsPlace::k_member);
    material.says_step = place != opened.file.session.end() && place->contains("step");  // a trace does not
    if (!opened.reported.empty()) note(opened.reported);
    if (order.algorithm.empty() && opened.session.workspace != "steps")
      throw std::invalid_argument(
          fmt::format("'{}' shows the workspace {}, which has no steps: `satscope shot` draws it, or give --algorithm ID for "
                      "steps on its picture",
                      order.input, opened.session.workspace));
    settings = opened.session.part<StepsSettings>();
    material.place = opened.session.part<StepsPlace>();
    material.colours = colour_map_of(opened.session);
    material.of_session = true;
    material.title = opened.file.title;
    if (opened.session.part<StepsPair>().on)
      note("two algorithms at once are drawn by the window only; this is the first of the two");
    picture = opened.session.edit.input;
    transform = opened.session.edit.transform;
  }
  if (!order.algorithm.empty()) {
    if (order.algorithm != settings.algorithm || !settings.filter.empty()) {
      material.place = {};
      material.says_step = false;
      step_algorithm(settings, order.algorithm);
    }
    for (const auto& [name, value] : order.params) settings.params[name] = value;
  }
  if (order.form) settings.form = order.form;
  if (!order.type.empty()) settings.type = order.type;
  if (step_view(settings.view).of_frame()) settings.view = first_step_view();
  if (!order.view.empty()) {
    settings.view = order.view;
    settings.beside.clear();
  }

  const bool own_numbers = material.of_session && !order.patch;
  if (own_numbers && settings.source.kind != StepsSource::Kind::patch) {
    material.samples = samples_of(settings.source, nullptr);
  } else {
    Samples whole = transformed(load_input(picture), transform);
    for (const std::string& remark : whole.notes) note(fmt::format("'{}': {}", picture, remark));
    if (own_numbers)
      material.samples = samples_of(settings.source, &whole);
    else
      material.samples = order.patch ? cut_patch(whole, *order.patch) : std::move(whole);
  }
  const Extent extent = material.samples.extent;
  if (extent.width > k_trace_limit || extent.height > k_trace_limit)
    throw std::runtime_error(
        fmt::format("{} has {}x{} pixels; steps of more than {}x{} are not supported; cut out a square with --patch X,Y,N",
                    material.samples.name, extent.width, extent.height, k_trace_limit, k_trace_limit));
  return material;
}

std::shared_ptr<const Story> story_of(const Material& material) {
  try {
    auto story = make_story(story_request(material.settings, material.samples, material.place.deleted));
    if (story->steps.empty()) throw std::runtime_error(fmt::format("{} has no steps on this picture", story->title()));
    return story;
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(error.what());  // a matter of the picture, not of the words
  }
}

/// Steps done in the first picture and in the last.
struct StepRange {
  std::size_t first = 0, last = 0;
};

StepRange range_of(const StepsOrder& order, const Story& story, const Material& material, bool several) {
  const std::size_t count = story.step_count();
  StepRange range{several ? 0 : material.says_step ? std::min(material.place.step, count) : count, count};
  if (!several) range.last = range.first;
  if (order.first) range = {*order.first, order.last.value_or(*order.first)};
  if (range.last > count)
    throw std::invalid_argument(fmt::format("step {} does not exist: {} has steps 0 (not begun) to {} on these {}x{} numbers",
                                            range.last, story.title(), count, story.request.extent.width,
                                            story.request.extent.height));
  return range;
}

/// Throws std::invalid_argument that names the option for fewer steps.
std::unique_ptr<StepsWriter> writer_of(const WriteOrder& order, const Palette& palette, std::unique_ptr<Pages> pages) {
  try {
    return std::make_unique<StepsWriter>(order, palette, std::move(pages));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{} with --steps A-B", error.what()));
  }
}

}  // namespace

DrawnSteps draw_steps(const StepsOrder& order, const StepsProgress& progress) {
  const bool film = is_video_name(order.out) || ending_of(order.out) == ".gif";
  const bool numbered = order.out.find("%d") != order.out.npos;
  { const AtomicFile trial(file_of_step(order.out, order.first.value_or(0))); }  // fails now where it would fail later
  const Material material = material_of(order);
  const auto story = story_of(material);
  if (const std::string doubt = story->trace.result_matches ? inexact_text(*story) : ""; !doubt.empty()) note(doubt);
  const StepViewKind& view = step_view(material.settings.view);
  if (!view.is_there(has_block_messages(story->trace)))
    throw std::invalid_argument(fmt::format("--view {} needs blocks that publish sums for each other; {}", view.id,
                                            story->has_words
                                                ? fmt::format("here {} has a single tile: take more numbers", story->title())
                                                : fmt::format("those of {} do not", story->title())));
  const bool web = ending_of(order.out) == ".html";
  const StepsLevel level = order.level.value_or(material.settings.level.value_or(StepsLevel::essential));
  StepRange range = range_of(order, *story, material, film || web || order.strip || (numbered && !order.first));
  const std::size_t shown = order.first ? range.first : material.of_session ? material.place.step : 0;
  if (web && !order.last) range = {0, story->step_count()};
  std::unique_ptr<Offscreen> context;  // outlives what is drawn in it
  if (!web && ending_of(order.out) != ".svg") context = std::make_unique<Offscreen>(Extent{1, 1});
  const std::unique_ptr<StepsWriter> writer = writer_of(
      {.out = order.out,
       .first = range.first,
       .last = range.last,
       .strip = order.strip,
       .size = order.size,
       .scale = order.scale,
       .speed = order.speed,
       .shown = shown,
       .title = material.title,
       .ground = order.ground},
      palette_of(order.theme),
      std::make_unique<StepsPage>(story, PageLook{.view = &view,
                                                  .beside = shown_beside(material.settings, has_block_messages(story->trace)),
                                                  .colours = material.colours,
                                                  .first_block = material.place.first_block,
                                                  .all_arrows = material.settings.all_arrows,
                                                  .captions = order.captions,
                                                  .essential = level == StepsLevel::essential,
                                                  .for_slide = order.ground != PageGround::seen}));
  for (bool more = true; more;) {
    more = writer->go_on();
    if (more && !progress(writer->done(), static_cast<double>(writer->done()) / static_cast<double>(writer->all()))) return {};
  }
  return {.written = writer->caption() + writer->pace(),
          .algorithm = material.settings.filter.empty() ? material.settings.algorithm : ""};
}

}  // namespace satscope::app
