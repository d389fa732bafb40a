// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>

namespace satscope {

/// What was asked for cannot run on this machine now: no GPU, not enough memory, too large. what() is a sentence for the user.
/// Any other exception is a fault.
struct NotSupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace satscope
