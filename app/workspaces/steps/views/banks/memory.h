// SPDX-License-Identifier: Apache-2.0
// The buffer that an instruction asks for, as it lies in the banks: a column is a bank, and row after row the places go on.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "app/workspaces/steps/views/banks/banks.h"

namespace satscope::app {

/// Rows of the buffer in an area whose columns are the banks. A cell is a place: one of 8 bytes lies across two banks; of
/// those of 1 byte four lie in one.
class BankMemory {
 public:
  /// How it is drawn for a newcomer.
  struct Plain {
    const Banks* banks = nullptr;  ///< numbers are as the instruction finds them, or leaves them; null: as the step leaves them
    bool alone = false;            ///< without a title, because the line below explains it
    bool turns = false;            ///< a place says in which turn it is read or written
  };
  /// Nothing is drawn where the area has no room for a title and two rows. selected: stays in sight.
  BankMemory(const Drawing& drawing, const StepsState& steps, const BankInstruction& one, const Area& area, CellAt selected,
             const Plain& plain);

  double bottom() const { return area_.y + static_cast<double>(shown_) * high_; }
  bool has_room() const { return shown_ > 0; }
  bool shows_all() const { return shown_ > 0 && shown_ == rows_; }
  /// left: where the names of rows begin. scene: takes the cells, each with its first place; may be null.
  void paint(Drawing& drawing, double left, ViewScene* scene) const;

 private:
  /// What a cell says: its place, what the step replaced there, the number, and the turn; each empty where there is none.
  struct Texts {
    std::string place, was, number, turn = {};
  };

  /// What the present step does with a cell.
  struct Use {
    bool reads = false, writes = false, asked = false;  ///< asked: by this instruction
  };

  std::uint64_t first_cell() const { return first_ * banks_ / words_; }
  std::uint64_t end_cell() const { return std::min(cells_, first_cell() + shown_ * banks_ / words_); }
  Use use_of(std::uint64_t cell) const;
  /// The word that this instruction asks for in a cell; null: none.
  const BankWord* word_of(std::uint64_t cell) const;
  /// A later instruction of the step writes this place.
  bool is_written_later(CellAt at) const;
  /// The colours that are seen, explained.
  std::string colours_text() const;
  Area area_of(std::uint64_t cell) const;
  Texts texts_of(std::uint64_t cell) const;
  void paint_cell(Drawing& drawing, std::uint64_t cell) const;
  void paint_unused(Drawing& drawing, const Area& inner, std::uint64_t place) const;
  static void paint_texts(Drawing& drawing, const Area& inner, const Texts& texts, bool written);

  const StepsState& steps_;
  const BankInstruction& one_;
  const Plain plain_;
  Area area_;                               ///< of the rows
  std::uint64_t banks_, words_ = 1;         ///< words: of a cell
  std::uint64_t cells_ = 0, together_ = 1;  ///< together: places in a cell
  std::uint64_t places_ = 0, used_ = 0;     ///< of the buffer; up to the last that some step touches
  const SharedUse* use_ = nullptr;
  std::uint64_t first_ = 0, rows_ = 0;  ///< the first row that is drawn, and how many there are
  std::uint64_t shown_ = 0;
  double wide_ = 0, high_ = 0;
};

}  // namespace satscope::app
