// SPDX-License-Identifier: Apache-2.0
// What would be measured, and what skipped and why, as far as that is known before anything is run.
#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "app/bench/benched.h"
#include "app/bench/machine/build_info.h"
#include "app/commands/bench/bench_words.h"
#include "app/commands/shared/output.h"
#include "app/core/text/foreign_text.h"
#include "kernels/plural.h"

namespace satscope::app {

namespace {

/// "60 cases in 12 runs, up to about 2 s for the samples of each: 24 min; ..."
std::string time_text(const BenchOrder& order, std::size_t cases, const std::optional<DryAgainst>& against) {
  const std::size_t runs = against ? 2 * against->rounds : 1;
  std::string text = counted(cases, "case");
  if (runs > 1) text += fmt::format(" in {} runs", runs);
  if (order.repeats > 0) return fmt::format("{}, {} each", text, counted(order.repeats, "sample"));
  const double each = order.until.most_ms / 1000, all = each * static_cast<double>(cases * runs);
  return fmt::format("{}, up to about {:g} s for the samples of each: {}{}; checking the tables and warming up come on top",
                     text, each,
                     all < 120 ? fmt::format("{:.0f} s", std::ceil(all)) : fmt::format("{:.0f} min", std::ceil(all / 60)),
                     against ? ", and as long again if a case differs" : "");
}

/// "satscope 0.2.0, commit 1a2b3c4d5e".
std::string short_version(const std::string& text) {
  std::istringstream lines(text);
  std::string name, title, commit;
  std::getline(lines, name);
  lines >> title >> commit;
  return one_line(title == "commit" ? fmt::format("{}, commit {}", name, commit) : name);
}

Json json_of(const std::optional<DryAgainst>& against) {
  if (!against) return nullptr;
  return {{"program", against->program}, {"version", short_version(against->version)}, {"rounds", against->rounds}};
}

}  // namespace

void print_cases(const BenchOrder& order, bool json, const std::optional<DryAgainst>& against) {
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
  // because: stdout has a line for each case, which programs count
  if (against)
    note(fmt::format("before: '{}' ({}); after: this satscope ({})", against->program, short_version(against->version),
                     short_version(version_text())));
  if (!planned.results.empty()) note(time_text(order, planned.results.size(), against));
  json ? print_json(Json{{"against", json_of(against)}, {"cases", cases}}) : print(text);
  if (order.cases.empty()) return note("these results are complete; nothing is left to measure");
  if (planned.results.empty())
    throw std::runtime_error(fmt::format("nothing would be measured; first reason: {}", first_reason));
  if (order.by_name)
    if (const std::string why = untimed_algorithm({&planned, 1}); !why.empty()) throw std::runtime_error(why);
}

}  // namespace satscope::app
