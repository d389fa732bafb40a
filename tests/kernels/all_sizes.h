// SPDX-License-Identifier: Apache-2.0
// What takes minutes, sizes of real use and every type with every form: tests run them where the environment has
// SATSCOPE_ALL_SIZES, as `./test --all` sees to, and are skipped elsewhere:
//
//   if (!all_sizes()) GTEST_SKIP() << k_why_not_all_sizes;
#pragma once
#include <cstdlib>
#include <string_view>
#include <vector>

#include "kernels/types.h"

namespace satscope::testing {

inline constexpr const char* k_why_not_all_sizes = "large pictures are for ./test --all (SATSCOPE_ALL_SIZES=1)";

inline bool all_sizes() {
  const char* asked = std::getenv("SATSCOPE_ALL_SIZES");
  return asked && *asked && std::string_view(asked) != "0";
}

/// A type and a form to try together.
struct Combination {
  TypePair types;
  Form form;
};

/// Whether ASan or TSan watches, which takes several times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool k_sanitized = true;
#else
inline constexpr bool k_sanitized = false;
#endif

/// Every type with every form in ./test --all, else every type with one of the forms, which changes from turn to turn. Under a
/// sanitizer each form with one type: three turns have all types, nine have each with every form.
inline std::vector<Combination> combinations(std::size_t turn) {
  static_assert(k_type_pairs.size() == k_forms.size() * k_forms.size());
  std::vector<Combination> list;
  for (std::size_t t = 0; t < k_type_pairs.size(); ++t)
    for (std::size_t f = 0; f < k_forms.size(); ++f) {
      const bool now = k_sanitized ? t == (k_forms.size() * f + turn) % k_type_pairs.size() : f == (turn + t) % k_forms.size();
      if (all_sizes() || now) list.push_back({k_type_pairs[t], k_forms[f].value});
    }
  return list;
}

/// Pictures as cameras and screens give them.
inline std::vector<Extent> large_extents() { return {{1920, 1080}, {3840, 2160}}; }

/// The largest, as Angioloni's and Chen's papers have them; a host would need minutes for each.
inline std::vector<Extent> huge_extents_of_a_gpu() { return {{10000, 16000}, {20000, 20000}}; }

}  // namespace satscope::testing
