// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "app/workspaces/steps/caption/unseen.h"
#include "app/workspaces/steps/views/look_back/course.h"
#include "kernels/plural.h"
#include "kernels/trace/message_names.h"

namespace satscope::app {
namespace {

std::string words_text(const LookBack& look_back, int words, int count) {
  return counted(count, look_back.words[static_cast<std::size_t>(words)].one);
}

std::string_view one_of(Known known) { return known == Known::prefix ? "a prefix" : "an aggregate"; }
std::string_view plural_of(Known known) { return known == Known::prefix ? "prefixes" : "aggregates"; }

/// What a block publishes in one step: how many words of which buffer, as what.
struct Published {
  int block = 0, words = 0;
  Known known = Known::nothing;
  int count = 0;
  std::string text(const LookBack& look_back) const {
    return fmt::format("{} as {}", words_text(look_back, words, count), count == 1 ? one_of(known) : plural_of(known));
  }
};

/// Of the messages of one step, in the order in which they were said.
std::vector<Published> published_at(const Story& story, const LookBack& look_back, std::size_t position) {
  std::vector<Published> all;
  for (const BlockMessage& one : look_back.messages) {
    if (one.message.kind != Message::Kind::publish || position_of(story, one) != position) continue;
    const auto same = std::ranges::find_if(all, [&](const Published& other) {
      return other.block == one.block && other.words == one.words && other.known == one.message.known;
    });
    if (same != all.end())
      ++same->count;
    else
      all.push_back({one.block, one.words, one.message.known, 1});
  }
  return all;
}

/// What it is worth to those that look.
std::string meaning_of(Known known, Direction direction) {
  const std::string before = direction == Direction::left ? "what lies left of the tile"
                             : direction == Direction::up ? "what lies above the tile"
                                                          : "the tiles before";
  return known == Known::prefix ? fmt::format("with {}, so look-back can stop here", before)
                                : fmt::format("without {}, so look-back must go on beyond it", before);
}

/// When it publishes prefixes in their place: of aggregates.
std::string later_text(const Story& story, const LookBack& look_back, const Published& published, std::size_t position) {
  for (const BlockMessage& one : look_back.messages)
    if (const std::size_t at = position_of(story, one);
        one.message.kind == Message::Kind::publish && one.block == published.block && one.words == published.words &&
        one.message.known == Known::prefix && published.known == Known::aggregate && at > position)
      return fmt::format(" Others need not wait for its prefixes of step {}.", at);
  return {};
}

std::string look_text(const LookBack& look_back, const Look& look) {
  std::string found;
  for (const Known known : {Known::prefix, Known::aggregate, Known::nothing})
    if (const int count = look.found[static_cast<std::size_t>(known)])
      found += fmt::format("{}{} {}", found.empty() ? "" : " and ", count,
                           known == Known::nothing ? "not published yet"
                           : count == 1            ? id_of(known)
                                                   : plural_of(known));
  const bool all = look.found[0] + look.found[1] == 0, some = look.found[static_cast<std::size_t>(Known::aggregate)] > 0;
  return fmt::format("looks at {} of block {}: {}{}",
                     words_text(look_back, look.words, look.found[0] + look.found[1] + look.found[2]), look.to + 1, found,
                     all    ? ", so look-back stops there"
                     : some ? ", so it looks on beyond that tile"
                            : "");
}

/// The choices with what this view leaves out, where there is something. part: some of it is seen.
std::vector<std::string> with_grids(const std::vector<std::string>& texts, const std::string& left_out, bool part) {
  if (left_out.empty()) return texts;
  std::vector<std::string> all;
  for (const std::string& text : texts) {
    all.push_back(part ? text + " The view Grids shows all of it." : fmt::format("{} In Grids: {}.", text, left_out));
    all.push_back(text + " More in Grids.");
  }
  all.push_back("See Grids.");
  return all;
}

std::vector<std::string> step_texts(const StepsState& steps, const LookBack& look_back, const LookBackNow& now,
                                    InsetShows shows) {
  const Story& story = steps.player()->story();
  const int block = story.first_step(*steps.player()->current()).block;
  const bool part = shows == InsetShows::part;
  const std::string left_out = unseen_name(steps, block, [&](const Write& write) {
    return shows == InsetShows::all ||
           std::ranges::find(look_back.words, write.buffer, &WordBuffer::buffer) != look_back.words.end();
  });
  if (const auto published = published_at(story, look_back, steps.player()->position()); !published.empty()) {
    const std::string who =
        fmt::format("Block {} publishes {}", published.front().block + 1, published.front().text(look_back));
    const Direction from = look_back.words[static_cast<std::size_t>(published.front().words)].direction;
    const std::string what = fmt::format("{}: {}.", who, meaning_of(published.front().known, from));
    const std::string later = later_text(story, look_back, published.front(), steps.player()->position());
    const std::string none =
        published.front().known == Known::prefix ? no_tile_before(look_back, published.front().block, from) : "";
    const std::string worth = what.substr(0, what.find(", so ")) + ".";
    return with_grids({none + what + later, what + later, none + what, worth + later, what, worth, who + "."}, left_out, part);
  }
  std::string looks;
  for (const Look& look : now.looks)
    if (look.from == block && look.awaited == 0)
      looks += fmt::format("{}{}", looks.empty() ? "" : ", and ", look_text(look_back, look));
  const std::string who = fmt::format("Block {} {}.", block + 1, looks.empty() ? "works on its own tile" : looks);
  const std::string quiet = who + " It publishes nothing in this step.";
  if (!looks.empty()) return with_grids({quiet, who}, left_out, part);
  std::vector<std::string> why = why_here(story, look_back, block, steps.player()->position());
  why.insert(why.end(), {quiet, who});
  return with_grids(why, left_out, part);
}

/// "the prefix 11", of the first of the words; without a number where they differ in kind.
std::string first_word(Known known, const std::string& value) {
  return fmt::format("the {}{}{}", id_of(known), value.empty() ? "" : " ", value);
}

}  // namespace

std::vector<std::string> essential_words(const StepsState& steps) {
  const Story& story = steps.player()->story();
  const LookBack& look_back = *steps.look_back();
  const LookBackNow& now = steps.look_back_now();
  if (steps.player()->position() == steps.player()->count())
    return {fmt::format("All {} are finished.", counted(look_back.tiles.size(), "block"))};
  const int block = story.first_step(*steps.player()->current()).block;
  const auto value = [&](int of, int words) {
    return now.tiles[static_cast<std::size_t>(of)].published[static_cast<std::size_t>(words)].value;
  };
  std::vector<std::string> acts;
  for (const Look& look : std::views::reverse(now.looks)) {  // the nearest tile first
    if (look.from != block || look.awaited > 0) continue;
    const auto known = look.found[static_cast<std::size_t>(Known::nothing)] > 0     ? Known::nothing
                       : look.found[static_cast<std::size_t>(Known::aggregate)] > 0 ? Known::aggregate
                                                                                    : Known::prefix;
    if (known == Known::nothing)
      acts.push_back(fmt::format("finds that block {} has published nothing yet", look.to + 1));
    else
      acts.push_back(fmt::format("{}{} of block {}", acts.empty() ? "reads " : "",
                                 first_word(known, value(look.to, look.words)), look.to + 1));
  }
  for (const Published& one : published_at(story, look_back, steps.player()->position())) {
    const std::string& name = look_back.words[static_cast<std::size_t>(one.words)].one;
    const Box& tile = look_back.tiles[static_cast<std::size_t>(one.block)].box;
    const bool only = one.count == 1 || (name.starts_with("row") && tile.height == 1);  // the others are beyond the picture
    acts.push_back(fmt::format("publishes {}{}", first_word(one.known, value(one.block, one.words)),
                               only ? "" : fmt::format(" of its first {}", name.substr(0, name.find(" word")))));
  }
  if (!acts.empty()) return {fmt::format("Block {} {}.", block + 1, fmt::join(acts, " and "))};
  const std::vector<std::string> why = why_here(story, look_back, block, steps.player()->position());
  if (why.empty()) return {fmt::format("Block {} works on its own tile.", block + 1)};
  return {why.front().substr(0, why.front().find_first_of(":.")) + "."};
}

std::optional<NextMessage> next_message(const Story& story, const LookBack& look_back, std::size_t position) {
  const auto first = std::ranges::find_if(look_back.messages, [&](const BlockMessage& one) {
    const bool reads = one.message.kind == Message::Kind::look && one.owner >= 0;
    return one.message.known != Known::nothing && (reads || one.message.kind == Message::Kind::publish) &&
           position_of(story, one) > position;
  });
  if (first == look_back.messages.end()) return std::nullopt;
  const std::size_t at = position_of(story, *first);
  // because: a block that has looked publishes in the same step what it has found
  if (const auto published = published_at(story, look_back, at); !published.empty())
    return NextMessage{at, published.front().block, "publishes " + published.front().text(look_back)};
  const auto count = std::ranges::count_if(look_back.messages, [&](const BlockMessage& one) {
    return one.message.kind == Message::Kind::look && one.message.known != Known::nothing && one.block == first->block &&
           one.owner == first->owner && one.words == first->words && position_of(story, one) == at;
  });
  const std::string words = words_text(look_back, first->words, static_cast<int>(count));
  return NextMessage{at, first->block, fmt::format("reads {} of block {}", words, first->owner + 1)};
}

std::string wait_text(const Story& story, const LookBack& look_back, const LookBackNow& now, int block) {
  const TileNow& tile = now.tiles[static_cast<std::size_t>(block)];
  if (tile.is != BlockIs::waiting) return {};
  if (tile.ends < 0) return fmt::format("Block {} waits for a word that no block publishes.", block + 1);
  const BlockMessage& ends = look_back.messages[static_cast<std::size_t>(tile.ends)];
  return fmt::format("Block {} waits for block {}, which publishes the {} as {} in step {}.", block + 1, ends.block + 1,
                     look_back.words[static_cast<std::size_t>(ends.words)].one, one_of(ends.message.known),
                     position_of(story, ends));
}

LookBackWords look_back_words(const StepsState& steps, InsetShows shows, bool keys) {
  const LookBack& look_back = *steps.look_back();
  const LookBackNow& now = steps.look_back_now();
  const Story& story = steps.player()->story();
  LookBackWords words{.step = step_texts(steps, look_back, now, shows), .next = {}, .waits = {}};
  if (const auto next = next_message(story, look_back, steps.player()->position())) {
    const std::string when = fmt::format("Next: step {}, block {} {}.", next->position, next->block + 1, next->what);
    words.next = {when, fmt::format("Next: step {}{}.", next->position, keys ? " (J)" : "")};
    if (keys) words.next.insert(words.next.begin(), when + " Key J goes there.");
  } else {
    words.next = {"No word is published or read any more: each block has what it needs.",
                  "No word is published or read any more."};
  }
  int waiting = 0;
  std::string first;
  for (std::size_t block = 0; block < now.tiles.size(); ++block)
    if (std::string text = wait_text(story, look_back, now, static_cast<int>(block)); !text.empty() && waiting++ == 0)
      first = std::move(text);
  if (waiting == 1) words.waits = {first};
  if (waiting > 1)
    words.waits = {fmt::format("{} {} more {}.", first, waiting - 1, waiting == 2 ? "block waits" : "blocks wait"), first,
                   fmt::format("{} blocks wait.", waiting)};
  return words;
}

}  // namespace satscope::app
