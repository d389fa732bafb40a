// SPDX-License-Identifier: Apache-2.0
// Keeps the portable program from what newer C libraries have, so that glibc 2.34 of 2021 is enough. The linker sends calls of
// NAME to
// __wrap_NAME (--wrap, cmake/Portable.cmake). The test of the package reads which versions the program needs.
#include <sys/random.h>

// because: hypot@GLIBC_2.35 differs from the older one in errno only
extern "C" double hypot_of_2_2_5(double x, double y);
extern "C" float hypotf_of_2_2_5(float x, float y);
__asm__(".symver hypot_of_2_2_5,hypot@GLIBC_2.2.5");
__asm__(".symver hypotf_of_2_2_5,hypotf@GLIBC_2.2.5");

extern "C" double __wrap_hypot(double x, double y) { return hypot_of_2_2_5(x, y); }

extern "C" float __wrap_hypotf(float x, float y) { return hypotf_of_2_2_5(x, y); }

/// Of glibc 2.36; std::random_device calls it.
extern "C" unsigned __wrap_arc4random() {
  unsigned number = 0;
  while (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) {
  }
  return number;
}
