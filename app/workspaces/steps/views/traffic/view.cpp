// SPDX-License-Identifier: Apache-2.0
// What each pass moves to and from global memory, in bytes for each pixel of the picture. From the trace.
//
//     Scan rows
//       reads picture      #           1 byte       a square is a byte; filled: moved by the steps that are done
//       writes row sums    # # # #     4 bytes
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/views/painter.h"
#include "app/workspaces/steps/views/sectors/sectors.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// Bytes that a pass reads from a buffer, or writes to it; of the whole run and of the steps done.
struct Moved {
  int pass = 0;
  std::uint32_t buffer = 0;
  bool write = false;
  std::int64_t all = 0, done = 0;
};

std::vector<Moved> moved_by(const Story& story, std::size_t position) {
  const Trace& trace = story.trace;
  const std::size_t end = story.steps_after(position);
  std::map<std::tuple<int, bool, std::uint32_t>, Moved> by_place;
  for (std::size_t at = 0; at < trace.steps.size(); ++at) {
    const Step& step = trace.steps[at];
    const auto add = [&](std::uint32_t buffer, bool write) {
      if (trace.buffers[buffer].space != Space::global) return;
      Moved& one = by_place.try_emplace({step.pass, write, buffer}, Moved{step.pass, buffer, write}).first->second;
      const auto bytes = static_cast<std::int64_t>(element_bytes(trace.buffers[buffer]));
      one.all += bytes;
      one.done += at < end ? bytes : 0;
    };
    for (const Read& read : trace.reads_of(step)) add(read.buffer, false);
    for (const Write& write : trace.writes_of(step)) add(write.buffer, true);
  }
  std::vector<Moved> all;
  for (const auto& [place, one] : by_place) all.push_back(one);
  return all;
}

class TrafficPainter : StepPainter {
 public:
  TrafficPainter(Drawing& drawing, const StepsState& steps, const std::vector<Moved>& moved, const Area& area, ViewScene* scene)
      : StepPainter(drawing, steps, area, scene),
        moved_(moved),
        pixels_(std::max(1.0, static_cast<double>(story_.trace.picture.area()))),
        letters_(drawing.letters(Face::text)) {}

  /// paired: beside another story, so squares of both are equally large.
  void draw(bool paired) {
    if (area_.height < letters_) return;
    const std::size_t passes = story_.trace.passes.size();
    const auto fits = [&](std::size_t lines) { return static_cast<double>(lines + 2) * 1.2 * letters_ <= area_.height; };
    const bool each = fits(passes + moved_.size());
    const std::size_t lines = each ? passes + moved_.size() : fits(passes) ? passes : 0;
    line_ = std::min((paired ? 1.4 : 2.2) * letters_, area_.height / static_cast<double>(lines + 2));
    y_ = area_.y + (paired ? 0 : std::max(0.0, (area_.height - static_cast<double>(lines + 2) * line_) / 2));
    if (line_ >= letters_)
      put({"A square is 1 byte that is moved to or from global memory, for each pixel.",
           "A square: 1 byte of global memory, for each pixel.", "A square: 1 byte for each pixel."},
          palette_.quiet, Face::text);
    lay_columns(each);
    for (std::size_t pass = 0; lines > 0 && pass < passes; ++pass) draw_pass(static_cast<int>(pass), each);
    Moved sum;
    for (const Moved& one : moved_) sum.all += one.all, sum.done += one.done;
    const Player& player = *steps_.player();
    const std::string all = bytes_text(sum.all), pixel = all + " for each pixel";
    const std::string part = fmt::format("{} of {}", number_text(sum.done), pixel);
    if (sum.done == sum.all)
      put({"Together " + pixel, pixel, all}, palette_.text, Face::strong);
    else
      put({fmt::format("After step {} of {}: {}", player.position(), player.count(), part), part,
           fmt::format("{} of {}", number_text(sum.done), all)},
          palette_.text, Face::strong);
  }

 private:
  double of_pixel(std::int64_t bytes) const { return static_cast<double>(bytes) / pixels_; }
  std::string number_text(std::int64_t bytes) const { return grouped(of_pixel(bytes), 3); }
  std::string bytes_text(std::int64_t bytes) const {
    return fmt::format("{} {}", number_text(bytes), noun(of_pixel(bytes), "byte"));
  }
  std::string name_of(const Moved& one) const {
    return fmt::format("{} {}", one.write ? "writes" : "reads", story_.trace.buffers[one.buffer].name);
  }
  std::string pass_name(int pass) const {
    std::string name = story_.trace.passes[static_cast<std::size_t>(pass)].name;
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
  }

