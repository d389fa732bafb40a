// SPDX-License-Identifier: Apache-2.0
// Whether the user asked this process to stop; polled by code that waits in a system call.
#pragma once
#include <atomic>

namespace satscope::app {

namespace detail {
inline std::atomic<bool> stopping{false};
}

inline bool stopping() { return detail::stopping; }
inline void set_stopping(bool wanted) { detail::stopping = wanted; }

}  // namespace satscope::app
