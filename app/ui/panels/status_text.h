// SPDX-License-Identifier: Apache-2.0
// The status corner in words, from long to short.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/pipeline/frame.h"

namespace satscope::app {

/// What may be said of the sums that are shown: of the whole table, and of the box.
enum class Verdict : std::uint8_t {
  unknown,
  exact,      ///< every entry was compared and is the sum of its pixels
  overflows,  ///< right modulo 2^n alone
  rounded,    ///< as near as floats come
  wrong,
};
/// `truth`: of the box, if there is one.
Verdict verdict_of(const FrameStatus& status, const std::optional<SumTruth>& truth);

/// From the longest to the shortest.
std::vector<std::string> status_texts(const FrameStatus& status, Verdict verdict);

/// The same where a chain of filters is shown.
std::vector<std::string> chain_texts(const FrameStatus& status, const Filtered& filtered);

/// What the window does because it cannot keep up, in a few words; empty: nothing.
std::string quality_text(const AdaptiveQuality& quality);

/// Name and sentence of everything there is to know.
std::vector<std::pair<std::string_view, std::string>> status_lines(const FrameStatus& status);

}  // namespace satscope::app
