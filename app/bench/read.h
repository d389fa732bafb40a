// SPDX-License-Identifier: Apache-2.0
// Results files of `satscope bench` and `satscope sweep`, read back: to continue them, to draw them, to compare machines.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "app/bench/compare.h"
#include "app/bench/report.h"

namespace satscope::app {

/// The report whose `as_json` this text is, or one of an earlier version. name: of the file, for the sentence. Throws
/// std::runtime_error if it is none.
BenchReport read_report(std::string_view name, std::string_view text);

/// The same of a document that was parsed.
BenchReport report_in(const nlohmann::json& document, std::string_view name);
/// The same of a regular file of at most 64 MiB.
BenchReport read_report_file(const std::string& name);

/// What a comparison that was stopped has measured, and into `head` its --least and command. Throws std::runtime_error where
/// the file is something else or damaged.
Turns read_turns_file(const std::string& name, BenchComparison& head);

/// A comparison that was written as JSON, judged again with this --least, else with that of the file; nothing where the file is
/// something else. What was measured in turns is faster or slower only where the file says so, too: that is what a second
/// measurement confirmed. Throws std::runtime_error where it is damaged, or has too few runs a side for a rank test.
std::optional<BenchComparison> read_comparison_file(const std::string& name, std::optional<double> least_percent = {});

}  // namespace satscope::app
