// SPDX-License-Identifier: Apache-2.0
// Any text as a condition of a lesson, asked of a state: yes, no, or a refusal.
#include <stdexcept>

#include "app/core/json.h"
#include "app/lessons/condition.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace satscope;
  static const auto state = nlohmann::json::parse(
      R"({"box": {"sum": 612, "w": 3, "h": 2}, "open": true, "list": [{"name": "a"}, 7], "learn": {"answer": null}})");
  try {
    const app::Condition condition(fuzz::text_of(data, size));
    const bool holds = condition.holds(state);
    fuzz::require(app::Condition(condition.text()).holds(state) == holds);
    condition.absent_from(state);
  } catch (const std::invalid_argument& problem) {
    fuzz::require_sentence(problem.what());
  }
  return 0;
}
