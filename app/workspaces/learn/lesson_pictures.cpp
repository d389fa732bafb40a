// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/lesson_pictures.h"

#include <algorithm>
#include <array>

namespace satscope::app {
namespace {

constexpr std::size_t k_rows = 6;

struct LessonPicture {
  std::string_view id;
  std::array<std::string_view, k_rows> rows;
};

constexpr std::array k_pictures{
    // a box in a picture
    LessonPicture{"first-steps",
                  {"............", "............", "..bbbbbb....", "..bbbbbb....", "..bbbbbb....", "............"}},
    // a box and the four entries that give its sum
    LessonPicture{"four-reads",
                  {"............", "..g....r....", "...bbbbb....", "...bbbbb....", "..rbbbbg....", "............"}},
    // one worker after another place; all places at once
    LessonPicture{"workers", {"b.....ggg.gg", ".b....gggggg", "..b...gggggg", "...b........", "....b.......", ".....b......"}},
    // sums of pairs, of fours, of all
    LessonPicture{
        "tree",
        {"b b b b b b b b", "  b   b   b   b", "      b       b", "              g", "      g       g", "g g g g g g g g"}},
    // a row becomes a column
    LessonPicture{"transpose",
                  {"bbbbb  g....", ".....  g....", ".....  g....", ".....  g....", ".....  g....", "            "}},
    // the columns of shared memory, and one of them that many wait for
    LessonPicture{"banks", {"bgy.bgy.bgy.", "bgy.bgy.bgy.", "bgy.bgy.bgy.", "            ", "r           ", "r           "}},
    // threads that wait for one another
    LessonPicture{"barriers", {"b.b.b.b.b.b.", ".b.b.b.b.b.b", "yyyyyyyyyyyy", "yyyyyyyyyyyy", "g.g.g.g.g.g.", ".g.g.g.g.g.g"}},
    // a tile in the registers of three warps
    LessonPicture{"registers",
                  {"bbbb gggg yyyy", "bbbb gggg yyyy", "bbbb gggg yyyy", "bbbb gggg yyyy", "bbbb gggg yyyy", "              "}},
    // tiles that are done, one that looks back, one that waits
    LessonPicture{
        "look-back",
        {"ggg ggg bbb ...", "ggg ggg bbb ...", "ggg ggg bbb ...", "               ", "    bbbbbb     ", "               "}},
    // entries that grow until a type is full
    LessonPicture{"numbers", {"rrrrrrrrrrrr", "           b", "         bbb", "      bbbbbb", "   bbbbbbbbb", "bbbbbbbbbbbb"}},
    // two features of a face
    LessonPicture{"uses", {"............", ".rrrr.......", ".gggg..rrrr.", ".......gggg.", ".......rrrr.", "............"}},
    // times as bars
    LessonPicture{"measure", {"bbbbbbbbbb  ", "            ", "gggg        ", "            ", "yyyyyy      ", "            "}},
    // a thread for each row; the last two have none
    LessonPicture{"first-kernel",
                  {"b ggggggggg ", "b ggggggggg ", "b ggggggggg ", "b ggggggggg ", "r           ", "r           "}},
    // sums of one number, of two, of four; two threads at one place
    LessonPicture{"own-scan", {"b b b b b b ", "            ", "bbb bbb bbb ", "            ", "ggggggg r   ", "            "}},
};

}  // namespace

std::span<const std::string_view> picture_of_lesson(std::string_view id) {
  const auto found = std::ranges::find(k_pictures, id, &LessonPicture::id);
  return found == k_pictures.end() ? std::span<const std::string_view>() : found->rows;
}

}  // namespace satscope::app
