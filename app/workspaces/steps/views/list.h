// SPDX-License-Identifier: Apache-2.0
// The views of Steps with their ids, in the order of their buttons and of the key.
#pragma once
/// Of a step of a trace; pages show them, too.
#define SATSCOPE_STEP_VIEWS(of)                                                                                               \
  of(grids, "grids") of(network, "network") of(tree, "tree") of(look_back, "look-back") of(banks, "banks") of(lanes, "lanes") \
      of(sectors, "sectors") of(traffic, "traffic")
/// Of what the running machine holds.
#define SATSCOPE_FRAME_VIEWS(of) of(stages, "stages")
