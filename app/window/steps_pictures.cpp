// SPDX-License-Identifier: Apache-2.0
// Steps of an algorithm as pages in files, without a window: SVG, PNG, numbered files, GIF and videos.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/core/files.h"
#include "app/core/tell.h"
#include "app/render/offscreen.h"
#include "app/sources/patch.h"
#include "app/sources/png_file.h"
#include "app/sources/samples.h"
#include "app/sources/session_file.h"
#include "app/sources/video_writer.h"
#include "app/ui/canvas.h"
#include "app/ui/page.h"
#include "app/ui/workspace.h"
#include "app/window/open_session.h"
#include "app/window/window.h"
#include "app/workspaces/steps/film.h"
#include "app/workspaces/steps/page.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/source.h"
#include "app/workspaces/steps/story.h"
#include "app/workspaces/steps/told.h"
#include "app/workspaces/steps/what.h"
#include "kernels/registry.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_files = 500;  // because: all are open until the last is whole

/// What a session or an input gives.
struct Material {
  StepsSettings settings;
  StepsPlace place;
  bool of_session = false;
  ColourMap colours = ColourMap::cividis;
  Samples samples;
};

Material material_of(const StepsOrder& order) {
  Material material;
  StepsSettings& settings = material.settings;
  std::string picture = order.input;
  if (names_a_document(order.input)) {
    const OpenedSession opened = open_session(session_behind(order.input), whole_session());
    if (!opened.told.empty()) tell(fmt::format("satscope: {}\n", opened.told));
    settings = opened.session.part<StepsSettings>();
    material.place = opened.session.part<StepsPlace>();
    material.colours = colour_map_of(opened.session);
    material.of_session = true;
    picture = opened.session.edit.input;
  }
  if (!order.algorithm.empty()) {
    if (material.of_session && (order.algorithm != settings.algorithm || !settings.filter.empty())) material.place = {};
    if (order.algorithm != settings.algorithm || !settings.filter.empty()) step_algorithm(settings, order.algorithm);
    for (const auto& [name, value] : order.params) settings.params[name] = value;
  }
  if (order.form) settings.form = order.form;
  if (!order.type.empty()) settings.type = order.type;
  if (settings.view == StepsView::stages) settings.view = StepsView::grids;
  for (const Named<StepsView>& view : k_steps_views)
    if (view.id == order.view) {
      settings.view = view.value;
      settings.beside.reset();
    }

  const bool own_numbers = material.of_session && !order.patch;
  if (own_numbers && settings.source.kind != StepsSource::Kind::patch) {
    material.samples = samples_of(settings.source, nullptr);
  } else {
    Samples whole = load_input(picture);
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
    if (story->beats.empty()) throw std::runtime_error(fmt::format("{} has no steps on this picture", story->title()));
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
  const std::size_t count = story.beat_count();
  StepRange range{several ? 0 : material.of_session ? std::min(material.place.step, count) : count, count};
  if (!several) range.last = range.first;
  if (order.first) range = {*order.first, order.last.value_or(*order.first)};
  if (range.last > count)
    throw std::invalid_argument(fmt::format("step {} does not exist: {} has steps 0 (not begun) to {} on these {}x{} numbers",
                                            range.last, story.title(), count, story.request.extent.width,
                                            story.request.extent.height));
  if (order.strip && range.last - range.first + 1 > k_longest_strip)
    throw std::invalid_argument(fmt::format("a strip has room for {} steps, not for {}; name some by --steps A-B",
                                            k_longest_strip, range.last - range.first + 1));
  return range;
}

/// The name of the file of one step.
std::string file_of(const std::string& out, std::size_t step) {
  const std::size_t at = out.find("%d");
  return at == out.npos ? out : out.substr(0, at) + std::to_string(step) + out.substr(at + 2);
}

/// Draws pages of one story, and writes what is asked for.
class StepsWriter {
 public:
  StepsWriter(const StepsOrder& order, const Material& material, const std::shared_ptr<const Story>& story,
              const StepsProgress& progress)
      : order_(order),
        progress_(progress),
        palette_(palette_of(order.theme)),
        page_(story, {.view = material.settings.view,
                      .beside = shown_beside(material.settings, blocks_talk(story->trace)),
                      .colours = material.colours,
                      .first_block = material.place.first_block}) {}

  std::string write(const StepRange& range, bool film) { return film ? write_film(range) : write_pages(range); }

 private:
  Area whole() const { return {0, 0, static_cast<double>(order_.size.width), static_cast<double>(order_.size.height)}; }

  /// A context of OpenGL and a page in it, made when first asked for.
  PixelPage& pixels() {
    if (!context_) context_ = std::make_unique<Offscreen>(Extent{1, 1});
    if (!pixel_page_) pixel_page_ = std::make_unique<PixelPage>(order_.size, order_.scale);
    return *pixel_page_;
  }

  /// A page as the bytes of a file.
  std::string encoded(const PagePainter& paint, std::size_t step, const std::string& told) {
    if (ending_of(order_.out) == ".svg") {
      if (!svg_page_) svg_page_ = std::make_unique<SvgPage>(order_.size);
      return svg_page_->document(palette_, order_.scale, page_.title(step), told, paint);
    }
    const std::vector<std::uint32_t> words = pixels().draw(palette_, paint);
    return encode_png(pixels().pixels(), words);
  }

  std::string write_pages(const StepRange& range) {
    if (order_.strip) {
      const auto paint = [&](Drawing& drawing) { page_.paint_strip(drawing, whole(), range.first, range.last); };
      AtomicFile file(order_.out);
      file.write(std::string_view(encoded(paint, range.last, fmt::format("steps {} to {}", range.first, range.last))));
      if (!progress_(1, 1)) return {};
      file.commit();
      return fmt::format("{}: steps {} to {}", order_.out, range.first, range.last);
    }
    const std::size_t count = range.last - range.first + 1;
    if (count > k_most_files)
      throw std::invalid_argument(
          fmt::format("{} files at once are too many, allowed are {}; name fewer by --steps A-B", count, k_most_files));
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (std::size_t step = range.first; step <= range.last; ++step) {
      files.push_back(std::make_unique<AtomicFile>(file_of(order_.out, step)));
      const auto paint = [&](Drawing& drawing) { page_.paint(drawing, whole(), step); };
      files.back()->write(std::string_view(encoded(paint, step, page_.told(step))));
      if (!progress_(files.size(), static_cast<double>(files.size()) / static_cast<double>(count))) return {};
    }
    for (const auto& file : files) file->commit();
    return count == 1
               ? fmt::format("{}: step {}", file_of(order_.out, range.first), range.first)
               : fmt::format("{} files, {} to {}", count, file_of(order_.out, range.first), file_of(order_.out, range.last));
  }

  std::string write_film(const StepRange& range) {
    const Offscreen context({1, 1});
    FilmWriter film(order_.out, order_.size, order_.scale, palette_, page_, film_of(range.first, range.last, order_.speed));
    for (bool more = true; more;) {
      more = film.go_on();
      if (more && !progress_(film.done(), static_cast<double>(film.done()) / static_cast<double>(film.all()))) return {};
    }
    return fmt::format("{}: steps {} to {} in {} frames, {}", order_.out, range.first, range.last, film.all(), film.describe());
  }

  const StepsOrder& order_;
  const StepsProgress& progress_;
  const Palette& palette_;
  StepsPage page_;
  std::unique_ptr<SvgPage> svg_page_;
  std::unique_ptr<Offscreen> context_;  // before what is drawn in it
  std::unique_ptr<PixelPage> pixel_page_;
};

}  // namespace

std::string draw_steps(const StepsOrder& order, const StepsProgress& progress) {
  const bool film = is_video_name(order.out) || ending_of(order.out) == ".gif";
  const bool numbered = order.out.find("%d") != order.out.npos;
  { const AtomicFile trial(file_of(order.out, order.first.value_or(0))); }  // fails now where it would fail later
  const Material material = material_of(order);
  const auto story = story_of(material);
  if (const std::string doubt = story->trace.result_matches ? inexact_text(*story) : ""; !doubt.empty())
    tell(fmt::format("satscope: {}\n", doubt));
  if (material.settings.view == StepsView::look_back && !blocks_talk(story->trace))
    throw std::invalid_argument(
        fmt::format("--view look-back needs blocks that tell each other numbers; those of {} do not", story->title()));
  const StepRange range = range_of(order, *story, material, film || order.strip || (numbered && !order.first));
  return StepsWriter(order, material, story, progress).write(range, film);
}

}  // namespace satscope::app
