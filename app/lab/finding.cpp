// SPDX-License-Identifier: Apache-2.0
#include "app/lab/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string_view>
#include <tuple>

namespace satscope::app::lab {
namespace {

std::string of_file(const Place& place, const Place& about) {
  return place.file == about.file ? "" : " of " + std::filesystem::path(place.file).filename().string();
}

/// Between the two lines of a race; far if they are in different files.
int distance(const LabFinding& race) {
  const Place &one = race.party.place, &other = race.other->place;
  return one.file == other.file ? std::abs(one.line - other.line) : 1 << 20;
}

void put_in_order(std::vector<Place>& lines) {
  std::ranges::sort(lines, {}, [](const Place& place) { return std::tie(place.file, place.line); });
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
}

/// A further pair of the same race.
void join(LabFinding& known, LabFinding more) {
  const int times = known.times + more.times;
  std::vector<Place> lines = known.lines;
  lines.insert(lines.end(), more.lines.begin(), more.lines.end());
  put_in_order(lines);
  const bool note = known.note && more.note;
  const bool blocks = known.between_blocks || more.between_blocks, block = known.in_a_block || more.in_a_block,
             waits = known.waits || more.waits, lacks_fence = known.lacks_fence || more.lacks_fence;
  // within one run, so that the sentence is of the run that is named
  if (known.other && more.other && more.run.empty() && distance(more) < distance(known)) known = std::move(more);
  known.note = note;
  known.times = times;
  known.lines = std::move(lines);
  known.between_blocks = blocks;
  known.in_a_block = block;
  known.waits = waits;
  known.lacks_fence = lacks_fence;
}

/// "Lines 3 and 5 of scan.cuh take part": lines of one file, which is named unless it is that of `about`.
std::string lines_text(std::span<const Place> lines, const Place& about) {
  std::string text = lines.size() == 1 ? "Line " : "Lines ";
  for (std::size_t k = 0; k < lines.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : k + 1 == lines.size() ? " and " : ", ", lines[k].line);
  return fmt::format("{}{} {} part", text, of_file(lines[0], about), lines.size() == 1 ? "takes" : "take");
}

}  // namespace

const char* kind_of(satlab::Report report) {
  using satlab::Report;
  switch (report) {
    case Report::bounds: return "bounds";
    case Report::freed:
    case Report::null_pointer:
    case Report::host_memory:
    case Report::foreign_stack:
    case Report::misaligned: return "pointer";
    case Report::divergent_barrier:
    case Report::left_before_barrier: return "barrier";
    case Report::warp_function: return "warp";
    case Report::deadlock: return "deadlock";
    case Report::overflow:
    case Report::shift:
    case Report::division: return "overflow";
    case Report::host_misuse: return "host";
    case Report::never_freed: return "leak";
    case Report::bad_launch: return "launch";
    case Report::refused: return "refused";
    case Report::assertion: return "assert";
    case Report::crash: return "crash";
    case Report::endless: return "endless";
    case Report::forbidden: return "forbidden";
    case Report::memory:
    case Report::budget: return "memory";
    case Report::unfinished: return "endless";
    case Report::tolerated: return "forbidden";
    case Report::block_order: return "order";
    case Report::unset_local: return "uninitialised";
  }
  return "crash";
}

std::string reported(const Place& place) {
  return reported_with_folders({std::filesystem::path(place.file).filename().string(), place.line, place.column});
}

std::string reported_with_folders(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

std::string line_text(const Place& place, const Place& about) {
  return place.line > 0 ? fmt::format("line {}{}", place.line, of_file(place, about)) : "an unknown place";
}

void LabFinding::take_lines() {
  lines = {other->place, party.place};
  for (Place& place : lines) place.column = 0;
  put_in_order(lines);
}

bool Findings::add(const std::string& key, LabFinding finding) {
  const auto known = std::find(keys_.begin(), keys_.end(), key);
  if (known != keys_.end()) return join(list_[static_cast<std::size_t>(known - keys_.begin())], std::move(finding)), false;
  if (finding.sentence.starts_with("thread"))
    finding.sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(finding.sentence[0])));
  keys_.push_back(key);
  list_.push_back(std::move(finding));
  return true;
}

void Findings::merge(const Findings& other, const std::string& run) {
  for (std::size_t k = 0; k < other.list_.size(); ++k) {
    LabFinding finding = other.list_[k];
    finding.run = run;
    add(other.keys_[k], std::move(finding));
  }
}

