// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/explore.h"

#include <imgui.h>

#include <algorithm>

#include "app/ui/bars.h"
#include "app/ui/canvas.h"
#include "app/ui/panels.h"
#include "app/ui/workspace.h"
#include "app/workspaces/explore/keys.h"
#include "app/workspaces/explore/layout.h"

namespace satscope::app {
namespace {

class Explore final : public Workspace {
 public:
  void draw(Ui& ui, const Shell& shell) override {
    const ExploreParts parts = explore_parts(shell.middle, static_cast<double>(ui.em));
    note_reads(ui);
    look_.lit = look_.lit_in_formula;
    draw_canvas(ui, parts.canvas, [&](ImDrawList& list, const Pane& pane) { draw_reads(list, ui, pane, look_); });
    if (parts.formula.height > 0) {
      begin_area("formula", parts.formula, Ground::panel, ImGuiWindowFlags_NoNav);
      draw_formula(ui, parts.formula, parts.compact, look_);
      ImGui::End();
    }
    if (parts.colours.height > 0) {
      begin_area(k_colours_window, parts.colours, Ground::panel);
      draw_colours_panel(ui);
      ImGui::End();
    }
  }

  void draw_side(Ui& ui, const Shell& /*shell*/) override {
    draw_source_panel(ui);
    draw_algorithm_panel(ui);
    draw_box_panel(ui);
    draw_view_panel(ui);
  }

  void begin(Session& session, const WindowOptions& /*options*/) override { session.part<FourReads>(); }

  double due_at(double /*now*/) const override { return due_at_; }

  /// Plays the reads.
  bool step(Ui& ui) override {
    FourReads& reads = ui.session.part<FourReads>();
    const bool plays = ui.session.workspace == "explore" && reads.open && reads.playing;
    due_at_ = plays ? std::max(due_at_, look_.changed_at + FourReads::k_seconds) : 0;
    if (!plays || ui.now < due_at_) return false;
    ++reads.done;
    reads.playing = reads.done < FourReads::k_last;
    return true;
  }

  bool perform(Ui& ui, const Wish& wish) override {
    if (ui.session.workspace != "explore") return false;
    FourReads& reads = ui.session.part<FourReads>();
    const auto go = [&](int done) { reads.done = std::clamp(done, 0, FourReads::k_last); };
    switch (wish.action) {
      case ExploreAction::why: reads = {.open = !reads.open}; return true;
      case ExploreAction::next_read: go(reads.done + 1); break;
      case ExploreAction::previous_read: go(reads.done - 1); break;
      case ExploreAction::to_read:
        go(static_cast<int>(std::ranges::find(k_reads, static_cast<char>(wish.chord.key)) - k_reads.begin()) + 1);
        break;
      case ExploreAction::play_reads:
        if (reads.done == FourReads::k_last) go(0);
        reads.playing = !reads.playing;
        if (reads.playing) look_.changed_at = ui.now - FourReads::k_seconds;  // because: who plays wants to see something now
        return true;
      case Action::leave:
        if (!reads.open || ui.window.has_popup()) return false;
        reads = {};
        return true;
      default: return false;
    }
    reads.playing = false;
    return true;
  }

  std::vector<const char*> panels() const override { return {k_colours_window}; }

  void add_view_items(Ui& ui) const override { menu_item(ui, "Why four reads?", ExploreAction::why); }

  std::vector<Hint> hints(const Ui& ui) const override {
    const Session& session = ui.session;
    if (session.part<FourReads>().open)
      return {hint(ExploreAction::next_read, "next read"),
              hint(ExploreAction::previous_read, "back"),
              hint(ExploreAction::play_reads, "play"),
              {"D B C A", "that read"},
              hint(Action::leave, "close"),
              {"?", "keys"}};
    std::vector<Hint> hints{{"?", "keys"},
                            {"drag", "box"},
                            {"right drag", "pan"},
                            {"wheel", "zoom"},
                            hint(ExploreAction::why, "why four reads"),
                            hint(Action::fit, "fit")};
    if (session.edit.live) hints.push_back(hint(Action::pause, session.paused ? "run" : "freeze"));
    hints.insert(hints.end(),
                 {hint(Action::live, session.edit.live ? "stop" : "live source"), hint(Action::next_colour_map, "colours"),
                  hint(Action::measure, "measure"), hint(Action::open, "open")});
    return hints;
  }

  std::string_view mouse_text(const Session& /*session*/) const override {
    return "Left drag: new box, or move and resize the old one. Right, middle or Shift+left drag: move the view. Wheel: zoom "
           "at the "
           "cursor. Double click: fit.";
  }

 private:
  void note_reads(Ui& ui) {
    const FourReads& reads = ui.session.part<FourReads>();
    const int done = reads.open ? reads.done : 0;
    if (done != shown_) {
      look_.before = shown_;
      look_.changed_at = ui.now;
      shown_ = done;
    }
    if (moved(ui, look_) < 1) ui.animating = true;
  }

  ReadsLook look_;
  int shown_ = 0;      // reads
  double due_at_ = 0;  // the next read that plays
  static constexpr const char* k_colours_window = "colours";
};

}  // namespace

WorkspaceKind explore_workspace() {
  return {.id = "explore",
          .title = "Explore",
          .about = "A picture, its table, a box",
          .keys = explore_keys,
          .works = works_in_explore,
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Explore>(); }};
}

}  // namespace satscope::app
