// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/pen.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/trace/message_names.h"

namespace satscope::app {

namespace {

/// What it is to a newcomer.
std::string plain_word(Known known, bool long_words) {
  if (known == Known::nothing) return "nothing published";
  if (known == Known::prefix) return long_words ? "inclusive prefix: complete, with all before the tile" : "inclusive prefix";
  return long_words ? "aggregate: the tile alone" : "aggregate";
}

/// Of a picture, whose tiles say what is published: which pixels that sums.
LegendItem item_of_pixels(Known known, double em) {
  return {fmt::format("pixels that the {} sums", id_of(known)), 1.6 * em,
          [known](Pen& p, const Area& at) { p.covered(at, known); }};
}

}  // namespace

std::vector<LegendItem> look_back_legend(const Pen& pen, double em, bool long_words, const PlainLegend* plain) {
  std::vector<LegendItem> items;
  for (const Known known : k_all_known) {
    if (plain && std::ranges::find(plain->known, known) == plain->known.end()) continue;
    if (plain && plain->picture) {
      items.push_back(item_of_pixels(known, em));
      continue;
    }
    const std::string word = plain                       ? plain_word(known, long_words)
                             : known == Known::prefix    ? long_words ? "prefix: with all before the tile" : "prefix"
                             : known == Known::aggregate ? long_words ? "aggregate: without what is before" : "aggregate"
                                                         : "nothing published";
    const PublishedWords published{1, known == Known::aggregate, known == Known::prefix};
    const bool named = plain && known != Known::nothing;
    items.push_back({fmt::format("{} {}", letter_of(known), word), 1.2 * em, [published, known, named](Pen& p, const Area& at) {
                       if (named) return p.chip(at, known);
                       p.bar({at.x, at.y + 0.1 * at.height, at.width, 0.8 * at.height}, published);
                     }});
  }
  for (const BlockIs is : k_all_states)
    if (!plain || std::ranges::find(plain->states, is) != plain->states.end())
      items.push_back({std::string(to_text(is)), 0.7 * em, [is](Pen& p, const Area& at) { p.sign(at, is); }});
  if (plain) return items;
  items.push_back({"in this step", 0.9 * em, [](Pen& p, const Area& at) { p.tile(at, BlockIs::running, true); }});
  const auto found = [](Known known) {
    Look look;
    look.found[static_cast<std::size_t>(known)] = 1;
    return look;
  };
  Look wait;
  wait.awaited = 1;
  for (const auto& [one, word] : {std::pair{found(Known::prefix), long_words ? "finds a prefix" : "finds P"},
                                  std::pair{found(Known::aggregate), long_words ? "finds an aggregate" : "finds A"},
                                  std::pair{found(Known::nothing), "finds nothing yet"}, std::pair{wait, "waits for"}})
    items.push_back({word, 1.8 * em, [style = pen.style_of(one)](Pen& p, const Area& at) {
                       const auto y = at.middle().y;
                       p.arrow({{at.x, y}, {at.right(), y}}, style);
                     }});
  return items;
}

std::vector<LegendItem> in_one_line(const Pen& pen, std::vector<LegendItem> items, double width, double em) {
  const auto wide = [&] {
    double all = 0;
    for (const LegendItem& item : items) all += item.sign + 1.25 * em + pen.width_of(item.text);
    return all;
  };
  // because: an arrow says itself what it finds
  for (const std::string_view least : {"finished", "finds", "no step yet", "runs", "waits", "in this step", "waits for"})
    if (wide() > width)
      std::erase_if(items, [&](const LegendItem& item) {
        return item.text == least || (least == "finds" && item.text.starts_with(least));
      });
  return items;
}

int lay_legend(Pen& pen, const std::vector<LegendItem>& items, const Area& area, double em, bool draw) {
  const double line = 1.35 * em;
  auto x = area.x;
  int lines = 1;
  for (const LegendItem& item : items) {
    const double wide = item.sign + 0.35 * em + pen.width_of(item.text);
    if (x > area.x && x + wide > area.right()) {
      x = area.x;
      ++lines;
    }
    if (draw) {
      const double y = area.y + static_cast<double>(lines - 1) * line, side = 0.8 * em;
      item.draw(pen, {x, y + (line - side) / 2, item.sign, side});
      pen.text({x + item.sign + 0.35 * em, y + (line - pen.letters()) / 2}, item.text, pen.palette_.quiet);
    }
    x += wide + 0.9 * em;
  }
  return lines;
}

}  // namespace satscope::app
