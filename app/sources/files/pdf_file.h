// SPDX-License-Identifier: Apache-2.0
// Pictures as the pages of a PDF, without loss. The pixels of a PNG are compressed as a PDF may have them, so they are copied.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "kernels/types.h"

namespace satscope::app {

class PdfPages {
 public:
  /// png: as `encode_png` makes it, of this extent. The page is 13.33 inches wide, as slides are.
  void add(Extent extent, std::string_view png);
  /// The file with all of them.
  std::string document();

 private:
  void begin_object();  ///< the next in number

  std::string text_ = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::vector<std::size_t> objects_;  ///< where each begins; from 1
  int pages_ = 0;
};

}  // namespace satscope::app
