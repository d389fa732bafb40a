// SPDX-License-Identifier: Apache-2.0
#include "app/bench/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/bench/curves.h"
#include "app/core/text/extent_text.h"
#include "app/core/text/xml_text.h"
#include "app/plot/axis.h"
#include "app/plot/write.h"
#include "kernels/emulated.h"

namespace satscope::app {
namespace {

constexpr Extent k_chart{1000, 600};

constexpr std::string_view k_style =
    "body{font:16px/1.5 sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem;color:#1a1f27;background:#fff}"
    "svg{max-width:100%;height:auto;border:1px solid #dfe3e9;margin:.5rem 0}"
    "table{border-collapse:collapse;font-size:14px;margin:.5rem 0}"
    "th,td{padding:.2rem .5rem;border-bottom:1px solid #dfe3e9;text-align:left;vertical-align:top;overflow-wrap:break-word}"
    "td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
    ".times th:nth-child(n+6):nth-child(-n+12){text-align:right}.facts td.n{text-align:left}";

/// Rows of an HTML table; a cell that begins with a digit is a number, and is aligned right.
class HtmlTable {
 public:
  void row(const std::vector<std::string>& cells, bool head = false) {
    text_ += "<tr>";
    for (const std::string& cell : cells) {
      const bool number = !cell.empty() && cell.find_first_not_of("0123456789.,%- ") == cell.npos;
      text_ += fmt::format("<{0}{1}>{2}</{0}>", head ? "th" : "td", number ? " class=\"n\"" : "", xml_text(cell));
    }
    text_ += "</tr>\n";
  }
  std::string text(std::string_view kind = "listed") const {
    return fmt::format("<table class=\"{}\">\n{}</table>\n", kind, text_);
  }

