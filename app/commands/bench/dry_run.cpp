// SPDX-License-Identifier: Apache-2.0
// What would be measured, and what skipped and why, as far as that is known before anything is run.
#include <fmt/format.h>

#include <stdexcept>

#include "app/bench/benched.h"
#include "app/commands/bench/bench_words.h"
#include "app/commands/shared/output.h"

namespace satscope::app {

void print_cases(const BenchOrder& order, bool json) {
  Json cases = Json::array();
  std::string text, first_reason;
  BenchReport planned;
  for (const BenchCase& one : order.cases) {
    const std::string why = refusal(one);
    if (why.empty())
      planned.results.push_back({.asked = one, .correct = true, .max_error = 0});
    else
      planned.skipped.push_back({one, why});
    if (first_reason.empty()) first_reason = why;
    cases.push_back(as_json(one));
    cases.back()["skipped"] = why.empty() ? Json(nullptr) : Json(why);
    text += fmt::format("{}{} {}{} {}x{} {} {}{}{}{}{}\n", why.empty() ? "" : "skipped ", name_of(one),
                        one.channels > 1 ? "4x " : "", one.type, one.extent.width, one.extent.height, id_of(one.form),
                        id_of(one.machine), one.threads > 0 ? fmt::format(" threads={}", one.threads) : "",
                        one.busy_threads > 0 ? fmt::format(" busy={}", one.busy_threads) : "", why.empty() ? "" : ": ", why);
  }
  json ? print_json(Json{{"cases", cases}}) : print(text);
  if (order.cases.empty()) return note("these results are complete; nothing is left to measure");
  if (planned.results.empty())
    throw std::runtime_error(fmt::format("nothing would be measured; first reason: {}", first_reason));
  if (order.by_name)
    if (const std::string why = untimed_algorithm({&planned, 1}); !why.empty()) throw std::runtime_error(why);
}

}  // namespace satscope::app
