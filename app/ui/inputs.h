// SPDX-License-Identifier: Apache-2.0
// The inputs that the window offers by itself, and short names for all of them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace satscope::app {

/// What is shown where no input was given.
inline constexpr std::string_view k_example_input = "pattern:scene:960x640";

struct Example {
  std::string input;  ///< as load_input takes it
  std::string_view title;
};
/// A picture of each pattern, at a size that suits it.
const std::vector<Example>& examples();

/// The file's name without its folders; of a pattern its title.
std::string short_name_of(const std::string& input);

}  // namespace satscope::app
