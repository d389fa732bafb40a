// SPDX-License-Identifier: Apache-2.0
#include "app/commands/check_json.h"

#include <filesystem>

namespace satscope::app {

std::string name_of(lab::TableCheck::State state) {
  switch (state) {
    case lab::TableCheck::right: return "right";
    case lab::TableCheck::exclusive: return "exclusive";
    case lab::TableCheck::wrong: return "wrong";
    case lab::TableCheck::unwritten: return "unwritten";
    default: return "none";
  }
}

const CheckVerdict& verdict_of(const lab::CheckReport& report) {
  static constexpr CheckVerdict k_nothing{"nothing found", 0}, k_findings{"findings", 3},
      k_does_not_compile{"does not compile", 4}, k_unsupported{"not supported here", 5}, k_unfinished{"not finished", 6},
      k_leaks{"leaks", 7};
  return report.unsupported()  ? k_unsupported
         : !report.compiles()  ? k_does_not_compile
         : report.wrong()      ? k_findings
         : report.unfinished() ? k_unfinished
         : report.only_leaks() ? k_leaks
                               : k_nothing;
}

namespace {

/// Text of a program may be any bytes; those that are no UTF-8 are replaced where the JSON is printed, but not by this library.
std::string valid(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = lead < 0x80                   ? 1
                              : lead >= 0xC2 && lead < 0xE0 ? 2
                              : lead >= 0xE0 && lead < 0xF0 ? 3
                              : lead >= 0xF0 && lead < 0xF5 ? 4
                                                            : 0;
    bool good = bytes > 0 && i + bytes <= text.size();
    for (std::size_t k = 1; good && k < bytes; ++k) good = (static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80;
    // overlong forms and surrogates
    if (good && bytes == 3)
      good = !(lead == 0xE0 && static_cast<unsigned char>(text[i + 1]) < 0xA0) &&
             !(lead == 0xED && static_cast<unsigned char>(text[i + 1]) >= 0xA0);
    if (good && bytes == 4)
      good = !(lead == 0xF0 && static_cast<unsigned char>(text[i + 1]) < 0x90) &&
             !(lead == 0xF4 && static_cast<unsigned char>(text[i + 1]) >= 0x90);
    result += good ? text.substr(i, bytes) : "?";
    i += good ? bytes : 1;
  }
  return result;
}

Json place_json(const lab::Place& place) {
  return {{"file", valid(place.file)},
          {"line", place.line > 0 ? Json(place.line) : Json()},
          {"column", place.line > 0 && place.column > 0 ? Json(place.column) : Json()}};
}

/// thread: whether it is about one.
Json party_json(const lab::Party& party, bool thread) {
  Json json = place_json(party.place);
  json["thread"] = thread ? Json(party.thread) : Json();
  json["block"] = thread ? Json(party.block) : Json();
  json["access"] = party.access.empty() ? Json() : Json(party.access);
  json["value"] = party.value.empty() ? Json() : Json(party.value);
  return json;
}

Json finding_json(const lab::LabFinding& finding) {
  Json json{{"kind", finding.kind}, {"note", finding.note}, {"sentence", valid(finding.sentence)}};
  json.update(party_json(finding.party, true));
  json["other"] = finding.other ? party_json(*finding.other, !finding.other->access.empty()) : Json();
  json["array"] = finding.array.empty() ? Json() : Json(valid(finding.array));
  json["index"] = finding.index ? Json(*finding.index) : Json();
  json["length"] = finding.length ? Json(*finding.length) : Json();
  json["lines"] = Json::array();
  for (const lab::Place& place : finding.lines)
    if (place.file == finding.party.place.file) json["lines"].push_back(place.line);
  json["times"] = finding.times;
  json["run"] = finding.run;
  return json;
}

Json box_json(const lab::PixelBox& box) { return {{"x", {box.x0, box.x1}}, {"y", {box.y0, box.y1}}}; }

Json table_json(const lab::CheckReport& report) {
  const lab::TableCheck& table = report.table;
  const bool wrong = table.state == lab::TableCheck::wrong, any = table.state != lab::TableCheck::none;
  return {{"state", name_of(table.state)},
          {"width", any ? Json(table.width) : Json()},
          {"height", any ? Json(table.height) : Json()},
          {"wrong", table.wrong_entries},
          {"first", wrong ? Json{{"x", table.x}, {"y", table.y}, {"got", table.got}, {"wanted", table.wanted}} : Json()},
          {"sums", table.sums ? box_json(*table.sums) : Json()},
          {"instead_of", table.sums ? box_json({0, 0, table.x, table.y}) : Json()},
          {"sentence", any                 ? table.sentence
                       : report.compiles() ? "The file has its own main(): there is no table to compare."
                                           : "There is no table: the program did not run."}};
}

}  // namespace

Json check_json(const lab::CheckReport& report, const std::string& file) {
  Json errors = Json::array(), findings = Json::array(), runs = Json::array(), launches = Json::array();
  for (const lab::CompileError& error : report.errors) {
    errors.push_back(place_json(error.place));
    errors.back()["sentence"] = valid(error.sentence);
  }
  for (const lab::Refusal& refusal : report.refusals) {
    errors.push_back(place_json(refusal.place));
    errors.back()["sentence"] = valid(refusal.sentence);
  }
  for (const lab::LabFinding& finding : report.findings.list()) findings.push_back(finding_json(finding));
  for (const lab::CheckRun& run : report.runs)
    runs.push_back({{"size", run.width > 0 ? Json{run.width, run.height} : Json()},
                    {"order", run.order},
                    {"calls", run.calls},
                    {"table", name_of(run.table)},
                    {"failed", run.failed},
                    {"accesses", run.accesses}});
  for (const lab::LabLaunch& launch : report.launches)
    launches.push_back({{"kernel", valid(launch.kernel)},
                        {"line", launch.line},
                        {"grid", launch.grid},
                        {"block", launch.block},
                        {"shared_bytes", launch.shared_bytes}});
  const std::string smallest = report.smallest_failure();
  return {{"file", valid(file)},
          {"compiler", report.compiler.version},
          {"seed", report.seed},
          {"verdict", verdict_of(report).name},
          {"errors", errors},
          {"findings", findings},
          {"table", table_json(report)},
          {"smallest_failure", smallest.empty() ? Json() : Json(smallest)},
          {"runs", runs},
          {"stopped", report.stopped},
          {"launches", launches},
          {"output", valid(report.output)}};
}

}  // namespace satscope::app
