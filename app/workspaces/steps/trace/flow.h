// SPDX-License-Identifier: Apache-2.0
// What a step says about values: from where to where they went, which writes made a cell, which pixels it sums.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// A value that one thread read in a place and that went into what it wrote in another.
struct Flow {
  CellAt from, to;
  std::uint32_t thread = 0;
  Cell value;               ///< as read
  std::uint32_t write = 0;  ///< that it went into: number in the trace
};

/// The flows of one step, by the origins of what was written. `most`: no more than that.
std::vector<Flow> flows_of(const Trace& trace, const Step& step, std::size_t most = 4096);
/// The same for the eye: what adds to a number that its thread wrote earlier in the step comes from there, so that a running
/// sum is a chain, not a fan from all that it holds.
std::vector<Flow> chained_flows_of(const Trace& trace, const Step& step, std::size_t most = 4096);

/// Of one thread, between different places: all if few enough to distinguish, else those into the first write that has any.
std::vector<Flow> legible_flows(std::span<const Flow> flows, std::uint32_t thread);

/// Those into one write of the step, by its number in the trace.
std::vector<Flow> flows_into(const Trace& trace, const Step& step, std::uint32_t write);

/// Of the writes of a thread, by their numbers in the trace: those that add to the number that their place held.
std::vector<std::uint32_t> writes_into_themselves(const Trace& trace, const Step& step, std::uint32_t thread);

/// A write that made a cell what it is.
struct CellEvent {
  std::size_t story_step = 0;  ///< its number, from 0
  std::size_t step = 0;        ///< number in the trace's order
  Write write;
  bool adds = false;  ///< the new value is not one that was only moved here
};

/// The writes to a cell in the first `steps` steps, newest first, no more than `most`.
std::vector<CellEvent> history_of(const Story& story, CellAt cell, std::size_t story_steps, std::size_t most = 64);

/// Whether the write adds to what its place held, or holds another number than any that its thread read.
bool is_addition(const Trace& trace, const Step& step, const Write& write);

/// What a cell is the sum of.
struct Pixels {
  std::vector<std::int32_t> times;  ///< of each pixel of the picture, row-major
  Box bounds;                       ///< of those that count; no area: none does
  bool rectangle = false;           ///< exactly all of `bounds`, once each
  std::int64_t count = 0;           ///< with multiplicity
};
Pixels pixels_of(const Trace& trace, const Cell& cell);
Pixels pixels_of(const Provenance& provenance, Extent picture, PixelSet set);
/// "sum of 3 × 2 pixels", "pixel (4, 1)", "no pixel: a zero that was put there".
std::string to_text(const Pixels& pixels);
/// The same of a cell; what is not the sum of its pixels but computed from them, as a filter's result, is "made of" them.
std::string text_of(const Story& story, CellAt at, const Cell& cell);

}  // namespace satscope::app
