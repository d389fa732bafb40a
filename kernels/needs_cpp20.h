// SPDX-License-Identifier: Apache-2.0
// What every installed header includes first (cmake/Install.cmake), so that an older standard gives one error and not pages.
#pragma once
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) <= 201703L
#error "satscope's headers need C++20: compile with -std=c++20"
#include "C++20"  // because: only a file that is not there ends the compilation
#endif
