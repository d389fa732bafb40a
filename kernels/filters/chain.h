// SPDX-License-Identifier: Apache-2.0
// A chain of filters as one line of text: "box r=12; sauvola r=7 k=0.3".
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/filter.h"

namespace satscope {

inline constexpr std::size_t k_most_filters = 100;  // of a chain: more take minutes to plan, and no screen shows them

/// At most k_most_filters, separated by ';', each an id of the list followed by NAME=VALUE words, each at most once. Throws
/// std::invalid_argument with one sentence that says what is wrong and what is allowed.
std::vector<ChainLink> parse_chain(std::string_view text);

/// The text that parse_chain reads; parameters with their default are left out.
std::string to_text(std::span<const ChainLink> chain);

/// Why the chain makes no picture of a picture alone, a sentence; empty: it does. Faces are found in the picture.
std::string why_not_alone(std::span<const ChainLink> chain);

}  // namespace satscope
