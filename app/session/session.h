// SPDX-License-Identifier: Apache-2.0
// The state of the window as plain data: what a session file holds, what undo steps through, what panels edit.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/core/display_path.h"
#include "app/session/parts.h"
#include "app/sources/live/live_open.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// What both views show: the picture coordinate in their middle (pixel (0, 0) covers 0 ... 1) and how many framebuffer
/// pixels a pixel of the picture takes.
struct View {
  double centre_x = 0;
  double centre_y = 0;
  double zoom = 1;
  bool fitted = true;  ///< follows the size of the views, so that the whole picture stays visible
  bool operator==(const View&) const = default;
};

/// The table values at the ends of the colour map.
struct ColourRange {
  bool automatic = true;  ///< `lo` and `hi` follow the content
  double lo = 0;
  double hi = 1;
  bool operator==(const ColourRange&) const = default;
};

/// The part of a session that undo and redo step through.
struct Edit : Parts {
  std::string input;                ///< as load_input takes it; empty: the example picture
  bool live = false;                ///< the live source instead of the input
  std::string source{k_synthetic};  ///< the live source, as open_live takes it
  SourceTransform transform;        ///< of both
  Box box;                          ///< no area: none drawn
  std::string algorithm;            ///< id; empty: the machine's default
  std::string type;                 ///< id of a TypePair; empty: chosen for the picture
  Params params;                    ///< of the algorithm
  std::optional<Machine> machine;   ///< empty: the GPU where it is usable
  bool operator==(const Edit&) const = default;
};

struct Session : Parts {
  std::string workspace = "explore";  ///< id of a WorkspaceKind
  Edit edit;
  bool paused = false;               ///< the live source stands still
  bool looping = true;               ///< a source that ends begins again
  std::optional<bool> mirrored;      ///< left and right changed; empty: as the source says
  Mode mode;                         ///< asked of the live source; empty: its usual one
  ToneMap tone_map = ToneMap::none;  ///< of a live source in HDR
  View view;
  std::string colour_map = "cividis";
  ColourRange range;
  ColourRange picture_range;  ///< black and white of a picture in greys of more than 8 bits
  bool deramp = false;
  bool numbers = true;
  bool grid = true;
  bool histogram = true;
  std::optional<DisplayPath> display;  ///< what was asked for
  std::string theme = "dark";          ///< light or dark
  double ui_scale = 1;                 ///< k_smallest_scale ... k_largest_scale
  bool side_panel = true;
  bool reduced_motion = false;
  bool presenting = false;  ///< to a class; no session file keeps it
  bool operator==(const Session&) const = default;
};

inline constexpr double k_smallest_scale = 0.75;
inline constexpr double k_largest_scale = 3;

nlohmann::json to_json(const Session& session);
/// Reads what `to_json` writes; of the parts of workspaces those that `session` has. What is absent keeps its default; throws
/// std::runtime_error with a sentence that names a member with a value which is not allowed.
Session session_from_json(const nlohmann::json& json, Session session = {});

}  // namespace satscope::app
