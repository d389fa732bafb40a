// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/core/files/user_folders.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_stem = "satscope-figure";

}  // namespace

const SaveKind& kind_of(const SaveRequest& request) {
  const bool several = request.what != SaveRequest::What::step;
  const auto requested = std::ranges::find(k_save_kinds, request.kind, &SaveKind::id);
  if (requested != k_save_kinds.end() && requested->several == several) return *requested;
  return *std::ranges::find(k_save_kinds, several, &SaveKind::several);
}

WriteOrder order_of(const SaveRequest& request, const Clock& clock) {
  const SaveKind& kind = kind_of(request);
  WriteOrder order{.first = clock.position(), .last = clock.position(), .strip = kind.strip, .if_taken = IfTaken::count_up};
  if (request.what == SaveRequest::What::phase) {
    const auto [first, end] = clock.around();
    // what plays, and a strip, begins with what the phase finds
    order.first = first + (kind.strip || kind.ending == ".gif" || kind.ending == ".mp4" || kind.ending == ".html" ? 0 : 1);
    order.last = end;
  } else if (request.what == SaveRequest::What::all) {
    order.first = 0;
    order.last = clock.count();
  } else if (request.what == SaveRequest::What::range) {
    order.last = std::min(static_cast<std::size_t>(std::max(0, request.last)), clock.count());
    order.first = std::min(static_cast<std::size_t>(std::max(0, request.first)), order.last);
  }
  order.shown = clock.position();
  order.scale = kind.has_scale() ? request.scale : 1;
  order.ground = kind.ending == ".html" ? PageGround::seen : request.ground;
  if (kind.ending == ".html") order.size = k_web_desk;
  std::error_code error;
  std::filesystem::path place = user_folder(kind.ending == ".mp4" ? UserFolder::videos : UserFolder::pictures);
  if (!request.place.empty()) {
    std::string typed = request.place;
    if (typed == "~" || typed.starts_with("~/")) typed.replace(0, 1, home_folder().string());
    if (typed.ends_with(kind.ending)) typed.resize(typed.size() - kind.ending.size());
    place = (std::filesystem::current_path(error) / typed).lexically_normal();
    if (place.has_filename() && !std::filesystem::is_directory(place, error)) {
      order.out = place.string() + (kind.numbered ? "-%d.png" : std::string(kind.ending));
      return order;
    }
  }
  const std::string stem = (place / k_stem).string();
  if (!kind.numbered) {
    order.out = free_name(stem, kind.ending);
    return order;
  }
  const std::string ending = fmt::format("-{}.png", order.first), first = free_name(stem, ending);
  order.out = first.substr(0, first.size() - ending.size()) + "-%d.png";
  return order;
}

StepsSaving::StepsSaving(const Palette& palette, std::unique_ptr<Pages> pages, const Clock& clock, const SaveRequest& request)
    : writer_(order_of(request, clock), palette, std::move(pages)) {}

Notice StepsSaving::go_on() {
  const std::string& file = writer_.order().out;
  try {
    running_ = writer_.go_on();
    if (!running_) return news_of_file(fmt::format("saved as {}", writer_.caption()), std::filesystem::absolute(file).string());
    return {fmt::format("{}: {} {} of {}; Esc stops", file, writer_.order().film() ? "frame" : "step", writer_.done(),
                        writer_.all()),
            std::nullopt,
            {},
            false};
  } catch (const std::exception& problem) {
    running_ = false;
    return {problem.what(), std::nullopt, {}};
  }
}

Notice StepsSaving::stopped() const { return {fmt::format("{} was not saved", writer_.order().out), std::nullopt, {}, false}; }

}  // namespace satscope::app
