// SPDX-License-Identifier: Apache-2.0
// Playground: a chain of filters on the live frame.
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/core/json.h"
#include "app/core/text/number_text.h"
#include "app/ui/input.h"
#include "app/ui/panels/bars.h"
#include "app/ui/panels/camera_watch.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/status_text.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/command.h"
#include "app/workspaces/playground/faces/face_walk.h"
#include "app/workspaces/playground/faces/template_tool.h"
#include "app/workspaces/playground/keys.h"
#include "app/workspaces/playground/layout.h"
#include "app/workspaces/playground/playground.h"
#include "app/workspaces/playground/report.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr const char* k_chain_window = "chain";

bool takes(const ActionRow& row, const Session& /*session*/) {
  if (row.group == k_box_keys) return row.action == WindowAction::to_steps;
  if (row.group == k_view_keys) return row.action != WindowAction::zoom_to_box;
  return row.group != k_colour_keys || row.action == WindowAction::grid;
}

/// Rectangles keep their place in a picture whose size changes.
void scale_regions(std::vector<Box>& regions, Extent from, Extent to) {
  const auto scaled = [](int place, int before, int now) {
    return static_cast<int>((std::int64_t{2} * place * now + before) / (std::int64_t{2} * before));
  };
  for (Box& box : regions) {
    const int x0 = scaled(box.x, from.width, to.width), x1 = scaled(box.x + box.width, from.width, to.width);
    const int y0 = scaled(box.y, from.height, to.height), y1 = scaled(box.y + box.height, from.height, to.height);
    box = {x0, y0, std::max(1, x1 - x0), std::max(1, y1 - y0)};
  }
}

class Playground final : public Workspace {
 public:
  void begin(Session& session, const WindowOptions& options) override {
    session.part<PlaygroundView>();
    PlaygroundEdit& edit = session.edit.part<PlaygroundEdit>();
    if (options.chain.empty()) return;
    if (options.workspace.empty()) session.workspace = "playground";
    edit.chain = entries_of(parse_chain(options.chain));
  }

  SideShape side(double columns) const override { return playground_side(columns); }
  void begin_frame() override { state_.begin_frame(); }

  void draw(Ui& window, const Shell& shell) override {
    PlaygroundUi ui{window, state_, tool_};
    const auto em = static_cast<double>(ui.em);
    if (tool_.alone && !ui.session.presenting) {  // Esc has ended it
      tool_.alone = false;
      if (std::exchange(tool_.filled_screen, false) && ui.window.full_screen()) ui.ask(WindowAction::full_screen);
    }
    const PlaygroundParts parts =
        tool_.alone
            ? PlaygroundParts{.canvas = shell.middle, .chain = {}, .race = {}, .bar = {}, .budget = {}, .chain_docked = true}
            : playground_parts(shell.middle, ui.session.presenting ? 0 : shell.top.width / em, em,
                               ui.session.part<PlaygroundView>().race);
    // because: undo may have taken rectangles away
    tool_.region = std::min(tool_.region, static_cast<int>(ui.session.edit.part<PlaygroundEdit>().regions.size()) - 1);
    begin_area("canvas", parts.canvas, Ground::clear, ImGuiWindowFlags_NoNav);
    if (parts.canvas.height >= 1) draw_result(ui, parts.canvas);
    ImGui::End();
    if (ui.doing.hover) ui.frame.watch_pixel(ui.doing.hover->x, ui.doing.hover->y);
    if (parts.race.height > 0) {
      begin_area("race", parts.race, Ground::panel);
      draw_race(ui, parts.race);
      ImGui::End();
    }
    if (parts.bar.height > 0) {
      begin_area("bar", parts.bar, Ground::panel);
      draw_bar(ui, parts.bar);
      ImGui::End();
    }
    if (parts.budget.height > 0) {
      begin_area("budget", parts.budget, Ground::panel, ImGuiWindowFlags_NoNav);
      draw_budget(ui, parts.budget);
      ImGui::End();
    }
    chain_aside_ = !parts.chain_docked;
    if (chain_aside_ || tool_.alone) return;
    begin_area(k_chain_window, parts.chain, Ground::scrolling);
    ImGui::PushItemWidth(-1);
    draw_chain_column(ui);
    ImGui::PopItemWidth();
    ImGui::End();
  }

