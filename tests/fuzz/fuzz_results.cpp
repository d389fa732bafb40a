// SPDX-License-Identifier: Apache-2.0
// Any text as a results file: drawn, printed and made a page of, or a refusal.
#include <stdexcept>

#include "app/bench/curves.h"
#include "app/bench/page.h"
#include "app/bench/read.h"
#include "app/bench/table.h"
#include "app/plot/write.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace satscope;
  using namespace satscope::app;
  const auto number_is_missing = [](const std::string& drawing) {
    for (const char* none : {"\"nan", "\"inf", "\"-nan", "\"-inf", ",nan", ",inf", " nan,", " inf,"})
      if (drawing.find(none) != drawing.npos) return true;
    return false;
  };
  try {
    const BenchReport report = read_report("fuzz.json", fuzz::text_of(data, size));
    as_text(report);
    bench_table(report);
    results_page({&report, 1});
    if (report.results.empty()) return 0;
    for (const CurveView view : {CurveView::time, CurveView::bandwidth, CurveView::ratio}) {
      CurvesRequest request{.vary = report.varied.empty() ? k_by_size : report.varied, .shown = view};
      if (view == CurveView::ratio) request.relative_to = report.results.front().asked.algorithm;
      const Plot plot = curves_of({&report, 1}, request);
      fuzz::require(!number_is_missing(plot_svg(plot, {800, 500}, "light")));
      plot_csv(plot);
    }
    fuzz::require(as_json(read_report("fuzz.json", as_json(report).dump())) == as_json(report));
  } catch (const std::runtime_error& problem) {
    fuzz::require_sentence(problem.what());
  }
  return 0;
}
