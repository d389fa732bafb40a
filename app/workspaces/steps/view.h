// SPDX-License-Identifier: Apache-2.0
// A view of Steps describes itself here, and the rest of Steps asks nothing else. To add one, write a folder in views/ that
// defines `StepViewKind NAME_view()`, and add it to views/list.h: the view then has its button, its places in keys and key
// sheet, pages, films and web pages, two at once, session and state file.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/views/grids/layout.h"

namespace satscope::app {

struct StepsUi;
class StepViews;

/// A shape of a view at which the pointer can point.
struct ViewShape {
  Area area;
  std::optional<CellAt> cell = {};        ///< that it shows
  std::optional<Cell> value = {};         ///< of the cell, as it is shown; none: what the cell holds now
  std::size_t id = 0;                     ///< the view's own number of what it is
  std::optional<std::uint32_t> thread{};  ///< that it shows
  std::string control = {};               ///< the name by which scripts find it; empty: none
};

/// The shapes of a view, as it was painted last.
struct ViewScene {
  std::vector<ViewShape> shapes;
  /// Null: none is under the point. Where two are, the first.
  const ViewShape* at(Point point) const;
};

/// How a view is painted.
struct PaintLook {
  TypeSize type;  ///< of the numbers in cells
  ColourMap colours = ColourMap::cividis;
  double arrived = 1;          ///< how far the numbers of the current step are on their way, 0 ... 1
  bool legend = false;         ///< in the area as well, if the view has one
  bool essential = false;      ///< only what a newcomer needs
  bool paired = false;         ///< beside another story: what both have is drawn equally large
  ViewScene* scene = nullptr;  ///< takes the shapes; null: nothing points at them
};

/// A tooltip; without a word: there is none.
struct ViewTip {
  std::string title, text;
};

/// Where the key for the next place leads.
struct ViewPlace {
  std::size_t position = 0;
  int block = 0;
  std::string none = {};  ///< a sentence that says why there is no such place; empty: there is one
};

/// A view of one story, with what it keeps from frame to frame.
class StepView {
 public:
  virtual ~StepView() = default;

  /// Before `lay` in the window: may show another block.
  virtual void follow(StepsState& /*steps*/) {}
  /// Takes what is drawn along with the player. The story has steps.
  virtual void lay(const StepsState& /*steps*/, const Area& /*area*/, const PaintLook& /*look*/) {}
  /// Its signs in words, in a line of their own; nothing where it has none, or was not painted.
  virtual void paint_legend(Drawing& /*drawing*/, const StepsState& /*steps*/, const Area& /*line*/) const {}
  /// What was laid, over all of the area.
  virtual void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) = 0;

  /// Under which name the window reports the view.
  virtual std::string_view shown_as(std::string_view id) const { return id; }
  /// Whether the window leaves a line below the view free. alone: no second story is beside this one.
  virtual bool leaves_line(bool /*alone*/) const { return false; }
  /// Controls over the view and in that line, which has no height where there is none. Calls ImGui.
  virtual void draw_controls(StepsUi& /*ui*/, StepsState& /*steps*/, const Area& /*line*/) {}

  // The pointer. The shapes are those of the last `paint`.

  /// The cell of a shape at a point of it; none: it selects nothing.
  virtual std::optional<CellAt> cell_at(const StepsState& /*steps*/, const ViewShape& shape, Point /*point*/) const {
    return shape.cell;
  }
  /// Whether what there is to know of a shape is shown below all of them, because at the pointer it would hide what it is
  /// about.
  virtual bool explains_below() const { return false; }
  /// Empty: what there is to know of the cell.
  virtual ViewTip tip(const StepsState& /*steps*/, const ViewShape& /*shape*/) const { return {}; }
  /// Why nothing of the picture is in a cell, in words; empty where that is no question.
  virtual std::string filler(const StepsState& /*steps*/, CellAt /*cell*/) const { return {}; }
  /// shape: null where none is. The cell under the pointer is `steps.hover`.
  virtual void click(StepsState& steps, const ViewShape* shape);
  /// by: as ImGui has it, negative where the wheel goes on.
  virtual void wheel(StepsState& /*steps*/, double /*by*/) {}