  void draw_side(Ui& window, const Shell& /*shell*/) override {
    PlaygroundUi ui{window, state_, tool_};
    if (chain_aside_) draw_chain_column(ui);
    draw_source_panel(ui);
    draw_picture_greys(ui, ui.frame.filtered().greys);
    if (const Filtered& filtered = ui.frame.filtered();
        ui.session.edit.live && filtered.ready && !filtered.greys && ui.frame.status().source.feed.description.reduced) {
      ImGui::PushTextWrapPos(0);
      caption(ui, "Black and white can be set for sources in grey, not for this one in colour");
      ImGui::PopTextWrapPos();
    }
    draw_shelf(ui);
  }

  std::vector<const char*> panels() const override { return {k_chain_window}; }
  bool used(const Ui& ui) const override { return !(ui.session.edit.part<PlaygroundEdit>() == PlaygroundEdit{}); }

  void add_file_items(Ui& ui) const override {
    menu_item(ui, "Photo of the result", PlaygroundAction::save_result);
    menu_item(ui, "Record the result", PlaygroundAction::record);
    menu_item(ui, WholeFilm::of_folder(ui) ? "Filter the whole folder" : "Record the whole film", PlaygroundAction::whole_film);
    menu_item(ui, "The result as a camera", PlaygroundAction::camera);
    menu_item(ui, "Copy the result as a picture", PlaygroundAction::copy_picture);
    menu_item(ui, "Copy as command", PlaygroundAction::copy_command);
  }
  void add_view_items(Ui& ui) const override {
    PlaygroundView& view = ui.session.part<PlaygroundView>();
    menu_item(ui, "Wipe", PlaygroundAction::wipe, &view.wipe);
    menu_item(ui, "Difference", PlaygroundAction::difference, &view.difference);
    menu_item(ui, "The result alone, full screen", PlaygroundAction::alone);
    menu_item(ui, "Larger radius", PlaygroundAction::radius_up);
    menu_item(ui, "Smaller radius", PlaygroundAction::radius_down);
    menu_item(ui, "Freeze and open in Explore", PlaygroundAction::to_explore);
  }

  std::vector<Hint> hints(const Ui& ui) const override {
    if (tool_.crop && tool_.hold == Hold::none)
      return {{"Enter, click outside", "crops"}, hint(WindowAction::leave, "leaves"), {"drag", "edges, or a new box"}};
    if (tool_.hold != Hold::none) return {{"release", "keeps it"}, hint(WindowAction::leave, "gives back what was")};
    const Session& session = ui.session;
    const bool zooms = session.part<PlaygroundView>().wheel_zooms;
    std::vector<Hint> hints{{"?", "keys"}};
    if (!ui.controls.contains("open"))
      hints.push_back(hint(WindowAction::side_panel, "sources and filters"));  // they are folded away
    if (takes_window(session)) hints.push_back({"Left, Right", "features of the window"});
    hints.push_back({"wheel", zooms ? "zoom" : "radius"});
    if (session.edit.live) hints.push_back(hint(WindowAction::pause, session.paused ? "run" : "freeze"));
    hints.insert(hints.end(), {{keys_text(PlaygroundAction::original), "hold: original"},
                               hint(PlaygroundAction::wipe, "wipe"),
                               hint(PlaygroundAction::difference, "difference"),
                               {"Ctrl+wheel", zooms ? "radius" : "zoom"},
                               hint(PlaygroundAction::choose_filter, "filters"),
                               hint(WindowAction::fit, "fit"),
                               hint(WindowAction::to_steps, "to Steps"),
                               hint(PlaygroundAction::save_result, "photo"),
                               hint(PlaygroundAction::record, state_.recorder.records() ? "stop recording" : "record"),
                               hint(WindowAction::live, session.edit.live ? "stop" : "live source"),
                               hint(WindowAction::mirror, "mirror")});
    return hints;
  }

  std::vector<std::string> hover_texts(const Ui& ui) const override {
    const std::string zoom = zoom_text(ui);
    if (!ui.doing.hover) return {zoom};
    std::vector<std::string> texts = pixel_texts(ui);
    texts.insert(texts.begin(), texts.front() + "  ·  " + zoom);
    return texts;
  }

