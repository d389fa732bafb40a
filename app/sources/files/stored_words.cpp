// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/stored_words.h"

#include <fmt/format.h>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "kernels/plural.h"

namespace satscope::app {

std::string exactness_text(const Coding& coding, Extent here, std::string_view where) {
  if (coding.lossless()) return "Every box is exact, in any picture of this size.";
  const Extent any = largest_square(coding.picture, coding.certain_pixels());
  std::string text = any.area() > 0
                         ? fmt::format("In any picture: exact up to {} {}, such as {}.", grouped(coding.certain_pixels(), 15),
                                       noun(coding.certain_pixels(), "pixel"), spaced_extent(any))
                         : "No size is certain in every picture.";
  if (coding.promised_pixels() > coding.certain_pixels())
    text += fmt::format(" Under the paper's assumption 96/4: {}.", grouped(coding.promised_pixels(), 15));
  return text + (here.area() > 0 ? fmt::format(" In this one: up to {}{}.", spaced_extent(here), where)
                                 : " In this one not even single pixels are right.");
}

}  // namespace satscope::app
