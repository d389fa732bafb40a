// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/save.h"

#include <fmt/format.h>

#include <exception>

#include "app/core/files.h"
#include "app/sources/png_file.h"
#include "app/ui/canvas.h"

namespace satscope::app {
namespace {

constexpr Extent k_page{1280, 720};
constexpr double k_page_scale = 2, k_film_scale = 1;
constexpr std::string_view k_stem = "satscope-step";

StepsPage page_of(const Ui& ui, const StepsState& steps) {
  return {steps.player()->shared_story(),
          {.view = shown_view(ui.session.part<StepsSettings>().view, steps.talks()),
           .beside = shown_beside(ui.session.part<StepsSettings>(), steps.talks()),
           .colours = colour_map_of(ui.session),
           .first_block = steps.first_block,
           .all_blocks = steps.all_blocks}};
}

std::vector<FilmFrame> film_of_phase(const Player& player) {
  constexpr double k_steps_a_second = 1;
  const Chapter& chapter = player.story().chapters[static_cast<std::size_t>(player.chapter())];
  return film_of(chapter.first, chapter.end, k_steps_a_second);
}

}  // namespace

Notice save_step(const Ui& ui, const StepsState& steps, std::string_view ending) {
  const std::string file = free_name(k_stem, ending);
  return saved(file, [&] {
    StepsPage page = page_of(ui, steps);
    const std::size_t position = steps.player()->position();
    const auto paint = [&](Drawing& drawing) {
      page.paint(drawing, {0, 0, static_cast<double>(k_page.width), static_cast<double>(k_page.height)}, position);
    };
    if (ending == ".svg")
      return write_file(file, SvgPage(k_page).document(ui.palette, 1, page.title(position), page.told(position), paint));
    PixelPage pixels(k_page, k_page_scale);
    write_png(file, pixels.pixels(), pixels.draw(ui.palette, paint));
  });
}

StepsFilm::StepsFilm(const Ui& ui, const StepsState& steps)
    : file_(free_name(k_stem, ".gif")),
      page_(page_of(ui, steps)),
      writer_(file_, k_page, k_film_scale, ui.palette, page_, film_of_phase(*steps.player())) {}

Notice StepsFilm::go_on() {
  try {
    running_ = writer_.go_on();
    if (!running_) return {fmt::format("saved as {}", file_), std::nullopt, {}, false};
    return {fmt::format("{}: frame {} of {}; Esc stops", file_, writer_.done(), writer_.all()), std::nullopt, {}, false};
  } catch (const std::exception& problem) {
    running_ = false;
    return {problem.what(), std::nullopt, {}};
  }
}

Notice StepsFilm::stopped() const { return {fmt::format("{} was not saved", file_), std::nullopt, {}, false}; }

}  // namespace satscope::app