  std::vector<std::string> status_texts(const Ui& ui) const override {
    return chain_texts(ui.frame.status(), ui.frame.filtered());
  }

  std::string_view mouse_text(const Session& /*session*/) const override {
    return "Wheel over the picture: radius; with Ctrl zoom, or the other way round. Drag: move the view, or the wipe, a "
           "handle, a "
           "brush, a rectangle. Right or middle drag: move the view. Double click: fit.";
  }

  void want(const Session& session, Wanted& wanted) const override {
    const PlaygroundEdit& edit = session.edit.part<PlaygroundEdit>();
    const ColourRange& range = session.picture_range;
    wanted.filters = {.chain = chain_in_force(edit),
                      .colour = edit.colour,
                      .regions = edit.regions,
                      .greys = range.automatic ? GreyRange{} : GreyRange{false, range.lo, range.hi},
                      .painted = edit.painted,
                      .cut = edit.cut};
    const FacesFound* found = state_.finder.found();
    if (!found || !wanted.filters->hides_faces()) return;
    wanted.filters->searched = found->frame;
    wanted.filters->faces = faces::boxes_to_hide(face_filter(edit)->params, found->faces, found->picture);
  }
  bool shows_table() const override { return false; }
  bool works_unseen() const override { return state_.camera.runs() || state_.film.runs(); }
  ShownPicture shown(const Frame& frame) const override {
    return {frame.filtered().ready, frame.filtered().picture, frame.filtered().message};
  }
  std::string_view view() const override { return "view:result"; }
  std::string filter_at_hand(const Session& session) const override {
    const ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>());
    return entry ? entry->filter : std::string();
  }

  bool step(Ui& ui) override {
    if (const Extent picture = ui.frame.filtered().picture; &ui.workspace == this && picture.area() > 0) {
      const Extent before = std::exchange(regions_in_, picture);
      std::vector<Box>& regions = ui.session.edit.part<PlaygroundEdit>().regions;
      const SourceTransform now = ui.session.edit.transform, then = std::exchange(transform_before_, now);
      if (then != now) {
        turn_crop(tool_, then, now, ui.session.edit.live && ui.frame.status().source.mirrored);
        regions_due_ = regions == regions_before_;  // because: those that an undo gave back belong to its picture already
      }
      if (before.area() > 0 && before != picture && std::exchange(regions_due_, true)) scale_regions(regions, before, picture);
      regions_before_ = regions;
    }
    const bool shown = &ui.workspace == this, recorded = state_.recorder.step(ui, shown);
    const bool sent = state_.camera.step(ui, shown), filmed = state_.film.step(ui);
    return step_playground(state_, ui.frame, ui.session, ui.now, shown) || recorded || sent || filmed;
  }
  double due_at(double now) const override { return state_.due_at(now); }
  std::string finish() override {
    const std::string film = state_.film.finish(), recorded = state_.recorder.finish();
    return film.empty() || recorded.empty() ? film + recorded : film + "; " + recorded;
  }
  bool settled() const override { return tool_.hold == Hold::none && state_.settled(); }

  void read_held_keys(Ui& ui, const InputQueue& input, bool typing) override {
    const int key = row_of(PlaygroundAction::original).keys.front().key;
    const bool held = (input.holds(key) && !ImGui::GetIO().KeyCtrl && !typing) || tool_.button_held;
    tool_.original = &ui.workspace == this && (tool_.original_stays || (held && !ui.window.has_popup()));
  }
  bool drop_drag(Session& session) override {
    const bool held = tool_.hold != Hold::none || tool_.crop;
    cancel_tool(session, tool_);
    return held;
  }

  void report(const Ui& ui, nlohmann::json& into) const override { into.update(report_playground(ui, state_, tool_.original)); }
  static std::vector<ActionRow> actions();

 private:
  void show_alone(Ui& ui) {
    if (tool_.alone) {
      ui.session.presenting = false;
      return;
    }
    tool_.alone = ui.session.presenting = true;  // which hides the panels
    ui.doing.message.reset();                    // because: it would lie over the picture
    tool_.filled_screen = !ui.window.full_screen();
    if (tool_.filled_screen) ui.ask(WindowAction::full_screen);
  }
  /// Turns a comparison on or off; what the original hides would look as if it did nothing.
  void compare(bool& on) {
    on = !on;
    tool_.original_stays = false;
  }
  void begin_crop(Ui& ui) {
    const Extent picture = ui.frame.filtered().picture;
    const bool begun = tool_.crop.has_value();
    cancel_tool(ui.session, tool_);
    if (begun || picture.area() == 0) return;
    tool_.crop = Box{0, 0, picture.width, picture.height};
    tool_.crop_in = picture;
    ui.doing.in_panels = ui.doing.drawer = false;
    ui.ask(WindowAction::fit);
  }
  static void draw_chain_column(PlaygroundUi& ui) {
    draw_chain(ui);
    draw_presets(ui);
    draw_look(ui);
  }

  PlaygroundModel state_;
  PlaygroundDoing tool_;
  Extent regions_in_;  ///< the picture that the rectangles were made for
  std::vector<Box> regions_before_;
  SourceTransform transform_before_;
  bool regions_due_ = true;   ///< they follow the next picture of another size
  bool chain_aside_ = false;  ///< the chain is part of the side panel
};

