// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/explore.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/ui/panels/bars.h"
#include "app/ui/panels/panels.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/explore/boxes_view.h"
#include "app/workspaces/explore/keys.h"
#include "app/workspaces/explore/layout.h"

namespace satscope::app {
namespace {

class Explore final : public Workspace {
 public:
  void draw(Ui& ui, const Shell& shell) override {
    const ExploreParts parts = explore_parts(shell.middle, static_cast<double>(ui.em), !ui.session.presenting,
                                             ui.session.presenting && ui.session.part<FourReads>().open);
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
    const bool plays = &ui.workspace == this && reads.open && reads.playing;
    due_at_ = plays ? std::max(due_at_, look_.changed_at + reads.seconds) : 0;
    if (!plays || ui.now < due_at_) return false;
    go_to(ui, reads.done + 1);
    reads.playing = reads.done < FourReads::k_last && !ui.doing.stopped;
    return true;
  }

  // What its actions do.

  static FourReads& reads(Ui& ui) { return ui.session.part<FourReads>(); }
  /// Shows the picture after so many reads.
  static void go_to(Ui& ui, int done) {
    if (ui.doing.stop && done > std::max(reads(ui).done, static_cast<int>(*ui.doing.stop))) {
      done = reads(ui).done;
      ui.doing.stopped = true;
    }
    reads(ui).done = std::clamp(done, 0, FourReads::k_last);
    reads(ui).playing = false;
  }
  void change_pace(Ui& ui, double factor) {
    reads(ui).seconds = std::clamp(reads(ui).seconds * factor, FourReads::k_fastest, FourReads::k_slowest);
    due_at_ = 0;
  }
  void play(Ui& ui) {
    FourReads& four = reads(ui);
    if (four.done == FourReads::k_last) four.done = 0;
    four.playing = !four.playing;
    if (four.playing) look_.changed_at = ui.now - four.seconds;  // because: who plays wants to see something now
  }
  static void change_shape(Ui& ui, int by) {
    BoxSet& set = ui.session.edit.part<BoxSet>();
    set.shape = next_shape(set.shape, by);
    reads(ui).open = false;
  }
  static void swap_boxes(Ui& ui) {
    BoxSet& set = ui.session.edit.part<BoxSet>();
    reads(ui).open = false;
    if (std::exchange(set.shape, BoxShape::two) != BoxShape::two) return;
    if (const auto parts = shown_parts(ui); parts.size() == 2) {
      set.second = parts[0].pixels;
      ui.session.edit.box = parts[1].pixels;
    }
  }
  /// A point of a class, while Explore is shown.
  bool go_on(Ui& ui, int by) {
    if (&ui.workspace != this) return false;
    if (reads(ui).open)
      go_to(ui, reads(ui).done + by);
    else if (by > 0)
      reads(ui) = {.open = true, .seconds = reads(ui).seconds};
    return true;
  }
  bool leave(Ui& ui) {
    if (&ui.workspace != this || !reads(ui).open || ui.window.has_popup()) return false;
    reads(ui) = {.seconds = reads(ui).seconds};
    return true;
  }
  static std::vector<ActionRow> actions();

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
              hint(WindowAction::leave, "close"),
              {"?", "keys"}};
    std::vector<Hint> hints{{"?", "keys"},
                            {"drag", "box"},
                            {"right drag", "pan"},
                            {"wheel", "zoom"},
                            hint(ExploreAction::why, "why four reads"),
                            hint(ExploreAction::next_shape, "more boxes"),
                            hint(WindowAction::fit, "fit")};
    if (session.edit.live) hints.push_back(hint(WindowAction::pause, session.paused ? "run" : "freeze"));
    hints.insert(hints.end(), {hint(WindowAction::live, session.edit.live ? "stop" : "live source"),
                               hint(WindowAction::next_colour_map, "colours"), hint(WindowAction::measure, "measure"),
                               hint(WindowAction::open, "open")});
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

std::vector<ActionRow> Explore::actions() {
  constexpr ActionGroup boxes{"More boxes"};
  constexpr ActionGroup reading{"Four reads",
                                {.enabled = [](const Session& session) { return session.part<FourReads>().open; }}};
  return {row(ExploreAction::why, {plain('Y')}, ActionGroup{"Four reads"}, "why four reads give the sum of the box",
              [](Explore&, Ui& ui) { reads(ui) = {.open = !reads(ui).open, .seconds = reads(ui).seconds}; }),
          row(ExploreAction::next_read, {plain(k_key_right), plain(k_key_page_down)}, reading,
              "the next read, while that is explained", [](Explore&, Ui& ui) { go_to(ui, reads(ui).done + 1); }),
          row(ExploreAction::previous_read, {plain(k_key_left), plain(k_key_page_up)}, reading, "the read before",
              [](Explore&, Ui& ui) { go_to(ui, reads(ui).done - 1); }),
          row(ExploreAction::play_reads, {plain(k_key_space)}, reading, "play or pause the reads",
              [](Explore& explore, Ui& ui) { explore.play(ui); }),
          row(ExploreAction::to_read, {plain('D'), plain('B'), plain('C'), plain('A')}, reading, "to the read of this letter",
              [](Explore&, Ui& ui, const ActionRequest& request) {
                const auto read = std::ranges::find(k_reads, static_cast<char>(request.chord.key));
                go_to(ui, static_cast<int>(read - k_reads.begin()) + 1);
              }),
          row({"reads-slower"}, {plain(','), plain('<')}, reading.held(), "play the reads slower",
              [](Explore& explore, Ui& ui) { explore.change_pace(ui, 2); }),
          row({"reads-faster"}, {plain('.'), plain('>')}, reading.held(), "play the reads faster",
              [](Explore& explore, Ui& ui) { explore.change_pace(ui, 0.5); }),
          row(ExploreAction::next_shape, {plain('E')}, boxes, "two boxes, or the box in two or three parts",
              [](Explore&, Ui& ui) { change_shape(ui, 1); }),
          row({"previous-shape"}, {shift('E')}, boxes, "the shape before", [](Explore&, Ui& ui) { change_shape(ui, -1); }),
          row(ExploreAction::swap_boxes, {plain('X')}, boxes, "adds a second box, then switches between the two",
              [](Explore&, Ui& ui) { swap_boxes(ui); }),
          row(WindowAction::next_point, [](Explore& explore, Ui& ui) { return explore.go_on(ui, 1); }),
          row(WindowAction::previous_point, [](Explore& explore, Ui& ui) { return explore.go_on(ui, -1); }),
          row(WindowAction::leave, [](Explore& explore, Ui& ui) { return explore.leave(ui); })};
}

}  // namespace

WorkspaceKind explore_workspace() {
  return {
      .id = "explore",
      .title = "Explore",
      .about = "A picture, its table, a box",
      .actions = Explore::actions(),
      .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Explore>(); },
      .sketch = picture_sketch,
      .welcome = {"Drag a box on the picture: four numbers of the table give the sum of its pixels.",
                  "Drag a box: four numbers of the table give its sum.", "Drag a box on the picture."},
      .over_picture = {"Drag a box on the picture: four numbers give its sum", "Drag a box on the picture", "Drag a box"},
      .next_texts = {"What next? See why four numbers are enough, or take these pixels apart.", "What next?"},
      .next = {{"Why four?", "How D − B − C + A leaves the box alone", ExploreAction::why},
               {"Two boxes", "A second box beside the first", ExploreAction::next_shape},
               {"Into Steps", "How the table is made, on pixels of this box", WindowAction::to_steps},
               {"Lesson 1", "What a table is, and why four reads are enough", WindowAction::start_lesson, {}, "four-reads"}}};
}

}  // namespace satscope::app
