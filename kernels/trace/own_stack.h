// SPDX-License-Identifier: Apache-2.0
// A function on a stack of its own, which can stop in its middle and go on later: what Fibers are made of.
//
//     enter(f) --> f runs ... leave() --> enter returns ... resume() --> f goes on ... f ends --> resume returns
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace satscope {

class OwnStack {
 public:
  /// As large as a traced kernel needs, or as said. Throws std::bad_alloc.
  OwnStack();
  explicit OwnStack(std::size_t bytes);
  ~OwnStack();
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;

  /// Runs `body`, which throws nothing, until it leaves or ends. Once it has ended, another one may enter.
  void enter(std::function<void()> body);
  /// Goes on where `body` left.
  void resume();
  /// Within `body`: back to the caller of enter or resume.
  void leave();

  /// Why this system has none, a clause; empty: it has.
  static std::string why_not();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope
