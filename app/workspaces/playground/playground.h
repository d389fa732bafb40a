// SPDX-License-Identifier: Apache-2.0
// What the panels of Playground see, and what they share.
#pragma once
#include "app/ui/ui.h"
#include "app/workspaces/playground/doing.h"
#include "app/workspaces/playground/keys.h"
#include "app/workspaces/playground/model.h"

struct ImDrawList;

namespace satscope::app {

struct PlaygroundUi : Ui {
  PlaygroundModel& playground;
  PlaygroundDoing& tool;
};

/// What a filter that was just added, and is the chosen one, needs to show something in the present picture: a template that
/// is found, rectangles to wave at.
void begin_chosen(Ui& ui);

// The panels of the playground, each in the current window of ImGui.
void draw_shelf(PlaygroundUi& ui);                     ///< the filters to add
void draw_chain(PlaygroundUi& ui);                     ///< those in force, with parameters and times
void draw_pixel_corners(PlaygroundUi& ui);             ///< the entries that the pixel under the pointer is made of
void draw_presets(PlaygroundUi& ui);                   ///< chains worth seeing, and those that the user keeps
void draw_look(PlaygroundUi& ui);                      ///< what else is shown, and the timer
void draw_bar(PlaygroundUi& ui, const Area& area);     ///< what is done with the result: film, photo, comparison, command
void draw_result(PlaygroundUi& ui, const Area& area);  ///< the picture, with what can be dragged on it
void draw_budget(PlaygroundUi& ui, const Area& area);  ///< where the time of a frame goes
/// The same in words, from the longest to the shortest. They agree with the frame rate.
std::vector<std::string> budget_texts(const Budget& budget, bool live);
void draw_face_controls(PlaygroundUi& ui);           ///< what the finder of faces found, and how it looks
void draw_race(PlaygroundUi& ui, const Area& area);  ///< time over radius, of a table and its rivals

/// Applies the chain that the clipboard holds, and keeps it where it has a name; false: it holds none.
bool paste_chain(PlaygroundUi& ui);

/// A small picture to be pressed, with its title.
struct Tile {
  std::string control;  ///< id
  std::string cell;     ///< of the atlas of thumbnails
  std::string title, tip;
  std::string mark = {};  ///< in its corner, with a frame; empty: none
  std::string note = {};  ///< over its picture, which is dimmed: why it would show nothing now; empty: none
};
inline constexpr std::string_view k_needs_movement = "needs a video or a camera";
/// In as many columns as there is room for. pressed: one of them is. over: draws what belongs to one while it is the last item.
void draw_tiles(PlaygroundUi& ui, const std::vector<Tile>& tiles, const std::function<void(std::size_t)>& pressed,
                const std::function<void(std::size_t)>& over);

/// Where the result is drawn, and how it maps.
struct ResultPane {
  Area area;
  View view;
  Extent picture;
};

// What is on the result. Nothing that is not there is drawn.
void draw_result_marks(PlaygroundUi& ui, const ResultPane& pane);
void draw_faces(PlaygroundUi& ui, const ResultPane& pane);
/// What can be done with the pointer over the picture: wipe, handles, brush, rectangles. over: it is in the view, and free.
void use_tools(PlaygroundUi& ui, const ResultPane& pane, bool over);
/// Before the tools: what is drawn of a crop stays within the picture, and the panel shows its numbers.
void follow_crop(PlaygroundUi& ui, const ResultPane& pane);
void draw_crop(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane);
/// What a press on a crop takes hold of: a new box begins outside it, and on a picture that is still whole.
BoxDrag crop_drag(const PlaygroundUi& ui, const ResultPane& pane, Point screen);
/// The source is rotated or flipped: what was drawn of a crop goes with it. Where another part of it is shown, it ends.
void turn_crop(PlaygroundDoing& doing, const SourceTransform& before, const SourceTransform& now, bool mirrored);
/// Crops the source to what was drawn; false: nothing was begun.
bool apply_crop(Ui& ui, PlaygroundDoing& doing);
/// Whether the chosen filter has a map to paint, so that left and right button are the brush's.
bool paints(const Session& session);
/// Whether the chosen filter has rectangles to draw.
bool draws_regions(const Session& session);
/// Whether a left drag over the picture draws a rectangle: a region, or what a template is cut from.
bool draws_rectangles(const Session& session);
/// Takes a rectangle away, if it is there.
void remove_region(Session& session, PlaygroundDoing& doing, int region);
/// Gives back what was there before the drag that is going on.
void cancel_tool(Session& session, PlaygroundDoing& doing);

/// Changes the radius of the chosen filter and says so in large letters; false: it has none.
bool change_radius(Session& session, PlaygroundDoing& doing, int steps, bool widening, double now);

/// Whether the pointer at `screen` is over the handle of the wipe.
bool over_wipe(const PlaygroundUi& ui, const ResultPane& pane, Point screen);
/// Column of the picture where the wipe is.
int wipe_column(const PlaygroundView& view, Extent picture);
/// How many times the difference is shown.
inline constexpr double k_difference_gain = 4;
/// Whether more moves in a region than what it takes to ring.
bool rings(const Filtered& filtered, const PlaygroundView& view, std::size_t region);

/// "(x, y) 120 118 90 -> 101 101 101", from the longest to the shortest; empty without a pixel under the pointer.
std::vector<std::string> pixel_texts(const Ui& ui);

}  // namespace satscope::app
