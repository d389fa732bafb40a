// SPDX-License-Identifier: Apache-2.0
// The arrays of a recorded program: buffers, shared arrays of each block, variables on the device.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/lab/runtime/events.h"

namespace satscope::app::lab {

/// An access of a thread, with what is needed to order it against others.
struct Touch {
  std::uint64_t value = 0;
  std::uint32_t moment = 0;  ///< its number in the launch, from 1
  std::uint32_t thread = 0, block = 0, site = 0;
  std::uint32_t barriers = 0, warp_barriers = 0;  ///< that its block and its warp had passed
  bool write = false, atomic = false, is_volatile = false;
  bool released = false;   ///< a fence of its thread came before
  bool with_late = false;  ///< and after that fence a write that it does not order
};

/// Who touched a place last: enough to see a race with the next access. By moment, so that a place is small; 0: no thread.
struct LastTouches {
  std::uint32_t writer = 0;
  std::uint32_t reader = 0, beside = 0, elsewhere = 0;  ///< of one block: the last, another lane of its warp, another warp
  std::uint32_t of_blocks = 0;                          ///< first of a list: the last reader of each of some blocks
};

/// The places of an array that were touched. A page of them begins with the first touch of one.
class Places {
 public:
  LastTouches& at(std::uint64_t number) { return pages_[number / k_page][static_cast<std::size_t>(number % k_page)]; }
  void clear() { pages_.clear(); }

 private:
  static constexpr std::uint64_t k_page = 8;
  std::unordered_map<std::uint64_t, std::array<LastTouches, k_page>> pages_;
};

struct Array {
  std::string name;
  std::uint64_t at = 0, bytes = 0;
  satlab::Type type = satlab::Type::unknown;
  unsigned element = 1;  ///< bytes
  int columns = 0;       ///< of a row; 0: one-dimensional
  int line = 0;          ///< in which it was allocated or declared; 0: unknown
  bool shared = false, managed = false;
  std::vector<bool> written;  ///< by byte
  Places places;

  /// Of "NAME|LINE|TYPE|ELEMENT|COLUMNS|BYTES"; without bytes if the text is broken.
  static Array from(std::string_view text, std::uint64_t at, bool shared);
  bool holds(std::uint64_t address) const { return address - at < bytes; }
  std::vector<bool>::iterator written_at(std::uint64_t offset) {
    return written.begin() + static_cast<std::ptrdiff_t>(std::min(offset, bytes));
  }
  unsigned step() const;        ///< bytes from one number to the next, which a struct or a vector has several of
  unsigned cell_bytes() const;  ///< that races are looked for in
  std::int64_t index(std::uint64_t address) const { return static_cast<std::int64_t>((address - at) / step()); }
  std::string place(std::uint64_t address) const;  ///< "tile[2][5]"
  std::string number(std::uint64_t bits, unsigned size) const;
};

/// The number with these bits, as its type writes it.
std::string number_text(satlab::Type type, std::uint64_t bits, unsigned size);

/// The parts of a text between separators.
std::vector<std::string_view> parts_of(std::string_view text, char separator);
std::uint64_t whole_number(std::string_view text);  ///< 0 if it is none

}  // namespace satscope::app::lab
