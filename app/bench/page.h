// SPDX-License-Identifier: Apache-2.0
// Results as one page that needs nothing else: charts, facts of the machine, how it was measured, tables, and the results
// themselves.
#pragma once
#include <span>
#include <string>

#include "app/bench/report.h"

namespace satscope::app {

/// An HTML page, which is well-formed XML too. Each report has its section, and with several a first one compares them. The
/// results are in <script type="application/json">, one for each report.
std::string results_page(std::span<const BenchReport> reports);

}  // namespace satscope::app
