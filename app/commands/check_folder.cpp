// SPDX-License-Identifier: Apache-2.0
#include "app/commands/check_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "app/commands/check_json.h"
#include "app/core/text/xml_text.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/plot/write.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

struct Column {
  const char* name;
  std::string (*text)(const CheckedFile&);
};
constexpr std::array k_columns{
    Column{"file", [](const CheckedFile& file) { return file.file; }},
    Column{"verdict", [](const CheckedFile& file) { return file.verdict; }},
    Column{"table", [](const CheckedFile& file) { return file.table; }},
    Column{"mistakes", [](const CheckedFile& file) { return std::to_string(file.mistakes); }},
    Column{"kinds", [](const CheckedFile& file) { return file.kinds; }},
    Column{"first", [](const CheckedFile& file) { return file.first; }},
    Column{"sizes", [](const CheckedFile& file) { return file.smallest; }},
};

CheckedFile summary_of(const fs::path& folder, const std::string& name, const lab::CheckReport& report) {
  const std::string whole = fs::absolute(folder / name).lexically_normal().string();
  const auto with_line = [&](const lab::Place& place, const std::string& sentence) {
    if (place.line <= 0) return sentence;
    return place.file == whole ? fmt::format("{}: {}", place.line, sentence)
                               : fmt::format("{}:{}: {}", fs::path(place.file).filename().string(), place.line, sentence);
  };
  CheckedFile file{.file = name,
                   .verdict = std::string(verdict_of(report).name),
                   .table = name_of(report.table.state),
                   .smallest = report.smallest_failure(),
                   .report = check_json(report, (folder / name).string())};
  if (!report.errors.empty()) file.first = with_line(report.errors[0].place, report.errors[0].sentence);
  if (report.errors.empty() && report.refusals.size() == 1 && report.refusals[0].sentence == lab::k_nothing_to_run)
    file.verdict = k_nothing_to_run;
  if (!report.refusals.empty()) file.first = with_line(report.refusals[0].place, report.refusals[0].sentence);
  std::vector<std::string> kinds;
  for (const lab::LabFinding& finding : report.findings.list()) {
    if (finding.note) continue;
    file.mistakes += finding.mistake() ? 1 : 0;
    if (file.first.empty()) file.first = with_line(finding.party.place, finding.sentence);
    if (std::ranges::find(kinds, finding.kind) == kinds.end()) kinds.push_back(finding.kind);
  }
  if (file.first.empty() && report.table.state == lab::TableCheck::wrong) file.first = report.table.sentence;
  for (const lab::LabFinding& finding : report.findings.list())
    if (file.first.empty() && report.unfinished() && finding.kind == "endless")
      file.first = with_line(finding.party.place, finding.sentence);
  for (const std::string& kind : kinds) file.kinds += (file.kinds.empty() ? "" : ", ") + kind;
  return file;
}

CheckedFile checked(const fs::path& folder, const std::string& name, lab::CheckRequest request, const lab::Compiler& compiler) {
  request.build.file = (folder / name).string();
  try {
    return summary_of(folder, name, lab::check(request, compiler));
  } catch (const std::exception& problem) {
    return {.file = name, .verdict = "cannot be checked", .table = "none", .first = problem.what()};
  }
}

}  // namespace

std::vector<std::string> submissions_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error))
    if (lab::names_cuda_file(at->path().string()) && at->is_regular_file(error))
      names.push_back(at->path().lexically_relative(folder).string());
  if (error) throw std::runtime_error(fmt::format("the folder '{}' cannot be read: {}", folder, error.message()));
  std::ranges::sort(names);
  return names;
}

std::vector<CheckedFile> check_folder(const std::string& folder, const lab::CheckRequest& request,
                                      const lab::Compiler& compiler,
                                      const std::function<void(std::size_t done, std::size_t of)>& done) {
  const std::vector<std::string> names = submissions_in(folder);
  std::vector<CheckedFile> files(names.size());
  std::atomic<std::size_t> next{0};
  std::mutex reporting;
  std::size_t complete = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < names.size() && !request.stop.stop_requested(); k = next++) {
      files[k] = checked(folder, names[k], request, compiler);
      const std::scoped_lock lock(reporting);
      done(++complete, names.size());
    }
  };
  std::vector<std::jthread> workers;
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t k = 0; k < std::min(most, names.size()); ++k) workers.emplace_back(work);
  workers.clear();
  return files;
}

std::string checked_text(const std::vector<CheckedFile>& files) {
  std::size_t longest = 4;
  for (const CheckedFile& file : files) longest = std::max(longest, file.file.size());
  std::string text;
  for (const CheckedFile& file : files)
    text += fmt::format("{:<{}}  {:<18}  table {:<9}  {}\n", file.file, longest, file.verdict, file.table,
                        file.first.substr(0, file.first.find('\n')));
  return text;
}

Json checked_json(const std::vector<CheckedFile>& files, const std::string& folder) {
  Json json{{"folder", folder}, {"files", Json::array()}};
  for (const CheckedFile& file : files) {
    Json& of = json["files"].emplace_back(Json{{"mistakes", file.mistakes}});
    for (const Column& column : k_columns)
      if (!of.contains(column.name)) of[column.name] = column.text(file);
    of["report"] = file.report;
  }
  return json;
}

std::string checked_csv(const std::vector<CheckedFile>& files) {
  std::string text;
  for (const Column& column : k_columns) text += fmt::format("{}{}", text.empty() ? "" : ",", column.name);
  text += '\n';
  for (const CheckedFile& file : files)
    for (const Column& column : k_columns) text += csv_cell(column.text(file)) + (&column == &k_columns.back() ? "\n" : ",");
  return text;
}

std::string checked_html(const std::vector<CheckedFile>& files, const std::string& folder) {
  const std::string title = xml_text(fmt::format("satscope check: {}", fs::path(folder).lexically_normal().string()));
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n"
      "<style>body{{font-family:sans-serif}}table{{border-collapse:collapse}}td,th{{border:1px solid #999;padding:.3em "
      ".6em;text-align:left;vertical-align:top}}</style></head>\n<body><h1>{0}</h1>\n<table>\n<tr>",
      title);
  for (const Column& column : k_columns) text += fmt::format("<th>{}</th>", column.name);
  text += "</tr>\n";
  for (const CheckedFile& file : files) {
    text += "<tr>";
    for (const Column& column : k_columns) text += fmt::format("<td>{}</td>", xml_text(column.text(file)));
    text += "</tr>\n";
  }
  return text + "</table></body></html>\n";
}

}  // namespace satscope::app
