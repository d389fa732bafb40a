// SPDX-License-Identifier: Apache-2.0
// Steps into files, a piece of work at a time: a page, numbered pages, a strip, a film or a web page. Each file appears whole
// or not at all, and of numbered ones all or none.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/core/files/atomic_file.h"
#include "app/ui/drawing/page.h"
#include "app/workspaces/steps/export/film.h"
#include "app/workspaces/steps/export/page.h"
#include "kernels/last_times.h"

namespace satscope::app {

struct WriteOrder {
  std::string out = {};             ///< .svg, .png, .gif, .html or a video; %d: a picture of each step, and its number
  std::size_t first = 0, last = 0;  ///< steps done in the first picture and in the last
  bool strip = false;               ///< side by side on one page
  Extent size{1280, 720};           ///< of the page
  double scale = 1;                 ///< pixels for each of the page
  double speed = 1;                 ///< steps per second of a film
  IfTaken if_taken = IfTaken::replace;
  std::size_t shown = 0;   ///< step that a web page shows first
  std::string title = {};  ///< of a web page; empty: what is stepped
  PageGround ground = PageGround::seen;
  bool film() const;
  bool web() const;
  bool numbered() const { return out.find("%d") != out.npos; }
};

/// The name of the file of one step.
std::string file_of_step(const std::string& out, std::size_t step);

/// Why an order asks for too many steps; empty: it does not.
std::string refusal(const WriteOrder& order);

class StepsWriter {
 public:
  /// Throws std::invalid_argument with the refusal of the order.
  StepsWriter(WriteOrder order, const Palette& palette, std::unique_ptr<Pages> pages);
  ~StepsWriter();

  /// Draws the next page or frame, in the context of OpenGL that is current unless it is an SVG. False: that was the last, and
  /// the files are there. Throws std::runtime_error with a sentence.
  bool go_on();
  std::size_t done() const { return done_; }  ///< pages or frames
  std::size_t all() const;
  /// "steps.gif: steps 3 to 9 in 72 frames, GIF"
  std::string caption() const;
  /// "; a step took 1.2 ms to draw, 3.4 ms at most", of several pages: the move there, its layout, its shapes. Else empty.
  std::string pace() const;
  const WriteOrder& order() const { return order_; }  ///< once the files are there, with the name that they got

 private:
  bool write_page(std::size_t step);
  void commit();
  bool write_web_page();
  std::string encoded(const PagePainter& paint, std::size_t step, const std::string& caption);

  WriteOrder order_;
  Palette palette_;
  std::unique_ptr<Pages> pages_;
  std::vector<std::unique_ptr<AtomicFile>> files_;  ///< not yet in place
  LastTimes times_{1000};
  std::size_t done_ = 0;
  std::unique_ptr<SvgPage> svg_;
  std::unique_ptr<PixelPage> pixels_;
  std::unique_ptr<FilmWriter> film_;
  struct Web;
  std::unique_ptr<Web> web_;
};

}  // namespace satscope::app