template <class Which>
void Findings::drop(const Which& which) {
  for (std::size_t k = list_.size(); k-- > 0;) {
    if (!which(k)) continue;
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(k));
    keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

void Findings::drop_doubles() {
  const auto is_race = [](const LabFinding& one) { return one.kind == "race"; };
  drop([&](std::size_t k) {
    return list_[k].note && is_race(list_[k]) && std::ranges::any_of(list_, [&](const LabFinding& one) {
             return !one.note && is_race(one) && one.array == list_[k].array;
           });
  });
  drop([this](std::size_t k) {
    const LabFinding& one = list_[k];
    if (one.kind != "bounds" || !one.array.empty()) return false;
    return std::any_of(list_.begin(), list_.end(), [&](const LabFinding& other) {
      return other.kind == "bounds" && !other.array.empty() && other.party.place.file == one.party.place.file &&
             other.party.place.line == one.party.place.line;
    });
  });
}

void Findings::drop_overflows_that_follow() {
  const auto cause = std::ranges::find_if(list_, [](const LabFinding& finding) {
    return (finding.kind == "race" || finding.kind == "uninitialised") && !finding.note;
  });
  const auto before = static_cast<std::size_t>(cause - list_.begin());
  drop([&](std::size_t k) { return k > before && list_[k].kind == "overflow"; });
}

void Findings::complete_sentences() {
  for (LabFinding& finding : list_) {
    if (!finding.other || finding.lines.empty()) continue;
    const auto is_at = [](const Place& line, const Place& place) { return line.file == place.file && line.line == place.line; };
    std::vector<Place> others = finding.lines;
    std::erase_if(others, [&](const Place& line) {
      return line.line <= 0 || is_at(line, finding.party.place) || is_at(line, finding.other->place);
    });
    for (std::span<const Place> rest = others; !rest.empty();) {
      const auto next = std::ranges::find_if(rest, [&](const Place& line) { return line.file != rest[0].file; });
      const auto count = static_cast<std::size_t>(next - rest.begin());
      finding.sentence +=
          fmt::format(" {} in races on {}, too.", lines_text(rest.first(count), finding.party.place), finding.array);
      rest = rest.subspan(count);
    }
    if (finding.note) continue;
    if (finding.between_blocks && finding.in_a_block)
      finding.sentence += finding.party.block == finding.other->block
                              ? " Threads of different blocks race on it as well, and __syncthreads() does not order blocks."
                              : " Threads of one block race on it as well.";
    if (finding.waits)
      finding.sentence +=
          " A thread waits there for another one, but a plain variable is no flag: use atomics (or volatile) and "
          "__threadfence().";
    else if (finding.lacks_fence)
      finding.sentence += " A volatile flag alone orders nothing: call __threadfence() between the data and the flag.";
  }
}

void Findings::sort() {
  std::vector<Place> racing;  // because: while they are sorted, the list cannot be read
  for (const LabFinding& one : list_)
    if (one.kind == "race" && !one.note) racing.insert(racing.end(), one.lines.begin(), one.lines.end());
  const auto makes_race = [&](const LabFinding& one) {
    return std::ranges::find(racing, Place{one.party.place.file, one.party.place.line}) != racing.end();
  };
  const auto rank = [&](const LabFinding& one) {
    if (one.note) return 3;
    if (one.leak()) return 2;
    if (one.kind == "launch") return -2;  // because: what it did not write is missing afterwards
    if (one.kind == "bounds" && makes_race(one)) return -1;
    return one.kind == "race" || one.kind == "barrier" || one.kind == "deadlock" ? 0 : 1;
  };
  keys_.clear();  // because: nothing is joined any more
  std::stable_sort(list_.begin(), list_.end(), [&](const LabFinding& a, const LabFinding& b) {
    const Place &one = a.party.place, &other = b.party.place;
    return std::tuple(rank(a), std::string_view(one.file), one.line) <
           std::tuple(rank(b), std::string_view(other.file), other.line);
  });
}

int Findings::notes() const { return static_cast<int>(std::ranges::count(list_, true, &LabFinding::note)); }
int Findings::leaks() const { return static_cast<int>(std::ranges::count_if(list_, &LabFinding::leak)); }
bool Findings::wrong() const { return std::ranges::any_of(list_, &LabFinding::mistake); }

}  // namespace satscope::app::lab
