// SPDX-License-Identifier: Apache-2.0
// Shared memory as banks: what each instruction of the current step asks of them, and where they conflict. From the trace.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/view.h"

namespace satscope::app {

/// An address that a bank serves in one turn, to all lanes that want it.
struct BankWord {
  int bank = 0, turn = 0, part = 0;  ///< turn: from 0, within its part of the warp
  std::uint64_t word = 0;            ///< counted in 4 bytes from the start of the buffer
  CellAt at;
  Cell value;
  std::vector<std::uint32_t> lanes;
};

/// An access to shared memory that a warp makes at once.
struct BankInstruction {
  std::uint32_t buffer = 0, warp = 0;
  bool write = false;
  SourceLine line = {};     ///< of the kernel
  std::uint32_t bytes = 4;  ///< of each lane's access
  std::uint32_t pitch = 0;  ///< places from one place of padding to the next; 0: the buffer has none
  int lanes = 0;
  std::int64_t conflicts = 0;
  std::vector<BankWord> words;
};

/// How many turns it takes, by part of the warp.
std::map<int, int> turns_by_part(const BankInstruction& one);
/// And all of them together.
std::int64_t turns_of(const BankInstruction& one);

/// What is drawn, kept from frame to frame.
struct Banks {
  std::uint64_t story = 0;  ///< its number
  std::size_t position = 0;
  int block = -1;  ///< whose instructions these are
  std::vector<BankInstruction> instructions;
  std::size_t shown = 0;          ///< number of one of them
  std::int64_t of_this_step = 0;  ///< conflicts, of all blocks
};

/// What it does, with its addresses: "2 reads [3], [8]".
std::string name_of(const Banks& banks, std::size_t instruction);
/// The line of the kernel that it is part of: "line 55: a[i] += b;"; empty where its text is not known or is to be guessed.
std::string code_of(const Story& story, const BankInstruction& one);
/// Where an element lies that padding has moved: "element 5, after 1 place of padding"; empty: in its own place.
std::string moved_text(const BankInstruction& one, const BankWord& word);

/// Takes them along with the player.
void lay_banks(Banks& banks, const StepsState& steps);
/// As columns, in which the addresses that a warp asks for at once are stacked, a row per turn: what was laid, over all of
/// `area`. paired: with room for as many turns as there may be. The wheel chooses the instruction, the pointer a cell.
void paint_banks(Drawing& drawing, const StepsState& steps, const Banks& banks, const Area& area, ViewScene* scene = nullptr,
                 bool essential = false, bool paired = false);

struct ConflictPlace {
  std::size_t position = 0;
  int block = 0;
};
/// Where the next step is that `is` asks for, after as many story steps; behind the last comes the first. The block that is
/// shown comes first.
std::optional<ConflictPlace> next_step_that(const Story& story, std::size_t position, int block,
                                            const std::function<bool(const Step&)>& is);
/// The next bank conflict, likewise.
std::optional<ConflictPlace> next_conflict(const Story& story, std::size_t position, int block);
/// Why the instruction takes as many turns as it does, in several lengths, the longest first; or what padding saves it.
std::vector<std::string> why_texts(const Story& story, const BankInstruction& one);
/// Why there is none, and what to do to see one.
std::string no_conflict_text(const Story& story);

}  // namespace satscope::app
