// SPDX-License-Identifier: Apache-2.0
// Blocks, or threads of a block, that can wait for each other on one host thread: each runs on a stack of its own and hands
// over when it must wait. Which of those that can run goes next is a schedule's choice, so that orders a GPU might take can be
// tried and repeated.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace satscope {

/// In which order blocks (or threads) start and go on.
struct Schedule {
  enum class Kind : std::uint8_t {
    ticket,    ///< the earliest block that can run
    reversed,  ///< the latest of those resident
    random,    ///< any of those resident, by the seed
  };
  Kind kind = Kind::ticket;
  int resident = 8;  ///< blocks that are on the machine at once
  unsigned seed = 0;
};

/// Reads ticket | reversed:N | random:SEED; throws std::invalid_argument that says what is allowed.
Schedule parse_schedule(const std::string& text);

class Fibers {
 public:
  Fibers();
  ~Fibers();

  /// Runs body(0) ... body(count - 1), started in order as room permits. Returns a sentence per fiber that waits forever,
  /// after unwinding all of them; empty if all came to their end. An exception of a body ends all and is thrown on.
  std::vector<std::string> run(int count, const Schedule& schedule, const std::function<void(int)>& body);

  // From within a body:
  /// Suspends until `wake(key)`; `why` describes it if that never happens. Throws Cancelled to unwind.
  void wait(const void* key, const std::string& why);
  /// Lets others run if the schedule wants so.
  void yield();
  void wake(const void* key);
  bool alone() const;  ///< no other fiber is resident

  struct Cancelled {};

 private:
  struct Fiber;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope
