// SPDX-License-Identifier: Apache-2.0
// Who gets which part of the window, in every workspace. Pure geometry: parts never overlap, and fold away where there is no
// room for them.
#pragma once
#include "app/ui/views/view_transform.h"

namespace satscope::app {

/// The side panel of a workspace in a window of some width, and whether its middle has controls that a message must not cover.
struct SideShape {
  bool docked = true;           ///< else it lies over the middle, when it is open
  double ems = 17;              ///< wide
  bool message_at_end = false;  ///< messages and the guide are over the live keys, not over the middle
};

/// Framebuffer pixels. A part that is folded away has no height.
struct Shell {
  Area top;      ///< menus and status corner
  Area message;  ///< the sentence about what went wrong
  Area side;
  Area middle;  ///< the workspace's own
  Area aside;   ///< of a workspace that goes with every other one, such as a lesson: right of it, or below it on a phone
  Area bottom;  ///< live keys and hover values; to a class: the caption
  bool side_docked = false;
};

struct ShellRequests {
  bool side_panel = true;
  bool drawer = false;
  bool message = false;
  double aside = 0;         ///< heights of the main font; 0: none
  bool presenting = false;  ///< the stage alone, with the caption for the class below
  double caption = 0;       ///< pixels; 0: no caption
  bool over = false;        ///< the message lies over the middle, which stays where it is; else above all
  bool at_end = false;      ///< it lies over the live keys, where there are any, and hides nothing of the middle
};

/// The pixels of a frame that has the stage, as large as the window for the class, in its top left corner, and has the shape of
/// the lecturer's window, whose own part is at the right and below. Without a stage: those of the window.
Extent with_lecturers_part(Extent stage, Extent window);

/// `em` is the height of the main font.
Shell shell_of(double width, double height, double em, const ShellRequests& requests, SideShape side);

}  // namespace satscope::app
