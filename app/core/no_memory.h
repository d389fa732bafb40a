// SPDX-License-Identifier: Apache-2.0
// A lack of memory is a sentence, as everything else that goes wrong: what catches any exception shows what it says. A window
// keeps a reserve, which serves what is small when nothing else is left, and destructors, which must not fail.
#pragma once
#include <cstddef>
#include <new>

namespace satscope::app {

class NoMemory : public std::bad_alloc {
 public:
  /// sentence: a literal, because a copy would take memory.
  explicit NoMemory(const char* sentence = "there is not enough memory for this: not supported here") noexcept
      : sentence_(sentence) {}
  const char* what() const noexcept override { return sentence_; }

 private:
  const char* sentence_;
};

/// From now on `new` takes the reserve, if there is one, and then throws NoMemory. For the whole program.
void let_new_say_what_is_lacking();

/// As `new` does, of malloc's memory. Never null.
void* allocated_or_thrown(std::size_t bytes);

/// Takes the reserve, if it is not there. False: there is not enough memory for it. It is never written, so it takes addresses
/// alone.
bool take_memory_reserve();

}  // namespace satscope::app
