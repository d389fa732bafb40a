// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/banks/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "app/workspaces/steps/caption/kernel_text.h"
#include "kernels/plural.h"
#include "kernels/registry.h"
#include "kernels/trace/step_accesses.h"

namespace satscope::app {
namespace {

int warp_of(const Trace& trace, const Step& step) { return trace.passes[static_cast<std::size_t>(step.pass)].warp; }

/// The words of an instruction, each in its turn at its bank.
std::vector<BankWord> words_of(const Trace& trace, const Step& step, const StepInstruction& one, int banks) {
  std::vector<BankWord> words;
  std::map<std::pair<std::uint64_t, int>, int> turns;
  for (const AskedWord& asked : asked_words(one.lanes, warp_of(trace, step), banks)) {
    const SiteAccess& access = one.lanes[asked.access];
    const int part = static_cast<int>(asked.part);
    if (words.empty() || words.back().part != part || words.back().word != asked.word) {
      const std::uint32_t number = one.numbers[asked.access];
      const TraceBuffer& about = trace.buffers[access.buffer];
      const std::size_t bytes = about.bytes > 0 ? about.bytes : size_of(about.type);
      const auto place = static_cast<std::uint32_t>(std::max<std::uint64_t>(access.byte, 4 * asked.word) / bytes);
      const std::uint32_t beyond = place - static_cast<std::uint32_t>(access.byte / bytes);
      const int bank = static_cast<int>(asked.word % static_cast<std::uint64_t>(banks));
      words.push_back(
          {.bank = bank,
           .turn = turns[{asked.part, bank}]++,
           .part = part,
           .word = asked.word,
           .at = {access.buffer, place},
           .value = access.write ? trace.writes_of(step)[number + beyond].after : trace.reads_of(step)[number + beyond].value,
           .lanes = {}});
    }
    words.back().lanes.push_back(access.lane);
  }
  return words;
}

/// By pass. What has none is known without a look at its accesses, of which there may be millions.
std::vector<bool> with_shared(const Trace& trace) {
  std::vector<bool> passes(trace.passes.size());
  for (const TraceBuffer& buffer : trace.buffers)
    if (buffer.space == Space::shared) passes[static_cast<std::size_t>(buffer.pass)] = true;
  return passes;
}

std::int64_t conflicts_of(const Story& story, const Step& step) {
  std::int64_t sum = 0;
  for (const StepInstruction& one : instructions_of(story.trace, step, story.banks)) sum += one.conflicts;
  return sum;
}

/// "lanes 0 and 2", or "lane 3", of two words that one part of a warp asks for.
std::string lanes_text(const BankWord& a, const BankWord& b) {
  const std::uint32_t first = a.lanes.front(), second = b.lanes.front();
  return first == second ? fmt::format("lane {}", first) : fmt::format("lanes {} and {}", first, second);
}

/// Two words of one part of the warp of which `is` holds; null: there are none.
template <class Is>
std::array<const BankWord*, 2> two_words(const BankInstruction& one, Is&& is) {
  for (const BankWord& a : one.words)
    for (const BankWord& b : one.words)
      if (a.part == b.part && a.word < b.word && is(a, b)) return {&a, &b};
  return {nullptr, nullptr};
}

/// The word's bank with this many unused places before it more, or less if negative. Counted in elements.
int bank_moved(const BankWord& word, std::int64_t places, std::uint32_t bytes, int banks) {
  return static_cast<int>((static_cast<std::int64_t>(word.word) + places * bytes / 4) % banks);
}

/// "1 and 5", "0 to 3", "1, 5, 9 and 13", or the first three of many.
std::string listed(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t k_most = 4;
  const std::size_t count = numbers.size();
  if (count > 2 && std::ranges::is_sorted(numbers) && numbers.back() - numbers.front() + 1 == static_cast<std::int64_t>(count))
    return fmt::format("{} to {}", numbers.front(), numbers.back());
  if (count > k_most) return fmt::format("{}, {}, {} ...", numbers[0], numbers[1], numbers[2]);
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == count ? " and " : ", ", numbers[i]);
  return text;
}

/// Of the words that wait for each other longest.
std::vector<std::string> why_conflict(const Story& story, const BankInstruction& one) {
  const auto highest = std::ranges::max_element(one.words, {}, &BankWord::turn);
  std::vector<std::int64_t> lanes, places, moved;
  for (const BankWord& word : one.words) {
    if (word.bank != highest->bank || word.part != highest->part) continue;
    const std::int64_t lane = word.lanes.front();
    if (std::ranges::find(lanes, lane) == lanes.end()) lanes.push_back(lane);
    places.push_back(word.at.index);
    moved.push_back(bank_moved(word, static_cast<std::int64_t>(word.at.index) / story.banks, one.bytes, story.banks));
  }
  const std::string why =
      fmt::format("Why: lane{} {} need{} places {}, {} in bank {}, which serves one in each turn: {} turns.",
                  lanes.size() == 1 ? "" : "s", listed(lanes), lanes.size() == 1 ? "s" : "", listed(places),
                  places.size() == 2 ? "both" : "all", highest->bank, highest->turn + 1);
  const std::string brief = fmt::format("Why: places {} are {} in bank {}: {} turns.", listed(places),
                                        places.size() == 2 ? "both" : "all", highest->bank, highest->turn + 1);
  const Algorithm* algorithm = story.of_filter() ? nullptr : find_algorithm(story.algorithm_id);
  if (!algorithm || !algorithm->find_param("padding") || flag(*algorithm, story.request.params, "padding") || one.bytes != 4 ||
      one.pitch > 0 || std::set(moved.begin(), moved.end()).size() < moved.size())
    return {why, brief};
  return {fmt::format("{} Padding would move them to banks {}.", why, listed(moved)), why, brief};
}

}  // namespace

std::vector<std::string> why_texts(const Story& story, const BankInstruction& one) {
  if (one.conflicts > 0) return why_conflict(story, one);
  const std::string why = "Why: no bank has to serve two places in one turn.";
  if (one.pitch == 0 || one.bytes != 4) return {why};
  const auto bare = [&](const BankWord& word) {
    return bank_moved(word, -static_cast<std::int64_t>(word.at.index / one.pitch), one.bytes, story.banks);
  };
  const auto [a, b] = two_words(one, [&](const BankWord& x, const BankWord& y) { return bare(x) == bare(y); });
  if (!a) return {why};
  const std::string padding =
      fmt::format("Why: padding, an unused place after every {} numbers, shifts later elements by one bank", one.pitch - 1);
  const std::string brief = fmt::format("Why: padding, an unused place after every {} numbers.", one.pitch - 1);
  const std::string lanes = lanes_text(*a, *b);
  return {fmt::format("{}; without it {} would both need bank {}.", padding, lanes, bare(*a)), padding + ".", brief, why};
}

std::map<int, int> turns_by_part(const BankInstruction& one) {
  std::map<int, int> turns;
  for (const BankWord& word : one.words) turns[word.part] = std::max(turns[word.part], word.turn + 1);
  return turns;
}

std::int64_t turns_of(const BankInstruction& one) {
  std::int64_t all = 0;
  for (const auto& [part, turns] : turns_by_part(one)) all += turns;
  return all;
}

std::string name_of(const Banks& banks, std::size_t instruction) {
  const BankInstruction& one = banks.instructions[instruction];
  constexpr std::size_t k_most = 4;
  std::string text = fmt::format("{}: {}", instruction + 1, one.write ? "writes" : "reads");
  for (std::size_t i = 0; i < std::min(k_most, one.words.size()); ++i)
    text += fmt::format("{}[{}]", i == 0 ? " " : ", ", one.words[i].at.index);
  return one.words.size() > k_most ? text + " ..." : text;
}

std::string code_of(const Story& story, const BankInstruction& one) {
  if (story.nameless) return {};
  const auto file = std::ranges::find_if(
      story.trace.files, [&](const char* path) { return std::string_view(path).ends_with("/" + one.line.file); });
  const std::string_view name = file == story.trace.files.end() ? std::string_view() : kernel_name(*file);
  if (name.empty()) return {};
  const std::vector<std::string_view> lines = lines_of(source_text(name));
  if (one.line.line == 0 || one.line.line > lines.size()) return {};
  std::string_view text = lines[one.line.line - 1];
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return fmt::format("line {}: {}", one.line.line, text);
}

std::string moved_text(const BankInstruction& one, const BankWord& word) {
  const std::uint32_t before = one.pitch == 0 ? 0 : word.at.index / one.pitch;
  if (before == 0) return {};
  return fmt::format("element {}, after {} of padding", word.at.index - before, counted(before, "place"));
}

void lay_banks(Banks& banks, const StepsState& steps) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const StoryStep* story_step = player.current();
  const std::uint32_t shown = story_step ? story.step_in(*story_step, steps.first_block) : 0;
  const int block = story_step ? story.trace.steps[shown].block : -1;
  if (banks.story == story.number && banks.position == player.position() && banks.block == block) return;
  banks = {.story = story.number, .position = player.position(), .block = block, .instructions = {}};
  if (!story_step) return;
  const std::vector<bool> shared = with_shared(story.trace);
  std::tuple<std::uint32_t, std::string_view, std::uint32_t, std::uint32_t, std::uint32_t> before;
  for (std::uint32_t at = story_step->first; at < story_step->end; ++at) {
    const Step& step = story.trace.steps[at];
    if (!shared[static_cast<std::size_t>(step.pass)]) continue;
    for (const StepInstruction& one : instructions_of(story.trace, step, story.banks)) {
      banks.of_this_step += one.conflicts;
      const SiteAccess& first = one.lanes.front();
      if (at != shown || !first.shared) continue;
      const TraceBuffer& buffer = story.trace.buffers[first.buffer];
      // because: a statement reads what it needs before it writes
      const auto statement = std::tuple(first.warp, first.site.file, first.site.line, first.site.column, first.round);
      auto place = banks.instructions.end();
      while (!first.write && statement == before && place != banks.instructions.begin() && std::prev(place)->write) --place;
      before = statement;
      banks.instructions.insert(place, BankInstruction{.buffer = first.buffer,
                                                       .warp = first.warp,
                                                       .write = first.write,
                                                       .line = SourceLine(first.site),
                                                       .bytes = first.bytes,
                                                       .pitch = story.shared_uses.at({buffer.pass, buffer.name}).pitch,
                                                       .lanes = static_cast<int>(one.lanes.size()),
                                                       .conflicts = one.conflicts,
                                                       .words = words_of(story.trace, step, one, story.banks)});
    }
  }
  const auto most = std::ranges::max_element(banks.instructions, {}, &BankInstruction::conflicts);
  if (most != banks.instructions.end()) banks.shown = static_cast<std::size_t>(most - banks.instructions.begin());
}

std::optional<ConflictPlace> next_conflict(const Story& story, std::size_t position, int block) {
  const std::vector<bool> shared = with_shared(story.trace);
  return next_step_that(story, position, block, [&](const Step& step) {
    return shared[static_cast<std::size_t>(step.pass)] && conflicts_of(story, step) > 0;
  });
}

std::optional<ConflictPlace> next_step_that(const Story& story, std::size_t position, int block,
                                            const std::function<bool(const Step&)>& is) {
  for (std::size_t i = 0; i < story.step_count(); ++i) {
    const std::size_t number = (position + i) % story.step_count();
    const StoryStep& story_step = story.steps[number];
    std::optional<int> found;
    for (std::uint32_t at = story_step.first; at < story_step.end; ++at) {
      const Step& step = story.trace.steps[at];
      const bool here = step.block == block;
      if ((here || !found) && is(step)) found = step.block;
      if (found && *found == block) break;
    }
    if (found) return ConflictPlace{number + 1, *found};
  }
  return std::nullopt;
}

std::string no_conflict_text(const Story& story) {
  const bool shares = std::ranges::any_of(story.trace.buffers, [](const TraceBuffer& b) { return b.space == Space::shared; });
  if (!shares)
    return "No bank conflict: this algorithm uses no shared memory. Choose one that does, such as Scan, transpose, scan.";
  const Algorithm* algorithm = find_algorithm(story.algorithm_id);
  const bool pads = algorithm && algorithm->find_param("padding") && flag(*algorithm, story.request.params, "padding");
  return pads ? "No bank conflict in this run; without padding there are some." : "No bank conflict in this run.";
}

}  // namespace satscope::app
