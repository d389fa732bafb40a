// SPDX-License-Identifier: Apache-2.0
// The search by kernels, on any machine: what detect finds, window by window.
#pragma once
#include <memory>

#include "kernels/device.h"
#include "kernels/faces/detect.h"
#include "kernels/filter.h"

namespace satscope::faces {

/// How the filter `faces` with these parameters looks for faces in a picture of this size.
Search search_for(const Params& params, Extent picture);
/// What it finds and hides, within the picture; detection: before grouping.
std::vector<Face> faces_of(const Params& params, const Detection& detection, Extent picture);

/// Whether this is a filter that hides faces: its picture must not be seen without the boxes of that very picture.
bool hides_faces(const ChainLink& link);
/// What it hides of faces that were found: their boxes, with its margin around each, within the picture.
std::vector<Box> boxes_to_hide(const Params& params, const std::vector<Face>& faces, Extent picture);

struct PassTime {
  std::string name;
  double ms;
};

class KernelSearch {
 public:
  /// Plans for pictures of this size and allocates. Throws as detect does, and std::invalid_argument for a cascade of more
  /// stages than a byte can tell, or more than 65535 nodes.
  KernelSearch(const Cascade& cascade, Extent picture, const Search& search, Machine machine);
  ~KernelSearch();
  KernelSearch(const KernelSearch&) = delete;

  /// grey: packed rows. `cascade_ms` is the time of all passes together, without transfers. Throws std::runtime_error if so
  /// many windows pass that the cascade distinguishes nothing.
  Detection run(std::span<const std::uint8_t> grey);
  /// The time of each pass, of a run of its own, because events between passes take time too.
  std::vector<PassTime> pass_times(std::span<const std::uint8_t> grey);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::faces
