// SPDX-License-Identifier: Apache-2.0
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/json.h"
#include "app/ui/panels/bars.h"
#include "app/ui/panels/panels.h"
#include "app/ui/views/box_drag.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/storage/storage.h"

namespace satscope::app {
namespace {

constexpr const char *k_bytes_window = "storage:bytes", *k_worth_window = "storage:worth";

class Storage final : public Workspace {
 public:
  void begin(Session& session, const WindowOptions& /*options*/) override {
    session.edit.part<StorageEdit>();
    session.part<StorageView>();
  }

  void draw(Ui& window, const Shell& shell) override {
    StorageUi ui{window, model_};
    const StorageParts parts = storage_parts(shell.middle, static_cast<double>(ui.em));
    // because: once it is stored, its entries are no longer those of the plain table
    const bool plain = model_.facts() == nullptr;
    draw_canvas(
        ui, parts.canvas, [&](ImDrawList& list, const Pane& pane) { draw_storage_marks(list, ui, pane); }, true, plain);
    if (parts.bytes.height > 0) {
      begin_area(k_bytes_window, parts.bytes, Ground::scrolling);
      draw_bytes(ui);
      ImGui::End();
    }
    begin_area(k_worth_window, parts.worth, Ground::scrolling);
    parts.bytes.height > 0 ? draw_worth(ui) : draw_worth_line(ui);
    ImGui::End();
  }

  void draw_side(Ui& window, const Shell& /*shell*/) override {
    StorageUi ui{window, model_};
    draw_method_panel(ui);
    draw_source_panel(ui);
  }

  std::vector<const char*> panels() const override { return {k_bytes_window, k_worth_window}; }
  bool used(const Ui& ui) const override { return !(ui.session.edit.part<StorageEdit>() == StorageEdit{}); }

  void add_view_items(Ui& ui) const override {
    menu_item(ui, "Error map", StorageAction::errors, &ui.session.part<StorageView>().errors);
    menu_item(ui, "Hatching of dropped entries", StorageAction::dropped, &ui.session.part<StorageView>().dropped);
  }

  std::vector<Hint> hints(const Ui& ui) const override {
    std::vector<Hint> hints{{"?", "keys"}, {"drag", "box"}, hint(StorageAction::next_method, "method"), {", .", "word length"}};
    if (!ui.session.edit.live)
      hints.insert(hints.end(), {hint(StorageAction::paint, "paint white"), hint(StorageAction::break_it, "break it")});
    hints.insert(
        hints.end(),
        {hint(StorageAction::errors, "errors"), {"right drag", "pan"}, {"wheel", "zoom"}, hint(WindowAction::fit, "fit")});
    return hints;
  }

  std::string_view mouse_text(const Session& /*session*/) const override {
    return "Left drag: new box, or move and resize the old one; its size is that of the error map. Point at an entry of the "
           "table: what it is restored from. Right drag: move the view. Wheel: zoom at the cursor. Double click: fit.";
  }

  void want(const Session& session, Wanted& wanted) const override {
    if (session.edit.live) return;
    if (const auto painted = model_.painted(wanted.still)) wanted.still = painted;
  }

  bool step(Ui& ui) override { return model_.step(ui.session, ui.frame, ui.samples); }
  bool settled() const override { return model_.settled(); }
  void report(const Ui& ui, nlohmann::json& into) const override;
  static std::vector<ActionRow> actions();

 private:
  void break_it(Ui& ui) const;

