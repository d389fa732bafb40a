// SPDX-License-Identifier: Apache-2.0
// SVG drawings of many steps in little room. Steps have most lines in common, and lines differ in numbers and colours only. So
// each line is kept once, as a form and what fills the gaps of the form, and a drawing is a list of line numbers. The same
// drawing in two themes differs in colours, which are kept as pairs.
#pragma once
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace satscope::app {

class PackedDrawings {
 public:
  /// Adds a drawing, given as the text of its elements in the light and in the dark theme. Returns the numbers of its lines as
  /// runs: [first, count, first, count, ...].
  nlohmann::json add(std::string_view light, std::string_view dark);

  /// {"forms": [...], "colours": [[light, dark], ...], "lines": [[form, filling, ...], ...]}. A form has gaps '{', for a
  /// number, a text or a pair of texts of the two themes, and '}', for the number of a pair of colours. A line ends without a
  /// line break.
  nlohmann::json data() const;

 private:
  std::size_t line(std::string_view light, std::string_view dark);

  std::map<std::pair<std::string, std::string>, std::size_t> numbers_, colours_;  // of pairs of lines, of colours
  std::map<std::string, std::size_t> forms_;
  nlohmann::json form_list_ = nlohmann::json::array(), colour_list_ = form_list_, lines_ = form_list_;
};

}  // namespace satscope::app
