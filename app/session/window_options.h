// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "app/core/display_path.h"
#include "app/core/painter.h"
#include "app/sources/tone_map.h"
#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope::app {

/// What the command line may say about the window. Empty means: choose for me.
struct WindowOptions {
  std::string input;                ///< as load_input or open_live takes it, or a session; empty: the example picture of ours
  bool of_session = false;          ///< a session was opened: what is not asked for here stays as it says
  bool synthetic = false;           ///< start with the synthetic camera
  bool allow_network = false;       ///< inputs may name network protocols
  std::optional<ToneMap> tone_map;  ///< of HDR videos; empty: none, or as the session says
  std::string chain;                ///< Playground: as parse_chain takes it
  std::string workspace;            ///< id of a WorkspaceKind
  std::string lesson;               ///< to begin with: an id, or a file NAME.md; empty: none
  std::optional<std::size_t> lesson_card;  ///< number of its card, from 1; empty: where it was left
  bool rehearses = false;                  ///< a lesson is checked: no file is written, and no source but the synthetic opens
  bool runs_code = false;                  ///< while it is checked, CUDA files that it edits may run
  std::string view;                        ///< Steps: id of a view of Steps
  std::string step_filter;                 ///< Steps: a filter to step, as parse_chain reads it; empty: an algorithm
  std::optional<std::size_t> step;         ///< Steps: how many are done at the start; among the stages, how many passes
  std::string algorithm;                   ///< id
  std::string type;                        ///< id of a TypePair
  std::optional<Machine> machine;
  std::optional<DisplayPath> display;  ///< force one; cannot run here: throws
  std::optional<Painter> painter;      ///< empty: as fits OpenGL
  std::optional<Box> box;
  std::optional<double> ui_scale;  ///< 0.75 ... 3
  std::string level;               ///< Steps: id of a StepsLevel; empty: as the session says, or the user's
  std::string user_level;          ///< Steps: what the user chose last, or what a newcomer begins with
  std::string theme;               ///< light or dark; empty: remembered or dark
  bool presenting = false;         ///< begins as F5 does
  bool on_paper = false;           ///< light colours are those on white paper
  std::string state_out;           ///< file that mirrors the state as JSON
  std::string save_session;        ///< of shots: file for the session that is drawn
  Extent size{1280, 720};          ///< of the window or the shot, in screen pixels
};

}  // namespace satscope::app
