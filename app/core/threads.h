// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace satscope::app {

/// Whether a program can have further threads here at all. A page in a browser has none: what a thread would do is done, a
/// piece at a time, by the calls that ask what came of it.
#if defined(__EMSCRIPTEN__)
inline constexpr bool k_has_threads = false;
#else
inline constexpr bool k_has_threads = true;
#endif

}  // namespace satscope::app
