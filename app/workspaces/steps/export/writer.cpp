// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/named_file.h"
#include "app/core/text/extent_text.h"
#include "app/sources/files/png_file.h"
#include "app/sources/live/video_writer.h"
#include "app/workspaces/steps/export/web_page.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_files = 500;        // because: all are open until the last is whole
constexpr std::size_t k_most_on_web_page = 500;  // because: a browser takes seconds to read more

}  // namespace

bool WriteOrder::web() const { return ending_of(out) == ".html"; }

bool WriteOrder::film() const { return is_video_name(out) || ending_of(out) == ".gif"; }

std::string file_of_step(const std::string& out, std::size_t step) {
  const std::size_t at = out.find("%d");
  return at == out.npos ? out : out.substr(0, at) + std::to_string(step) + out.substr(at + 2);
}

std::string refusal(const WriteOrder& order) {
  const std::size_t count = order.last - order.first + 1;
  if (order.strip && count > k_longest_strip)
    return fmt::format("a strip has room for {} steps, not for {}; name fewer", k_longest_strip, count);
  if (order.numbered() && count > k_most_files)
    return fmt::format("{} files at once are too many, allowed are {}; name fewer", count, k_most_files);
  if (order.web() && count > k_most_on_web_page)
    return fmt::format("a web page has room for {} steps, not for {}; name fewer", k_most_on_web_page, count);
  if (order.film() && order.ground == PageGround::transparent)
    return "a film has no transparent background; choose white, or a picture";
  return {};
}

struct StepsWriter::Web {
  WebRun run;
  PackedDrawings drawings = {};
  nlohmann::json sources = nlohmann::json::array();
  std::size_t bytes = 0;  ///< of the file
};

StepsWriter::StepsWriter(WriteOrder order, const Palette& palette, std::unique_ptr<Pages> pages)
    : order_(std::move(order)), palette_(palette_on(order_.ground, palette)), pages_(std::move(pages)) {
  if (const std::string why = refusal(order_); !why.empty()) throw std::invalid_argument(why);
  if (!order_.web()) return;
  const auto* page = dynamic_cast<StepsPage*>(pages_.get());
  if (!page) throw std::invalid_argument("a web page has the steps of one algorithm, not of two at once");
  web_ = std::make_unique<Web>(WebRun(*page, order_.size, order_.first, order_.last));
}

StepsWriter::~StepsWriter() = default;

std::size_t StepsWriter::all() const {
  return film_ ? film_->all() : web_ ? web_->run.all() : order_.numbered() ? order_.last - order_.first + 1 : 1;
}

/// A page as the bytes of a file.
std::string StepsWriter::encoded(const PagePainter& paint, std::size_t step, const std::string& caption) {
  if (ending_of(order_.out) == ".svg") {
    if (!svg_) svg_ = std::make_unique<SvgPage>(order_.size);
    return svg_->document(palette_, order_.scale, pages_->title(step), caption, paint, order_.ground);
  }
  if (!pixels_) pixels_ = std::make_unique<PixelPage>(order_.size, order_.scale);
  const std::vector<std::uint32_t> words = pixels_->draw(palette_, paint, order_.ground);
  return order_.ground == PageGround::transparent ? encode_transparent_png(pixels_->pixels(), words)
                                                  : encode_png(pixels_->pixels(), words);
}

/// False: that was the last.
bool StepsWriter::write_page(std::size_t step) {
  const Area whole{0, 0, static_cast<double>(order_.size.width), static_cast<double>(order_.size.height)};
  files_.push_back(std::make_unique<AtomicFile>(file_of_step(order_.out, step), order_.if_taken));
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto begin = now();
  const std::string caption = order_.strip ? fmt::format("steps {} to {}", order_.first, order_.last) : pages_->caption(step);
  const auto gone = now() - begin;  // what lies between is making the paper
  const auto paint = [&](Drawing& drawing) {
    const auto from = now();
    order_.strip ? pages_->paint_strip(drawing, whole, order_.first, order_.last) : pages_->paint(drawing, whole, step, 1);
    times_.add(std::chrono::duration<double, std::milli>(now() - from + gone).count());
  };
  files_.back()->write(std::string_view(encoded(paint, order_.strip ? order_.last : step, caption)));
  if (++done_ < all()) return true;
  commit();
  return false;
}