std::vector<ActionRow> Playground::actions() {
  using Request = ActionRequest;
  constexpr ActionGroup group{"Playground"};
  constexpr int k_far = 10;
  static constexpr auto edit = [](Ui& ui) -> PlaygroundEdit& { return ui.session.edit.part<PlaygroundEdit>(); };
  static constexpr auto view = [](Ui& ui) -> PlaygroundView& { return ui.session.part<PlaygroundView>(); };
  static constexpr auto change = [](Playground& own, Ui& ui, int by) {
    change_radius(ui.session, own.tool_, by, false, ui.now);
  };
  static constexpr auto walk = [](Playground& own, Ui& ui, int features, int stages) {
    move_in_walk(own.state_.finder, view(ui), features, stages);
  };
  return {row(PlaygroundAction::original, {plain('S')}, group, "hold: the picture before the filters",
              [](Playground&) {}),  // while it is held: read_held_keys
          row(PlaygroundAction::wipe, {plain('X')}, group, "wipe: left of the handle the original",
              [](Playground& own, Ui& ui) { own.compare(view(ui).wipe); }),
          row(PlaygroundAction::difference, {plain('D')}, group, "the difference between result and original",
              [](Playground& own, Ui& ui) { own.compare(view(ui).difference); }),
          row(PlaygroundAction::alone, {shift(function_key(11))}, group, "the result alone on the whole screen; Esc leaves",
              [](Playground& own, Ui& ui) { own.show_alone(ui); }),
          row(PlaygroundAction::radius_down, {plain('[')}, group.held(), "radius of the chosen filter - 1",
              [](Playground& own, Ui& ui) { change(own, ui, -1); }),
          row(PlaygroundAction::radius_up, {plain(']')}, group.held(), "radius of the chosen filter + 1",
              [](Playground& own, Ui& ui) { change(own, ui, 1); }),
          row({"radius-far-down"}, {plain('{')}, group.held(), "radius - 10 (Shift+[ on many keyboards)",
              [](Playground& own, Ui& ui) { change(own, ui, -k_far); }),
          row({"radius-far-up"}, {plain('}')}, group.held(), "radius + 10 (Shift+] on many keyboards)",
              [](Playground& own, Ui& ui) { change(own, ui, k_far); }),
          row(PlaygroundAction::choose_filter, digits(1, k_filter_keys, false), group,
              "add one of the first filters of the shelf, or turn it on or off",
              [](Playground&, Ui& ui, const Request& request) {
                const auto number = static_cast<std::size_t>(request.chord.key - '1');
                if (number >= filters().size()) return;
                toggle_filter(edit(ui), view(ui), filters()[number].id);
                begin_chosen(ui);
              }),
          row(PlaygroundAction::remove_region, {plain(k_key_delete)}, group, "remove the rectangle that was touched last",
              [](Playground& own, Ui& ui) { remove_region(ui.session, own.tool_, own.tool_.region); }),
          row(PlaygroundAction::previous_feature, {plain(k_key_left)}, group.held(), "the feature before in a window of faces",
              [](Playground& own, Ui& ui) { walk(own, ui, -1, 0); }),
          row({"next-feature"}, {plain(k_key_right)}, group.held(), "the next feature in a window of faces",
              [](Playground& own, Ui& ui) { walk(own, ui, 1, 0); }),
          row({"previous-face-stage"}, {shift(k_key_left)}, group.held(), "the stage before in a window of faces",
              [](Playground& own, Ui& ui) { walk(own, ui, 0, -1); }),
          row({"next-face-stage"}, {shift(k_key_right)}, group.held(), "the next stage in a window of faces",
              [](Playground& own, Ui& ui) { walk(own, ui, 0, 1); }),
          row(k_crop_on_picture, {shift('C')}, group, "crop by mouse: draw the part that is kept; Enter crops, Esc leaves",
              [](Playground& own, Ui& ui) { own.begin_crop(ui); }),
          row(WindowAction::to_steps,
              [](Playground& own, Ui& ui, const Request& request) {
                return request.chord.key == k_key_enter && apply_crop(ui, own.tool_);
              }),
          row(PlaygroundAction::to_explore, {shift(k_key_enter)}, group, "freeze and open in Explore",
              [](Playground&, Ui& ui) {
                ui.session.paused = ui.session.edit.live;
                ui.session.workspace = workspaces().front().id;
                ui.doing.hover.reset();
              }),
          row(PlaygroundAction::save_result, {ctrl('E')}, group, "a photo of the result, in the pictures folder",
              [](Playground& own, Ui& ui) { own.state_.recorder.ask_photo(ui); }),
          row(PlaygroundAction::record, {plain(function_key(9))}, group, "record the result, with a red mark; again: stop",
              [](Playground& own, Ui& ui) { own.state_.recorder.ask_film(ui); }),
          row(PlaygroundAction::whole_film, {ctrl(function_key(9))}, group,
              "record the whole film: a video file from its first frame to its last, with its sound; of a folder: filter every "
              "picture; again: stop",
              [](Playground& own, Ui& ui) { own.state_.film.ask(ui); }),
          row(PlaygroundAction::camera, {shift(function_key(9))}, group,
              "the result as a camera that other programs open; again: stop",
              [](Playground& own, Ui& ui) { own.state_.camera.ask(ui); }),
          row(PlaygroundAction::copy_command, {ctrl('C')}, group, "copy the chain as a command that filters the same source",
              [](Playground&, Ui& ui) { copy_command(ui); }),
          row(PlaygroundAction::copy_picture, {ctrl_shift('C')}, group, "copy the result as a picture, to the clipboard",
              [](Playground&, Ui& ui) { copy_result(ui); }),
          row(WindowAction::paste,
              [](Playground& own, Ui& ui) {
                PlaygroundUi with{ui, own.state_, own.tool_};
                return paste_chain(with);
              }),
          row(PlaygroundAction::keep_template, [](Playground&, Ui& ui) {
            ChainEntry* entry = chosen_entry(edit(ui), view(ui));
            const auto frame = ui.frame.whole_frame();
            if (entry && frame) keep_template(edit(ui), *entry, *frame);
          })};
}

}  // namespace

WorkspaceKind playground_workspace() {
  return {
      .id = "playground",
      .title = "Playground",
      .about = "Filters on the moving picture",
      .actions = Playground::actions(),
      .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Playground>(); },
      .takes = takes,
      .sketch = picture_sketch,
      .welcome = {"Turn the wheel over the picture: the blur grows, its four reads per pixel stay four.",
                  "Turn the wheel over the picture: the blur grows.", "Turn the wheel over the picture."},
      .next_texts = {"What next? Try a live source, look at the difference, or ask what tables are good for.", "What next?"},
      .next = {{"Live source", "The filters on a moving picture", WindowAction::live},
               {"Difference", "What the filters change", PlaygroundAction::difference},
               {"Into Steps", "The filter step by step on a few pixels", WindowAction::to_steps},
               {"Lesson 10", "What a table is good for", WindowAction::start_lesson, {}, "uses"}}};
}

}  // namespace satscope::app