 private:
  std::string text_;
};

std::string paragraph(std::string_view text) { return fmt::format("<p>{}</p>\n", xml_text(text)); }
std::string heading(int level, std::string_view text) { return fmt::format("<h{0}>{1}</h{0}>\n", level, xml_text(text)); }

std::string facts_table(const BenchReport& report) {
  const BenchFacts& facts = report.facts;
  HtmlTable table;
  const auto fact = [&](const char* name, const std::string& value) {
    if (!value.empty()) table.row({name, value});
  };
  fact("measured on", report.device);
  fact("processor", facts.processor);
  if (facts.threads_offered > 0) fact("threads offered", fmt::format("{}", facts.threads_offered));
  if (facts.memory_bytes > 0) fact("memory", fmt::format("{:.0f} GB", static_cast<double>(facts.memory_bytes) / 1e9));
  fact("driver for CUDA", report.driver);
  fact("built with CUDA", report.toolkit);
  fact("system", facts.system);
  fact("clock's governor", facts.governor);
  fact("satscope", facts.satscope);
  fact("commit", facts.commit);
  fact("compiler", facts.compiler);
  fact("flags", facts.flags);
  fact("begun (UTC)", facts.date);
  fact("preset", report.preset);
  return table.text("facts");
}

std::string machine_words(Machine machine, int threads, int asked = 0) {
  std::string words(id_of(machine));
  if (machine == Machine::cpu && threads > 0) words += ", " + threads_text(threads, asked);
  return words;
}

std::string results_table(const BenchReport& report) {
  HtmlTable table;
  table.row({"algorithm", "type", "size", "form", "machine", "median ms", "± %", "p10", "p90", "samples", "GB/s", "% of floor",
             "table"},
            true);
  const auto row = [&](const BenchResult& result) {
    const BenchCase& one = result.asked;
    std::string machine = machine_words(one.machine, result.threads, one.threads);
    if (one.busy_threads > 0)
      machine += fmt::format(" beside {} busy {}", one.busy_threads, one.busy_threads == 1 ? "thread" : "threads");
    std::vector<std::string> cells{name_of(one) + (result.emulated ? " (emulated)" : ""), type_text(one.type, one.channels),
                                   extent_text(one.extent), std::string(id_of(one.form)), machine};
    if (const auto& t = result.times) {
      for (const double value : {t->median_ms, t->p10_ms, t->p90_ms, 1.0 * t->samples, t->gigabytes_per_second})
        cells.push_back(value_text(value));
      cells.push_back(doubt_of(*t).empty() ? value_text(t->percent_of_floor) : std::string(doubt_of(*t)));
      cells.insert(cells.end() - 5, sureness(*t));
    } else {
      cells.insert(cells.end(), 7, "-");
    }
    cells.emplace_back(result.correct ? "right" : "WRONG");
    table.row(cells);
  };
  for (const BenchFloor& floor : report.floors)
    table.row({"floor: " + floor.method, type_text(floor.type, floor.channels), extent_text(floor.extent), "",
               machine_words(floor.machine, floor.threads), value_text(floor.milliseconds), "", "", "", "",
               value_text(static_cast<double>(floor.bytes) / floor.milliseconds / 1e6), "100", ""});
  for (const bool emulated : {false, true})
    for (const BenchResult& result : report.results)
      if (result.emulated == emulated) row(result);
  return table.text("times");
}

/// What is along x.
std::string varied_by(const BenchReport& report) { return report.varied.empty() ? k_by_size : report.varied; }

/// The part of a report that is of one type.
BenchReport of_type(const BenchReport& report, std::string_view type) {
  BenchReport part = report;
  std::erase_if(part.results, [&](const BenchResult& result) { return result.asked.type != type; });
  std::erase_if(part.floors, [&](const BenchFloor& floor) { return floor.type != type; });
  return part;
}

std::string charts_of(std::span<const BenchReport> reports) {
  const std::string vary = varied_by(reports.front());
  std::vector<std::string_view> types;
  for (const BenchReport& report : reports)
    for (const BenchResult& result : report.results)
      if (std::ranges::find(types, result.asked.type) == types.end()) types.push_back(result.asked.type);
  std::string text;
  const auto charts = [&](std::span<const BenchReport> of, std::string_view type) {
    for (const CurveView view : {CurveView::time, CurveView::bandwidth}) {
      Plot plot = curves_of(of, {.vary = vary, .shown = view});
      if (!type.empty()) plot.title += fmt::format(", {}", type);
      text += plot_svg_element(plot, k_chart, "light");
    }
  };
  if (vary == k_by_type) {
    charts(reports, {});
    return text;
  }
  for (const std::string_view type : types) {
    std::vector<BenchReport> parts;
    for (const BenchReport& report : reports) parts.push_back(of_type(report, type));
    charts(parts, type);
  }
  return text;
}

std::string skipped_table(const BenchReport& report) {
  if (report.skipped.empty()) return {};
  HtmlTable table;
  table.row({"algorithm", "type", "size", "machine", "reason"}, true);
  for (const BenchSkipped& one : report.skipped)
    table.row({name_of(one.asked), type_text(one.asked.type, one.asked.channels), extent_text(one.asked.extent),
               std::string(id_of(one.asked.machine)), one.reason});
  return heading(3, "Not measured, and why") + table.text();
}

/// JSON inside a script, where neither HTML nor XML finds anything to read.
std::string script_of(const BenchReport& report) {
  std::string json = as_json(report).dump(-1, ' ', true, Json::error_handler_t::replace), safe;
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&')
      safe += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      safe += c;
  }
  return "<script type=\"application/json\">" + safe + "</script>\n";
}

std::string section(const BenchReport& report, const std::string& title) {
  std::string text = heading(2, title) + facts_table(report);
  if (!report.complete) text += paragraph(stopped_text(report));
  text += heading(3, "How it was measured") + "<ul>\n";
  for (const std::string& sentence : report.protocol) text += fmt::format("<li>{}</li>\n", xml_text(sentence));
  text += "</ul>\n";
  if (!report.results.empty()) text += heading(3, "Curves") + charts_of({&report, 1});
  text += heading(3, "Results") + results_table(report);
  if (std::ranges::any_of(report.results, &BenchResult::emulated)) text += paragraph(k_emulated);
  for (const std::string& fault : floor_faults(report)) text += paragraph(fault);
  for (const std::string& fault : clock_faults(report)) text += paragraph(fault);
  text += paragraph(
      "± %: how sure the median of this run is (95 % confidence). Another run may differ by several times that; "
      "satscope bench --compare says whether two builds differ.");
  for (const std::string& fault : noise_faults(report)) text += paragraph(fault);
  for (const std::string& fault : precision_faults(report)) text += paragraph(fault);
  return text + skipped_table(report) + script_of(report);
}

}  // namespace

std::string results_page(std::span<const BenchReport> reports) {
  std::string body = heading(1, "Summed-area tables: times");
  body += paragraph(
      "Times of one table. Curves are medians, bands reach from the 10th to the 90th percentile; point at a mark for its "
      "numbers. "
      "Hollow marks are what papers print, on their devices.");
  const bool alike =
      std::ranges::all_of(reports, [&](const BenchReport& report) { return varied_by(report) == varied_by(reports.front()); });
  if (reports.size() > 1)
    body += heading(2, "All runs") +
            (alike ? charts_of(reports) : paragraph("The files vary different things, so each has curves of its own."));
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const bool alone = std::ranges::count(reports, reports[i].device, &BenchReport::device) == 1;
    body += section(reports[i], alone ? reports[i].device
                                      : fmt::format("{}, run {} of {}, {}", reports[i].device, i + 1, reports.size(),
                                                    reports[i].facts.date));
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>satscope: "
      "{}</title>\n<style>{}</style>\n</head>\n<body>\n{}"
      "</body>\n</html>\n",
      xml_text(reports.front().device), k_style, body);
}

}  // namespace satscope::app