  StorageModel model_;
};

void say(Ui& ui, const char* sentence) { ui.doing.message = Notice{sentence, std::nullopt, {}, false}; }

void change_method(StorageEdit& edit, int by) {
  const auto methods = storage_methods();
  const auto number = static_cast<int>(&edit.chosen() - methods.data()), all = static_cast<int>(methods.size());
  choose_method(edit, methods[static_cast<std::size_t>((number + by + all) % all)]);
}

void change_bits(Ui& ui, int by) {
  StorageEdit& edit = ui.session.edit.part<StorageEdit>();
  if (edit.chosen().usual_bits == 0) return say(ui, "the words of this method have a length of their own");
  edit.bits = std::clamp(edit.bits + by, k_least_word_bits, k_most_word_bits);
}

/// Paints the box; says so where it cannot.
void paint(Ui& ui) {
  StorageEdit& edit = ui.session.edit.part<StorageEdit>();
  if (ui.session.edit.live) return say(ui, "a live picture cannot be painted: stop it first");
  if (ui.session.edit.box.area() <= 0) return say(ui, "drag a box first: it is what is painted");
  if (!edit.white.empty() && edit.white.back() == ui.session.edit.box) return say(ui, "this box is white already");
  if (edit.white.size() == StorageEdit::k_most_painted) return say(ui, "there is much paint already: wash it off first");
  edit.white.push_back(ui.session.edit.box);
}

/// Paints a box that is one row or column too large.
void Storage::break_it(Ui& ui) const {
  const StorageFacts* facts = model_.facts();
  if (!facts) return;
  const Coding& coding = facts->kept->stored.coding;
  if (coding.lossless()) return say(ui, "nothing breaks here: every box is exact, in any picture of this size");
  if (coding.certain_pixels() < 1)
    return say(ui, "no size is certain with this method: even a single pixel may be wrong already");
  const Extent sure = largest_square(coding.picture, coding.certain_pixels());
  ui.session.edit.box = exact_box(ui, square_within(coding.picture, std::max(sure.width, sure.height) + 1));
  paint(ui);
}

std::vector<ActionRow> Storage::actions() {
  constexpr ActionGroup group{"Storage"};
  static constexpr auto edit = [](Ui& ui) -> StorageEdit& { return ui.session.edit.part<StorageEdit>(); };
  static constexpr auto view = [](Ui& ui) -> StorageView& { return ui.session.part<StorageView>(); };
  return {row(StorageAction::next_method, {plain('E')}, group, "the next way to keep the table",
              [](Storage&, Ui& ui) { change_method(edit(ui), 1); }),
          row({"previous-storage-method"}, {shift('E')}, group, "the way before",
              [](Storage&, Ui& ui) { change_method(edit(ui), -1); }),
          row(StorageAction::shorter, {plain(','), plain('<')}, group.held(), "shorter words",
              [](Storage&, Ui& ui) { change_bits(ui, -1); }),
          row({"longer-words"}, {plain('.'), plain('>')}, group.held(), "longer words",
              [](Storage&, Ui& ui) { change_bits(ui, 1); }),
          row(StorageAction::paint, {plain('W')}, group, "paint the box white", [](Storage&, Ui& ui) { paint(ui); }),
          row(StorageAction::wash, {shift('W')}, group, "wash all paint off", [](Storage&, Ui& ui) { edit(ui).white.clear(); }),
          row(StorageAction::break_it, {plain('X')}, group, "paint a box white that is just too large",
              [](Storage& storage, Ui& ui) { storage.break_it(ui); }),
          row(StorageAction::errors, {plain('Y')}, group, "show or hide the error map",
              [](Storage&, Ui& ui) { view(ui).errors = !view(ui).errors; }),
          row(StorageAction::dropped, {plain('D')}, group, "show or hide the hatching of dropped entries",
              [](Storage&, Ui& ui) { view(ui).dropped = !view(ui).dropped; })};
}

void Storage::report(const Ui& ui, nlohmann::json& into) const {
  into["busy"] = !model_.settled();
  into["problem"] = model_.problem();
  const StorageFacts* facts = model_.facts();
  if (!facts) return;
  const Coding& coding = facts->kept->stored.coding;
  const StoredBytes bytes = bytes_of(coding);
  const auto size = [](Extent extent) { return nlohmann::json{extent.width, extent.height}; };
  into.update({{"stored_method", coding.method->id},
               {"stored_bits", coding.bits},
               {"kept", coding.kept()},
               {"words", bytes.words},
               {"pixels", bytes.pixels},
               {"plain", bytes.plain},
               {"exact_pixels", coding.certain_pixels()},
               {"exact_here", size(facts->kept->exact_here)},
               {"wrong_entries", facts->kept->judged.wrong},
               {"map_box", size(facts->map.box)},
               {"wrong_boxes", facts->map.wrong}});
  if (const auto sum = model_.box_sum(ui.session.edit.box))
    into["box"] = {{"told", std::isfinite(sum->restored) ? nlohmann::json(sum->restored) : nlohmann::json()},
                   {"truth", sum->truth},
                   {"word_reads", sum->word_reads},
                   {"pixel_reads", sum->pixel_reads}};
}

}  // namespace

StorageParts storage_parts(const Area& middle, double em) {
  const bool roomy = middle.height >= 23 * em && middle.width >= 44 * em;
  const double height = std::round((roomy ? 10.5 : 2.8) * em), half = roomy ? std::round(middle.width / 2) : 0;
  StorageParts parts{.canvas = middle, .bytes = {}, .worth = {}};
  parts.canvas.height -= height;
  if (roomy) parts.bytes = {middle.x, parts.canvas.bottom(), half, height};
  parts.worth = {middle.x + half, parts.canvas.bottom(), middle.width - half, height};
  return parts;
}

WorkspaceKind storage_workspace() {
  return {
      .id = "storage",
      .title = "Storage",
      .about = "A table in fewer bytes, and what breaks",
      .actions = Storage::actions(),
      .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Storage>(); },
      .welcome = {"The table is kept in few bits, on purpose: in the red part, sums come out wrong. Drag a box, then press "
                  "comma for shorter words.",
                  "The table is kept in few bits: in the red part, sums come out wrong.", "Drag a box; comma shortens words."},
      .next_texts = {"What next? Another way to keep the table, or see how it is made.", "What next?"},
      .next = {{"Next method", "Another way to keep the table", StorageAction::next_method},
               {"Lesson 9", "Word lengths, floats, and what they lose", WindowAction::start_lesson, {}, "numbers"}}};
}

}  // namespace satscope::app
