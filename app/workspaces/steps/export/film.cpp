// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/sources/live/gif_writer.h"
#include "app/sources/live/video_encoder.h"

namespace satscope::app {
namespace {

/// Frames of a film that have the colours of all: of steps far apart, at rest and under way.
constexpr std::size_t k_looked_at = 12;

}  // namespace

std::vector<FilmFrame> film_of(std::size_t first, std::size_t last, double speed) {
  const double step = 1 / speed, moving = std::min(0.6, 0.5 * step);
  const int moves = static_cast<int>(moving * k_film_rate);
  std::vector<FilmFrame> film;
  double now = 0;
  for (std::size_t position = first; position <= last; ++position) {
    const bool moved = position > first;  // the first is where the film begins
    for (int i = 0; moved && i < moves; ++i) film.push_back({position, static_cast<double>(i) / moves, now + i / k_film_rate});
    film.push_back({position, 1, now + (moved ? moves / k_film_rate : 0)});
    now += step;
  }
  film.push_back({last, 1, now});
  return film;
}

FilmWriter::FilmWriter(std::string file, Extent size, double scale, const Palette& palette, Pages& page,
                       std::vector<FilmFrame> film, IfTaken if_taken)
    : file_(std::move(file)),
      area_{0, 0, static_cast<double>(size.width), static_cast<double>(size.height)},
      palette_(palette),
      page_(page),
      film_(std::move(film)),
      if_taken_(if_taken),
      pixels_(size, scale),
      looked_at_(ending_of(file_) == ".gif" ? 0 : k_looked_at) {}

std::vector<std::uint32_t> FilmWriter::drawn(const FilmFrame& frame) {
  return pixels_.draw(palette_, [&](Drawing& drawing) { page_.paint(drawing, area_, frame.position, frame.arrived); });
}

void FilmWriter::begin() {
  VideoForm form{.extent = pixels_.pixels(), .rate = k_film_rate, .if_taken = if_taken_};
  if (ending_of(file_) == ".gif") {
    form.palette = colours_.few(k_gif_colours);
    writer_ = open_gif(file_, form);
    return;
  }
  std::string why;
  writer_ = open_encoder(file_, form, why);
  if (!writer_) throw std::runtime_error(fmt::format("'{}' cannot be written: {}", file_, why));
}

bool FilmWriter::go_on() {
  if (looked_at_ < k_looked_at) {
    colours_.add(drawn(film_[looked_at_ * (film_.size() - 1) / (k_looked_at - 1)]));
    ++looked_at_;
    return true;
  }
  if (!writer_) begin();
  writer_->write(drawn(film_[written_]), film_[written_].seconds);
  if (++written_ < film_.size()) return true;
  writer_->finish();
  return false;
}

}  // namespace satscope::app
