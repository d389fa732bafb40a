// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/core/json.h"
#include "app/workspaces/steps/views/look_back/inset.h"
#include "app/workspaces/steps/views/look_back/map.h"
#include "app/workspaces/steps/views/look_back/pen.h"
#include "app/workspaces/steps/views/look_back/sums_view.h"
#include "app/workspaces/steps/views/look_back/tile_painter.h"
#include "app/workspaces/steps/views/look_back/words.h"

namespace satscope::app {
namespace {

std::string look_back_heading(const Drawing& drawing, const LookBack& look_back, double width) {
  std::string words, readers;
  for (const WordBuffer& one : look_back.words) {
    const std::string name = fmt::format("{} {}s", arrow_of(one.direction), one.one);
    words += (words.empty() ? "" : ", ") + name;
    readers += fmt::format("{}{}{}", readers.empty() ? " " : ", ", name,
                           one.direction == Direction::left ? " for tiles to the right"
                           : one.direction == Direction::up ? " for tiles below"
                                                            : "");
  }
  const std::string what = "A word is a sum that a block publishes, marked A or P:";
  return drawing.first_that_fits({what + readers + ". The number is that of the first word.", what + readers + ".",
                                  "Words are published sums:" + readers + ".", "Published: " + words, words},
                                 width);
}

Area within_margins(const Area& area, double em) { return {area.x + em, area.y, area.width - 2 * em, area.height}; }

/// The legend is worth more than the heading, of which it takes the room.
bool is_low(const Area& area, double em) { return area.height < 11 * em; }

/// Lines above the tiles: the heading and what is said of the step, as far as there is room.
int lines_above(const Area& area, double em) {
  return is_low(area, em) ? 1 : area.height < 14 * em ? 2 : area.height < 22 * em ? 3 : 4;
}

/// Draws the legend. Returns what it leaves below the heading, of which it takes at most 36 %.
Area draw_legend(Drawing& drawing, const Area& area, const PlainLegend* plain) {
  const bool essential = plain != nullptr;
  const double em = drawing.em;
  const Area inside = within_margins(area, em);
  const double above = 1.3 * em * (essential ? 1 : lines_above(area, em)) + 0.1 * em;
  Area tiles{inside.x, inside.y + above, inside.width, inside.height - above - 0.2 * em};
  Pen pen(drawing);
  for (const bool long_words : {true, false}) {
    std::vector<LegendItem> items = look_back_legend(pen, em, long_words, plain);
    if (is_low(area, em)) items = in_one_line(pen, std::move(items), inside.width, em);
    const double high = 1.35 * em * lay_legend(pen, items, inside, em, false);
    if (high > (long_words ? 0.15 * area.height : 0.36 * tiles.height)) continue;
    tiles.height -= high;
    lay_legend(pen, items, {inside.x, area.bottom() - high - 0.2 * em, inside.width, high}, em, true);
    break;
  }
  return tiles;
}

/// The tiles, and beside or below them the block of the present step, if there is room.
struct LookBackRooms {
  Area tiles, inset;  ///< no width: there is none
};
LookBackRooms rooms_of(const Area& area, const LookBack& look_back, double em, bool essential) {
  if (essential) {
    if (look_back.down > 1) return {area, {}};  // because: a picture of tiles needs the room; the sentence has the sum
    const double sum = area.height >= (4.2 * look_back.down + 3.6) * em ? 3.6 * em : 0;
    return {{area.x, area.y, area.width, area.height - sum}, {area.x, area.bottom() - sum, sum > 0 ? area.width : 0, sum}};
  }
  if (look_back.down == 1 && look_back.across > 2 && area.width >= 38 * em && area.height >= 17 * em) {
    const double tiles = std::floor((5.5 + 1.4 * static_cast<double>(look_back.words.size())) * em);
    return {{area.x, area.y, area.width, tiles},
            {area.x, area.y + tiles + 0.3 * em, area.width, area.height - tiles - 0.6 * em}};
  }
  if (area.width >= 38 * em && area.height >= 16 * em) {
    const double tiles = std::floor((area.width >= 46 * em ? 0.4 : 0.36) * area.width);
    return {{area.x, area.y, tiles, area.height},
            {area.x + tiles + 0.6 * em, area.y + 0.3 * em, area.width - tiles - 0.6 * em, area.height - 0.6 * em}};
  }
  if (area.width >= 28 * em && area.height >= 36 * em) {
    const double tiles = std::floor(0.4 * area.height);
    return {{area.x, area.y, area.width, tiles},
            {area.x, area.y + tiles + 0.6 * em, area.width, area.height - tiles - 0.9 * em}};
  }
  // of the tiles only their numbers and bars, of the block only a sum
  const double tiles = std::floor(0.42 * area.width);
  if (area.width >= 26 * em && area.height >= 4.4 * em && tiles >= 4.2 * em * look_back.across)
    return {{area.x, area.y, tiles, area.height},
            {area.x + tiles + 0.4 * em, area.y, area.width - tiles - 0.4 * em, area.height}};
  return {area, {}};
}

/// Of what is seen in these tiles.
PlainLegend plain_legend(const LookBack& look_back, const LookBackNow& now) {
  PlainLegend plain{.picture = look_back.down > 1};
  if (plain.picture) {
    for (const CoveredPixels& part : coverage_of(look_back, now).parts) plain.known.push_back(part.known);
    return plain;
  }
  for (const TileNow& tile : now.tiles) {
    plain.states.push_back(tile.is);
    for (const PublishedWords& one : tile.published)
      if (one.words > 0) plain.known.push_back(one.least());
  }
  for (const Look& look : now.looks)
    for (const Known known : {Known::prefix, Known::aggregate})
      if (look.found[static_cast<std::size_t>(known)] > 0) plain.known.push_back(known);
  return plain;
}

/// The tile that a cell belongs to: it lies in the memory of its block, or is a pixel that the block reads.
std::optional<int> tile_of(const Story& story, const LookBack& look_back, CellAt cell) {
  const TraceBuffer& buffer = story.trace.buffers[cell.buffer];
  if (buffer.pass == look_back.pass && buffer.block >= 0) return buffer.block;
  const int width = std::max(1, buffer.shape.width), x = static_cast<int>(cell.index) % width;
  const int y = static_cast<int>(cell.index) / width;
  for (std::size_t block = 0; cell.buffer == 0 && block < look_back.tiles.size(); ++block)
    if (const Box& box = look_back.tiles[block].box;
        x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
      return static_cast<int>(block);
  return std::nullopt;
}

/// "Block 6 reads the aggregate 90 of block 4 and the prefix 40 of block 2: 90 + 40 = 130." Then without the sum.
std::vector<std::string> words_with_sum(const StepsState& steps) {
  std::vector<std::string> texts = essential_words(steps);
  const bool over = steps.player()->position() == steps.player()->count();
  auto sum = plain_sum(steps);
  if (over || !sum || sum->terms.size() < 2 || texts.empty()) return texts;
  // because: so the sentence names them; it also says which is which, and "4 P" would be read as a product
  std::ranges::stable_partition(sum->terms, [](const SumTerm& term) { return term.known == Known::aggregate; });
  const auto number = [](const std::string& value) { return value.substr(0, value.find(' ')); };
  std::string added;
  for (const SumTerm& term : sum->terms)
    added += fmt::format("{}{}", added.empty() ? "" : term.minus ? " \u2212 " : " + ", number(term.value));
  std::string longest = texts.front();
  longest.pop_back();  // the stop
  texts.insert(texts.begin(), fmt::format("{}: {} = {}.", longest, added, number(sum->value)));
  return texts;
}

/// After the last step of a row of tiles, for a newcomer: what the whole run did. Else the present step.
LookBackNow shown_now(const StepsState& steps, bool essential) {
  const LookBack& look_back = *steps.look_back();
  const Player& player = *steps.player();
  if (!essential || look_back.down > 1 || player.position() < player.count()) return steps.look_back_now();
  const Trace& trace = player.story().trace;
  LookBackNow run = look_back_at(trace, look_back, 0, trace.steps.size());
  for (TileNow& tile : run.tiles) {
    tile.acts = false;
    for (PublishedWords& one : tile.published) one.now = 0;
  }
  return run;
}

/// What the step adds up, in words.
void paint_sum(Drawing& drawing, const StepsState& steps, const Area& area) {
  const StepCaption* caption = steps.caption();
  if (steps.player()->position() == steps.player()->count()) return;
  if (!caption || caption->block != steps.player()->story().first_step(*steps.player()->current()).block) return;
  const auto sum = plain_sum(steps);
  // because: a number that is only read is not added to anything
  if (sum && (sum->terms.size() > 1 || sum->known != Known::nothing))
    SumLines(drawing, {*sum}, area.width, {}, true).draw({area.x, area.y}, 1, false);
}

}  // namespace

void paint_look_back(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type, ViewScene* scene,
                     bool essential) {
  const Area inside = within_margins(area, drawing.em);
  const LookBack* look_back = steps.look_back();
  const Point top{inside.x, inside.y};
  const Ink quiet{drawing.palette.quiet};
  if (!look_back) return drawing.text(top, "The blocks of this pass do not communicate.", quiet);
  const bool low = is_low(area, drawing.em);
  if (!low && !essential) drawing.text(top, look_back_heading(drawing, *look_back, inside.width), quiet);
  const LookBackNow now = shown_now(steps, essential);
  std::optional<PlainLegend> plain;
  if (essential) plain = plain_legend(*look_back, now);
  const LookBackRooms rooms =
      rooms_of(draw_legend(drawing, area, plain ? &*plain : nullptr), *look_back, drawing.em, essential);
  TilePainter painter(drawing, *look_back, now, rooms.tiles, essential);
  if (steps.player()->current() && essential) {
    if (rooms.inset.width > 0) paint_sum(drawing, steps, rooms.inset);
    const auto texts = rooms.inset.width > 0 ? essential_words(steps) : words_with_sum(steps);
    drawing.text(top, drawing.first_that_fits(texts, inside.width, Face::caption), {drawing.palette.text}, Face::caption);
  } else if (steps.player()->current()) {
    const InsetShows shows = rooms.inset.width > 0 ? paint_inset(drawing, steps, rooms.inset, type) : InsetShows::nothing;
    const LookBackWords words = look_back_words(steps, shows, scene != nullptr);
    int line = low ? 0 : 1;
    for (const auto* texts : {&words.step, &words.next, &words.waits})
      if (!texts->empty() && line < lines_above(area, drawing.em))
        drawing.text({top.x, top.y + 1.3 * drawing.em * line++}, drawing.first_that_fits(*texts, inside.width),
                     {drawing.palette.text});
  }
  if (!steps.player()->current() && rooms.inset.width > 0 && scene)
    drawing.text_in(rooms.inset,
                    drawing.first_that_fits({"The active block appears here. Right: the first step.", "Right: the first step."},
                                            rooms.inset.width),
                    quiet);
  painter.draw();
  for (std::size_t block = 0; scene && block < look_back->tiles.size(); ++block)
    scene->shapes.push_back(
        {.area = painter.place(static_cast<int>(block)), .id = block, .control = fmt::format("look-back:tile:{}", block)});
  if (!steps.lit()) return;
  if (const auto tile = tile_of(steps.player()->story(), *look_back, *steps.lit())) {
    drawing.frame(painter.place(*tile), {{0, 0, 0}, 0.75}, 4);
    drawing.frame(painter.place(*tile), {drawing.palette.selected}, 2);
  }
}

namespace {

/// The tiles of blocks that exchange numbers, and who looks at whom.
nlohmann::json report_look_back(const StepsState& steps) {
  const LookBack* look_back = steps.look_back();
  if (!look_back) return nullptr;
  const LookBackNow& now = steps.look_back_now();
  nlohmann::json tiles = nlohmann::json::array(), looks = tiles;
  for (std::size_t block = 0; block < now.tiles.size(); ++block) {
    nlohmann::json caption = nlohmann::json::array();
    for (std::size_t i = 0; i < look_back->words.size(); ++i) {
      const PublishedWords& one = now.tiles[block].published[i];
      caption.push_back(
          {{"of", look_back->words[i].one}, {"words", one.words}, {"aggregates", one.aggregates}, {"prefixes", one.prefixes}});
    }
    tiles.push_back({{"column", look_back->tiles[block].column},
                     {"row", look_back->tiles[block].row},
                     {"is", to_text(now.tiles[block].is)},
                     {"acts", now.tiles[block].acts},
                     {"told", caption},
                     {"sentence", sentence_of(*look_back, now, static_cast<int>(block))}});
  }
  for (const Look& look : now.looks)
    looks.push_back({{"from", look.from}, {"to", look.to}, {"found", look.found}, {"awaited", look.awaited}});
  return {{"across", look_back->across}, {"down", look_back->down}, {"tiles", tiles}, {"looks", looks}};
}

/// A shape is the tile of a block.
class LookBackView final : public StepView {
 public:
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    paint_look_back(drawing, steps, area, look.type, look.scene, look.essential);
  }
  ViewTip tip(const StepsState& steps, const ViewShape& shape) const override {
    const LookBackNow& now = steps.look_back_now();
    const int block = static_cast<int>(shape.id);
    const std::string waits = wait_text(steps.player()->story(), *steps.look_back(), now, block);
    return {{}, sentence_of(*steps.look_back(), now, block) + (waits.empty() ? "" : " " + waits)};
  }
  void report(const StepsState& steps, nlohmann::json& into) const override { into["look_back"] = report_look_back(steps); }
  std::optional<ViewPlace> next_place(const StepsState& steps) const override {
    if (!steps.look_back()) return std::nullopt;
    if (const auto next = next_message(steps.player()->story(), *steps.look_back(), steps.player()->position()))
      return ViewPlace{next->position, next->block};
    return ViewPlace{.none = "No word is published or read after this step."};
  }
};

}  // namespace

StepViewKind look_back_view() {
  return {.title = "Look-back",
          .tip = "The blocks as tiles of the picture: what each has published, and which block looks at which",
          .make = make_view<LookBackView>,
          .needs_messages = true,
          .place = "word published or read",
          .essential = true,
          .says_step = true};
}

}  // namespace satscope::app
