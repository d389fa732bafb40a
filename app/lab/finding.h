// SPDX-License-Identifier: Apache-2.0
// What is wrong with a program, each with its place and a sentence.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/rewrite.h"
#include "app/lab/runtime/events.h"

namespace satscope::app::lab {

/// As compilers name it, without folders: "my.cu:12:5"; without what is not known.
std::string reported(const Place& place);
std::string reported_with_folders(const Place& place);
/// In a sentence about a place: "line 12", and "line 12 of scan.cuh" if that is another file.
std::string line_text(const Place& place, const Place& about);

/// A thread at a place.
struct Party {
  Place place;
  std::uint32_t thread = 0, block = 0;  ///< thread: its number in the block, x first; block: its number in the grid, x first
  std::string access;                   ///< "reads", "writes", "changes atomically"; empty if it is no access
  std::string value;                    ///< that was read or written; empty if unknown
};

struct LabFinding {
  std::string kind;   ///< one of k_finding_kinds
  bool note = false;  ///< worth knowing, but no mistake
  Party party;
  std::optional<Party> other;  ///< the other thread, or a place that the sentence names (a thread without access)
  std::string array;           ///< empty: about no array
  std::optional<std::int64_t> index, length;  ///< in elements
  std::string sentence;
  int times = 1;
  std::string run;  ///< in which it was found first: "13x9, forward"
  // of a race: all pairs of one array in one kernel are one finding, which names the pair whose lines are nearest
  std::vector<Place> lines = {};                    ///< that take part, in order, without columns
  bool between_blocks = false, in_a_block = false;  ///< which threads race
  bool waits = false;                               ///< a thread reads it again and again, as a flag
  bool lacks_fence = false;                         ///< a volatile flag between the blocks was written without a fence

  /// What is never given back: the results are right.
  bool leak() const { return kind == "leak"; }
  bool mistake() const { return !note && !leak(); }
  /// lines: of its own place and the other.
  void take_lines();
};

/// The run of what the compiler found.
inline constexpr const char* k_compilation = "compilation";

inline constexpr const char* k_finding_kinds[] = {
    "race",  "bounds",  "uninitialised", "barrier", "deadlock", "warp",    "overflow", "host",    "launch", "assert",
    "crash", "endless", "forbidden",     "memory",  "pointer",  "refused", "order",    "warning", "leak"};

/// What a program itself found, as one of these.
const char* kind_of(satlab::Report report);

/// Findings in the order in which they came; those of one mistake are one.
class Findings {
 public:
  /// key: what makes two findings the same mistake. Whether it was new.
  bool add(const std::string& key, LabFinding finding);
  const std::vector<LabFinding>& list() const { return list_; }
  std::vector<LabFinding>& list() { return list_; }
  /// Those of another run, each with the name of that run unless it was known already.
  void merge(const Findings& other, const std::string& run);
  /// After a race, or a read of what was not written, numbers may be anything: overflows that follow are dropped.
  void drop_overflows_that_follow();
  /// What is known only when all runs are merged, into the sentences: the other lines of a race.
  void complete_sentences();
  /// Launches that fail first, then wrong indices in a line that races, then races and barriers, because they may be why others
  /// are there; then by lines; leaks and then notes last. No finding may be added afterwards.
  void sort();
  /// An index that the compiler's check and the memory both report is one mistake; the one that names the array stays. Equal
  /// values that are written to an array on which there is a race are no comfort.
  void drop_doubles();
  /// Whether there is more than notes and leaks.
  bool wrong() const;
  int notes() const;
  int leaks() const;

 private:
  template <class Which>
  void drop(const Which& which);
  std::vector<LabFinding> list_;
  std::vector<std::string> keys_;
};

}  // namespace satscope::app::lab
