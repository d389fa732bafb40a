// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/explore.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/ui/panels/bars.h"
#include "app/ui/panels/panels.h"
#include "app/ui/views/canvas.h"
#include "app/ui/workspace.h"
#include "app/workspaces/explore/boxes_view.h"
#include "app/workspaces/explore/keys.h"
#include "app/workspaces/explore/layout.h"

namespace satscope::app {
namespace {

class Explore final : public Workspace {
 public:
  void draw(Ui& ui, const Shell& shell) override {
    const ExploreParts parts = explore_parts(shell.middle, static_cast<double>(ui.em), !ui.session.presenting);
    note_reads(ui);
    look_.lit = look_.lit_in_formula;
    const bool one = is_one(ui.session);
    draw_canvas(
        ui, parts.canvas,
        [&](ImDrawList& list, const Pane& pane) {
          if (one) return draw_reads(list, ui, pane, look_);
          read_second_box(ui, pane);
          draw_parts(list, ui, pane);
        },
        one || ui.session.edit.part<BoxSet>().shape == BoxShape::two);
    if (parts.formula.height > 0) {
      begin_area("formula", parts.formula, Ground::panel, ImGuiWindowFlags_NoNav);
      if (one)
        draw_formula(ui, parts.formula, parts.compact, look_);
      else
        draw_parts_sum(ui, parts.formula, parts.compact);
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

  void begin(Session& session, const WindowOptions& /*options*/) override {
    session.part<FourReads>();
    session.edit.part<BoxSet>();
  }
  std::vector<Box> boxes_read(const Session& session, Extent picture) const override {
    std::vector<Box> boxes;
    for (const BoxPart& part : parts_of(session.edit.box, session.edit.part<BoxSet>(), picture)) boxes.push_back(part.pixels);
    return boxes;
  }

  double due_at(double /*now*/) const override { return due_at_; }

  /// Plays the reads.
  bool step(Ui& ui) override {
    FourReads& reads = ui.session.part<FourReads>();
    const bool plays = ui.session.workspace == "explore" && reads.open && reads.playing;
    due_at_ = plays ? std::max(due_at_, look_.changed_at + reads.seconds) : 0;
    if (!plays || ui.now < due_at_) return false;
    ++reads.done;
    reads.playing = reads.done < FourReads::k_last;
    return true;
  }

  bool perform(Ui& ui, const ActionRequest& request) override {
    if (ui.session.workspace != "explore") return false;
    FourReads& reads = ui.session.part<FourReads>();
    BoxSet& set = ui.session.edit.part<BoxSet>();
    const auto go = [&](int done) { reads.done = std::clamp(done, 0, FourReads::k_last); };
    const auto pace = [&](double factor) {
      reads.seconds = std::clamp(reads.seconds * factor, FourReads::k_fastest, FourReads::k_slowest);
      due_at_ = 0;
    };
    switch (request.action) {
      case ExploreAction::why: reads = {.open = !reads.open, .seconds = reads.seconds}; return true;
      case ExploreAction::slower: pace(2); return true;
      case ExploreAction::faster: pace(0.5); return true;
      case ExploreAction::next_shape:
      case ExploreAction::previous_shape:
        set.shape = next_shape(set.shape, request.action == ExploreAction::next_shape ? 1 : -1);
        reads.open = false;
        return true;
      case ExploreAction::swap_boxes:
        reads.open = false;
        if (std::exchange(set.shape, BoxShape::two) != BoxShape::two) return true;
        if (const auto parts = shown_parts(ui); parts.size() == 2) {
          set.second = parts[0].pixels;
          ui.session.edit.box = parts[1].pixels;
        }
        return true;
      case Action::next_point:
      case Action::previous_point:
        if (reads.open)
          return perform(ui, {request.action == Action::next_point ? ExploreAction::next_read : ExploreAction::previous_read});
        if (request.action == Action::next_point) reads = {.open = true, .seconds = reads.seconds};
        return true;
      case ExploreAction::next_read: go(reads.done + 1); break;
      case ExploreAction::previous_read: go(reads.done - 1); break;
      case ExploreAction::to_read:
        go(static_cast<int>(std::ranges::find(k_reads, static_cast<char>(request.chord.key)) - k_reads.begin()) + 1);
        break;
      case ExploreAction::play_reads:
        if (reads.done == FourReads::k_last) go(0);
        reads.playing = !reads.playing;
        if (reads.playing) look_.changed_at = ui.now - reads.seconds;  // because: who plays wants to see something now
        return true;
      case Action::leave:
        if (!reads.open || ui.window.has_popup()) return false;
        reads = {.seconds = reads.seconds};
        return true;
      default: return false;
    }
    reads.playing = false;
    return true;
  }

  std::vector<const char*> panels() const override { return {k_colours_window}; }
  bool used(const Ui& ui) const override { return ui.doing.dragged_once; }

  void add_view_items(Ui& ui) const override {
    menu_item(ui, "Why four reads?", ExploreAction::why);
    menu_item(ui, "Next shape of the box", ExploreAction::next_shape);
    menu_item(ui, "The other of two boxes", ExploreAction::swap_boxes);
  }

  std::vector<Hint> hints(const Ui& ui) const override {
    const Session& session = ui.session;
    if (session.part<FourReads>().open)
      return {hint(ExploreAction::next_read, "next read"),
              hint(ExploreAction::previous_read, "back"),
              hint(ExploreAction::play_reads, "play"),
              {"< >", "pace"},
              {"D B C A", "that read"},
              hint(Action::leave, "close"),
              {"?", "keys"}};
    std::vector<Hint> hints{{"?", "keys"},
                            {"drag", "box"},
                            {"right drag", "pan"},
                            {"wheel", "zoom"},
                            hint(ExploreAction::why, "why four reads"),
                            hint(ExploreAction::next_shape, "more boxes"),
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

  void report(const Ui& ui, nlohmann::json& into) const override {
    if (&ui.workspace == this) report_parts(ui, into);
  }

 private:
  /// One box alone is shown; its reads may be explained.
  static bool is_one(const Session& session) {
    return session.edit.part<BoxSet>().shape == BoxShape::one || session.part<FourReads>().open;
  }

  void note_reads(Ui& ui) {
    const FourReads& reads = ui.session.part<FourReads>();
    const int done = reads.open ? reads.done : 0;
    if (reads.open) look_.pinned = 0;  // because: the explanation has a rectangle of its own
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
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Explore>(); },
          .welcome = {"Drag a box on the picture: four numbers of the table give the sum of its pixels.",
                      "Drag a box: four numbers of the table give its sum.", "Drag a box on the picture."},
          .next_texts = {"What next? See why four numbers are enough, or take these pixels apart.", "What next?"},
          .next = {{"Why four?", "How D − B − C + A leaves the box alone", ExploreAction::why},
                   {"Two boxes", "A second box beside the first", ExploreAction::next_shape},
                   {"Into Steps", "How the table is made, on pixels of this box", Action::to_steps},
                   {"Lesson 1", "What a table is, and why four reads are enough", Action::start_lesson, {}, "four-reads"}}};
}

}  // namespace satscope::app
