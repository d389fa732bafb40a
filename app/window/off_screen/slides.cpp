// SPDX-License-Identifier: Apache-2.0
// A lesson as slides, and as a web page. For slides it is presented off-screen by the clicker's key, and what a class sees
// after each press is a slide.
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "app/core/json.h"
#include "app/lessons/lesson.h"
#include "app/sources/files/pdf_file.h"
#include "app/sources/files/png_file.h"
#include "app/ui/drawing/pdf_page.h"
#include "app/ui/drawing/theme.h"
#include "app/ui/ui.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/window/off_screen/rehearsal.h"
#include "app/window/window.h"

namespace satscope::app {
namespace {

/// How often the clicker is pressed on a card: a solution may wait for it.
std::size_t presses_of(const Card& card) {
  if (card.question) return 1;
  if (!card.act) return 0;
  return 1 + static_cast<std::size_t>(std::ranges::count(card.act->solution, LessonAction::Kind::wait, &LessonAction::kind));
}

class Slides : private Rehearsal {
 public:
  explicit Slides(const WindowOptions& options) : Rehearsal(options) { rest(); }

  void press_on() {
    let_pass(1);  // because: a press at once would be one too many
    frame();
    screen.perform(WindowAction::next_point);
    rest();
    const auto& message = screen.doing().message;
    if (message && message->bad) throw std::runtime_error(message->text);
  }

  /// What is measured goes on while its first results are shown, in the time of the machine.
  void let_measure(const Card& card) {
    constexpr std::chrono::seconds k_longest{20};
    if (!card.act || !kind_of(screen.session()).measures) return;
    const auto end = std::chrono::steady_clock::now() + k_longest;
    while (!card.act->until.holds(screen.state()) && std::chrono::steady_clock::now() < end) {
      frame(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::string png() { return encode_png(offscreen.size(), offscreen.read()); }

  void add_to(PdfFile& file) {
    ImGuiStyle& style = ImGui::GetStyle();
    style.AntiAliasedLinesUseTex = false;
    style.CircleTessellationMaxError = 0.1F;  // pixels; because: a slide may be much larger
    frame();
    offscreen.bind();
    const std::vector<Area> below = screen.draw_pictures();
    const std::vector<std::uint32_t> pixels = offscreen.read();
    const std::string& theme = screen.session().theme;
    const Rgb paper = palette_of(theme == "light" ? "white" : theme).panel;
    add_page(file, *ImGui::GetDrawData(), paper, {offscreen.size(), pixels, below});
  }
};

}  // namespace

std::size_t make_slides(const WindowOptions& options, const Lesson& lesson, const std::string& out) {
  const bool pdf = ending_of(out) == ".pdf";
  std::optional<AtomicFile> file;  // first: a place that cannot be written is reported before the work
  if (pdf) file.emplace(out);
  PdfFile pages;
  std::vector<std::string> pictures;
  WindowOptions presented = options;
  presented.presenting = presented.on_paper = true;
  presented.lesson_card = 1;
  const auto made = [&] {
    Slides slides(presented);
    const auto add = [&] { pdf ? slides.add_to(pages) : pictures.push_back(slides.png()); };
    for (const Card& card : lesson.cards) {
      if (&card != &lesson.cards.front()) slides.press_on();
      pages.add_bookmark(card.title);
      add();
      for (std::size_t presses = presses_of(card); presses > 0; --presses) {
        slides.press_on();
        if (presses == 1) slides.let_measure(card);
        add();
      }
    }
    return pdf ? pages.pages() : pictures.size();
  }();
  if (file) {
    file->write(pages.document(lesson.title));
    file->commit();
  }
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    AtomicFile picture(std::string(out).replace(out.find("%d"), 2, std::to_string(i + 1)));
    picture.write(pictures[i]);
    picture.commit();
  }
  return made;
}

std::string make_lesson_page(const Lesson& lesson, const std::string& file, const std::string& out) {
  return std::ranges::find_if(workspaces(), [](const WorkspaceKind& kind) { return kind.write_lesson_page; })
      ->write_lesson_page(lesson, file, out);
}

}  // namespace satscope::app
