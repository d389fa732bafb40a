// SPDX-License-Identifier: Apache-2.0
// For builds with a leak checker only.
#include <dlfcn.h>

/// Libraries stay loaded until the program has ended. An OpenGL driver that is unloaded before takes along the globals through
/// which its memory is found, which then counts as lost, and the names of its functions.
extern "C" int dlclose(void* /*library*/) noexcept { return 0; }

/// Up to g++ 13 the checker takes a library's thread-local variables that lie 16 bytes into a page for those of an old glibc,
/// and dies of what it reads before them: google/sanitizers#1322. Here it does not ask for their place.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }

/// fontconfig loses a few bytes of the configuration that it reads.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig.so\n"; }
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
