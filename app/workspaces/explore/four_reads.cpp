// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/four_reads.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/session/fields.h"

namespace satscope::app {

void fields(Fields& io, FourReads& reads) {
  io("why", reads.open);
  io("reads", reads.done, {0, FourReads::k_last});
  io("playing", reads.playing);
  io("seconds", reads.seconds, {FourReads::k_fastest, FourReads::k_slowest});
}

Box summed_by(const Box& box, char letter) {
  const bool right = letter == 'B' || letter == 'D', below = letter == 'C' || letter == 'D';
  return {0, 0, box.x + (right ? box.width : 0), box.y + (below ? box.height : 0)};
}

std::array<CountedPart, 4> parts_after(const Box& box, int reads) {
  std::array<CountedPart, 4> parts{CountedPart{{0, 0, box.x, box.y}}, CountedPart{{box.x, 0, box.width, box.y}},
                                   CountedPart{{0, box.y, box.x, box.height}}, CountedPart{box}};
  for (int i = 0; i < reads; ++i) {
    const char letter = k_reads[static_cast<std::size_t>(i)];
    const Box covered = summed_by(box, letter);
    for (CountedPart& part : parts)
      if (part.pixels.x + part.pixels.width <= covered.width && part.pixels.y + part.pixels.height <= covered.height)
        part.times += letter == 'D' || letter == 'A' ? 1 : -1;
  }
  return parts;
}

double sum_after(const BoxSum& sum, int reads) {
  const auto& [a, b, c, d] = sum.reads;
  const double terms[] = {to_double(d.value), -to_double(b.value), -to_double(c.value), to_double(a.value)};
  double total = 0;
  for (int i = 0; i < reads; ++i) total += terms[i];
  return total;
}

std::vector<std::string> reported(const Box& box, int reads) {
  switch (reads) {
    case 0:
      return {"Each entry sums all pixels from the top left to it. How do four of them give the box?",
              "Four entries give the box. How?"};
    case 1:
      if (box.x == 0 && box.y == 0)
        return {"D sums the box alone: nothing lies above it or left of it.", "D sums the box alone."};
      if (box.x == 0 || box.y == 0)
        return {
            fmt::format("D sums two parts: the box, and the part {} it. Each counts once.", box.x == 0 ? "above" : "left of"),
            "D sums too much: two parts, not one."};
      return {"D sums four parts: the box, and three parts above and left of it. Each counts once.",
              "D sums too much: four parts, not one."};
    case 2:
      if (box.y == 0) return {"Subtract B. Nothing lies above this box, so B is 0.", "Nothing lies above: B is 0."};
      return box.x == 0
                 ? std::vector<std::string>{"Subtract B: the part above goes. The box remains.",
                                            "Subtract B: the part above goes."}
                 : std::vector<std::string>{"Subtract B: the two parts above go. The box and the part left of it still count.",
                                            "Subtract B: the parts above go."};
    case 3:
      if (box.x == 0) return {"Subtract C. Nothing lies to the left of this box, so C is 0.", "Nothing lies left: C is 0."};
      return box.y == 0 ? std::vector<std::string>{"Subtract C: the part on the left goes. The box remains.",
                                                   "Subtract C: the left part goes."}
                        : std::vector<std::string>{
                              "Subtract C: the part on the left goes. The top left goes a second time: it counts −1.",
                              "Subtract C: the top left counts −1 now."};
    default: break;
  }
  return box.x == 0 || box.y == 0
             ? std::vector<std::string>{"Add A. Nothing was subtracted twice, so A is 0. Only the box counts.",
                                        "A is 0. Only the box counts."}
             : std::vector<std::string>{"Add A: the top left was subtracted twice, so it comes back once. Only the box counts.",
                                        "Add A back once. Only the box counts."};
}

}  // namespace satscope::app