  /// Up or Down, through the parts of the step that its kind names.
  virtual void turn(int /*direction*/) {}

  /// Another session was opened, or a card begins: it shows what it shows first.
  virtual void begin() {}
  /// Its part of the state file, shown or not.
  virtual void report(const StepsState& /*steps*/, nlohmann::json& /*into*/) const {}
  /// The next place worth a look after the current step; none: the view knows of none.
  virtual std::optional<ViewPlace> next_place(const StepsState& /*steps*/) const { return std::nullopt; }
  /// The grids in which cells can be predicted; null: the view has none.
  virtual const StepsLayout* cells() const { return nullptr; }
};

/// What is known of a view before there is a story.
struct StepViewKind {
  std::string_view id = {};  ///< as the list says
  const char* title = "";
  std::string_view tip = {};
  std::unique_ptr<StepView> (*make)(StepViews& all) = nullptr;  ///< null: it shows the running machine, no step of a trace
  bool needs_messages = false;                                  ///< of blocks; grids are shown where there are none
  std::string_view place = {};  ///< what `next_place` finds, "bank conflict"; empty: the places of the view `for_all`
  bool essential = false;       ///< its button is there at the level for newcomers
  bool says_step = false;       ///< there it says in a sentence what the step does
  std::string_view part = {};   ///< what Up and Down go through for a newcomer, "instruction"; empty: the threads
  bool for_all = false;         ///< its places are those of all views that have none
  bool (*on_web)(const Story& story) = nullptr;  ///< whether a web page of the first view shows this one as well; null: never
  bool of_frame() const { return !make; }
  /// For such a story. has_messages: its blocks exchange numbers.
  bool is_there(bool has_messages) const { return has_messages || !needs_messages; }
};

template <class View>
std::unique_ptr<StepView> make_view(StepViews& /*all*/) {
  return std::make_unique<View>();
}

/// All of them, in the order of their buttons. The first is shown where another cannot be.
const std::vector<StepViewKind>& step_views();
/// Null: there is none with this id.
const StepViewKind* find_step_view(std::string_view id);
/// The first where the id is unknown.
const StepViewKind& step_view(std::string_view id);

/// Alone on the screen, for a newcomer, with parts of its own for Up and Down; null: these go through the threads.
const StepViewKind* view_with_parts(const StepsSettings& settings, bool has_messages);

/// What is shown of a story. has_messages: whether its blocks exchange numbers.
const StepViewKind& shown_view(std::string_view id, bool has_messages);
/// The view that comes after this one.
const StepViewKind& next_view(const StepViewKind& view, bool has_messages);
/// The second view; null: there is only one to see.
const StepViewKind* shown_beside(const StepsSettings& settings, bool has_messages);
/// Another view in the first place; the second one stays what it is.
void choose_next_view(StepsSettings& settings, bool has_messages);
/// The next one in the second place; after the last: none.
void choose_next_beside(StepsSettings& settings, bool has_messages);

/// All views of one story.
class StepViews {
 public:
  StepViews();
  /// Of a kind that shows steps.
  StepView& of(const StepViewKind& kind) { return *views_[static_cast<std::size_t>(&kind - step_views().data())]; }
  const StepsLayout* cells() const;
  void begin() const;
  void report(const StepsState& steps, nlohmann::json& into) const;
  /// What several of them keep together.
  template <class T>
  T& common() {
    std::shared_ptr<void>& one = common_[typeid(T)];
    if (!one) one = std::make_shared<T>();
    return *static_cast<T*>(one.get());
  }

 private:
  std::map<std::type_index, std::shared_ptr<void>> common_;
  std::vector<std::unique_ptr<StepView>> views_;  // by kind
};

}  // namespace satscope::app