  /// A line of text.
  void put(const std::vector<std::string>& texts, Rgb colour, Face face) {
    drawing_.text({area_.x, middle() - drawing_.letters(face) / 2}, drawing_.first_that_fits(texts, area_.width, face),
                  {colour}, face);
    y_ += line_;
  }
  double middle() const { return y_ + line_ / 2; }

  /// Where squares begin, and how large they are: the longest row of them has room, and its number behind it.
  void lay_columns(bool each) {
    double names = 0, numbers = 0, most = 1;
    std::map<int, std::int64_t> passes;
    for (const Moved& one : moved_) {
      passes[one.pass] += one.all;
      if (!each) continue;
      names = std::max(names, drawing_.width_of(name_of(one), Face::text));
      numbers = std::max(numbers, drawing_.width_of(bytes_text(one.all), Face::text));
      most = std::max(most, of_pixel(one.all));
    }
    for (const auto& [pass, bytes] : passes) {
      if (each) continue;
      names = std::max(names, drawing_.width_of(pass_name(pass), Face::text));
      numbers = std::max(numbers, drawing_.width_of(bytes_text(bytes), Face::text));
      most = std::max(most, of_pixel(bytes));
    }
    left_ = area_.x + (each ? em_ : 0) + std::min(names, 0.45 * area_.width) + 0.8 * em_;
    side_ = std::min(0.8 * line_, std::max(0.0, area_.right() - left_ - numbers - 0.6 * em_) / std::ceil(most));
  }

  void draw_pass(int pass, bool each) {
    Moved whole{.pass = pass};
    for (const Moved& one : moved_)
      if (one.pass == pass) whole.all += one.all, whole.done += one.done;
    if (!each) return draw_row(whole, pass_name(pass), area_.x);
    put({pass_name(pass)}, palette_.text, Face::strong);
    for (const Moved& one : moved_)
      if (one.pass == pass) draw_row(one, name_of(one), area_.x + em_);
  }

  void draw_row(const Moved& one, const std::string& name, double x) {
    const Ink ink{one.write ? palette_.plus : palette_.accent};
    drawing_.text({x, middle() - letters_ / 2}, drawing_.first_that_fits({name, ""}, left_ - x - 0.4 * em_, Face::text),
                  {palette_.text}, Face::text);
    const double bytes = of_pixel(one.all), done = of_pixel(one.done), gap = side_ > 6 ? 0.14 * side_ : 0;
    const double top = middle() - side_ / 2 + gap / 2, high = side_ - gap;
    for (double at = 0; at < bytes; at += 1) {
      const double part = std::min(1.0, bytes - at), filled = std::clamp(done - at, 0.0, part);
      const Area square{left_ + at * side_, top, part * side_ - gap * part, high};
      if (filled > 0) drawing_.rect({square.x, square.y, square.width * filled / part, high}, ink);
      if (filled < part) drawing_.frame(square, ink, std::max(1.0, 0.06 * em_));
    }
    drawing_.text({left_ + std::ceil(bytes) * side_ + 0.4 * em_, middle() - letters_ / 2}, bytes_text(one.all), {palette_.text},
                  Face::text);
    add({.area = {x, y_, std::max(1.0, left_ + bytes * side_ - x), line_}, .id = shapes_++});
    y_ += line_;
  }

  const std::vector<Moved>& moved_;
  const double pixels_, letters_;
  double line_ = 0, y_ = 0, left_ = 0, side_ = 0;
  std::size_t shapes_ = 0;
};

/// A shape is what a pass reads or writes of one buffer, or all that it moves.
class TrafficView final : public StepView {
 public:
  void lay(const StepsState& steps, const Area& /*area*/, const PaintLook& /*look*/) override {
    const Player& player = *steps.player();
    if (std::pair now{player.story().number, player.position()}; now != of_) {
      of_ = now;
      moved_ = moved_by(player.story(), player.position());
    }
  }
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    TrafficPainter(drawing, steps, moved_, area, look.scene).draw(look.paired);
  }

 private:
  std::pair<std::uint64_t, std::size_t> of_{};  ///< number of the story, and the position in it
  std::vector<Moved> moved_;
};

}  // namespace

StepViewKind traffic_view() {
  return {.title = "Traffic",
          .tip = "How many bytes each pass moves to and from global memory, for each pixel",
          .make = make_view<TrafficView>,
          .says_step = true};
}

}  // namespace satscope::app
