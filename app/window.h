// SPDX-License-Identifier: Apache-2.0
// The two ways into the window: open it, or draw it once into a file. Both throw std::runtime_error with a sentence.
#pragma once
#include <optional>
#include <string>

#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope::app {

/// How a table reaches the screen.
enum class DisplayPath : std::uint8_t {
  interop,  ///< CUDA writes into a buffer that OpenGL owns
  copy,     ///< computed on the GPU, copied to the host, uploaded
  cpu,      ///< computed on the host, uploaded
};
inline constexpr std::array k_display_paths{
    Named<DisplayPath>{DisplayPath::interop, "interop"},
    Named<DisplayPath>{DisplayPath::copy, "copy"},
    Named<DisplayPath>{DisplayPath::cpu, "cpu"},
};
constexpr std::string_view id_of(DisplayPath path) { return k_display_paths[static_cast<std::size_t>(path)].id; }

/// What the window is used for.
struct Workspace {
  std::string_view id, title, about;
};
inline constexpr std::array k_workspaces{Workspace{"explore", "Explore", "A picture, its table, a box"},
                                         Workspace{"steps", "Steps", "An algorithm step by step"},
                                         Workspace{"playground", "Playground", "Filters on the moving picture"},
                                         Workspace{"race", "Race", "Algorithms take turns on the picture"}};

/// What the command line may say about the window. Empty means: choose for me.
struct WindowOptions {
  std::string input;                ///< as load_input or open_live takes it; empty: the example picture of ours
  bool synthetic = false;           ///< start with the synthetic camera
  bool allow_network = false;       ///< inputs may name network protocols
  std::string chain;                ///< Playground: as parse_chain takes it
  std::string workspace;            ///< id of a Workspace
  std::string view;                 ///< Steps: id of a StepsView
  std::string step_filter;          ///< Steps: a filter to step, as parse_chain reads it; empty: an algorithm
  std::optional<std::size_t> step;  ///< Steps: how many are done at the start; among the stages, how many passes
  std::string algorithm;            ///< id
  std::string type;                 ///< id of a TypePair
  std::optional<Machine> machine;
  std::optional<DisplayPath> display;  ///< force one; cannot run here: throws
  std::optional<Box> box;
  std::optional<double> ui_scale;  ///< 0.75 ... 3
  std::string theme;               ///< light or dark; empty: remembered or dark
  std::string state_out;           ///< file that mirrors the state as JSON
  Extent size{1280, 720};          ///< of the window or the shot, in screen pixels
};

/// Opens the window and returns when it is closed.
void open_window(const WindowOptions& options);

/// Draws the real window off-screen, once everything has settled, and writes a PNG (atomically).
void make_shot(const WindowOptions& options, const std::string& file);

}  // namespace satscope::app
