// SPDX-License-Identifier: Apache-2.0
// What a session keeps of two at once: what is stepped beside that which the settings of Steps name, on the same numbers.
#pragma once
#include <array>
#include <string>

#include "app/workspaces/steps/settings.h"

namespace satscope::app {

/// When the two have come equally far.
enum class PairLink : std::uint8_t {
  step,  ///< after as many steps
  work,  ///< after about as many additions
};
inline constexpr std::array k_pair_links{Named<PairLink>{PairLink::step, "step"}, Named<PairLink>{PairLink::work, "work"}};
constexpr std::string_view id_of(PairLink link) { return k_pair_links[static_cast<std::size_t>(link)].id; }

struct StepsPair {
  static constexpr const char* k_member = "steps_pair";

  bool on = false;
  std::string algorithm = {};  ///< of the second; empty: nothing was chosen yet
  Params params = {};
  Params filter_params = {};  ///< of the second, where both are the filter of the settings
  PairLink link = PairLink::step;
  std::size_t at =
      0;  ///< places of the common course that are done; written before a session is saved, read when one is opened
  bool operator==(const StepsPair&) const = default;
};

void fields(Fields& io, StepsPair& pair);

/// The settings of the second: its own algorithm and parameters, the numbers, form, type and machine of the first.
StepsSettings second_of(const StepsSettings& first, const StepsPair& pair);
/// Puts what was changed in those settings back.
void take_second(const StepsSettings& second, StepsPair& pair);
/// On or off; what is on has a second: another algorithm of the list, or the same filter.
void turn_pair(StepsPair& pair, const StepsSettings& first, bool on);

}  // namespace satscope::app