/// Pictures of one order have one number: where a name is taken, those that have theirs move on to the next number too.
void StepsWriter::commit() {
  if (order_.if_taken == IfTaken::replace || !order_.numbered()) {
    for (const auto& file : files_) file->commit();
    if (!order_.numbered()) order_.out = files_.back()->name();
    return;
  }
  std::vector<std::string> names;  // that the first files have
  for (std::size_t at = 0; at < files_.size();) {
    const std::string wanted = file_of_step(order_.out, order_.first + at);
    const bool has_name = at < names.size();
    const bool done = !has_name ? files_[at]->commit_as(wanted) : names[at] == wanted || rename_to_free(names[at], wanted);
    if (!done) {
      const std::size_t number_ends = order_.out.rfind("-%d");
      order_.out = next_name(order_.out.substr(0, number_ends)) + order_.out.substr(number_ends);
      at = 0;
      continue;
    }
    if (has_name)
      names[at] = wanted;
    else
      names.push_back(wanted);
    ++at;
  }
}

bool StepsWriter::write_web_page() {
  const bool more = web_->run.go_on(web_->drawings, web_->sources);
  done_ = web_->run.done();
  if (more) return true;
  const Story& story = web_->run.story();
  const std::string what = fmt::format("{}, {}", story.title(), spaced_extent(story.request.extent));
  const std::string whole = web_page(
      {.title = order_.title.empty() ? what : order_.title,
       .about = fmt::format("{}{} steps", order_.title.empty() ? "" : what + ": ", story.step_count()),
       .body = "<div class=\"player\" data-player=\"0\"></div>\n<details class=\"transcript\" open><summary>All steps as "
               "text</summary>\n" +
               web_->run.transcript() + "</details>\n"},
      {web_->run.data()}, {{.run = 0, .step = std::clamp(order_.shown, order_.first, order_.last)}}, web_->drawings,
      web_->sources);
  order_.out = write_file(order_.out, whole, order_.if_taken);
  web_->bytes = whole.size();
  return false;
}

bool StepsWriter::go_on() {
  if (web_) return write_web_page();
  if (!order_.film()) return write_page(order_.first + done_);
  if (!film_)
    film_ = std::make_unique<FilmWriter>(order_.out, order_.size, order_.scale, palette_, *pages_,
                                         film_of(order_.first, order_.last, order_.speed), order_.if_taken);
  const bool more = film_->go_on();
  if (!more && !film_->name().empty()) order_.out = film_->name();
  done_ = film_->done();
  return more;
}

std::string StepsWriter::caption() const {
  const auto& [out, first, last, strip, size, scale, speed, if_taken, shown, title, ground] = order_;
  const std::string file = is_standard_output(out) ? output_in_words(out) : out;
  if (film_) return fmt::format("{}: steps {} to {} in {} frames, {}", file, first, last, film_->all(), film_->describe());
  if (web_) return fmt::format("{}: steps {} to {}, {} bytes", file, first, last, web_->bytes);
  if (strip) return fmt::format("{}: steps {} to {}", file, first, last);
  if (all() == 1) return fmt::format("{}: step {}", file_of_step(file, first), first);
  return fmt::format("{} files, {} to {}", all(), file_of_step(out, first), file_of_step(out, last));
}

std::string StepsWriter::pace() const {
  if (times_.count() < 2) return {};
  return fmt::format("; a step took {:.1f} ms to draw, {:.1f} ms at most", times_.median(), times_.quantile(1));
}

}  // namespace satscope::app
