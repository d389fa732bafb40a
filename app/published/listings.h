// SPDX-License-Identifier: Apache-2.0
// The listings and equations that the papers print of our algorithms, line by line, in a transcription of ours:
// assets/listings.json. A slip stays as it is printed, with the right reading beside it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "kernels/described.h"

namespace satscope::app {

struct ListingLine {
  std::string number;                   ///< as the paper numbers it; empty: it does not
  std::string text;                     ///< indented by blanks
  std::string right;                    ///< where the print is a slip: how it must read
  std::vector<std::string> steps = {};  ///< that do it: beginnings of labels, or "PASS / LABEL"
};

struct Listing {
  std::string paper;  ///< "Chen et al. 2018"
  std::string item;   ///< "Algorithm 3, Kogge-Stone scan"
  std::string note;   ///< what its letters mean; may be empty
  std::vector<ListingLine> lines;
};

/// What is printed of an algorithm with these parameters, in the order of the data. Throws std::logic_error if those are
/// broken.
std::vector<Listing> listings_of(const Described& algorithm, const Params& params);

/// The lines (from 0) that a step of this pass and label does. Where several labels fit, the longest one wins.
std::vector<std::size_t> lines_done(const Listing& listing, std::string_view pass, std::string_view label);

}  // namespace satscope::app
