// SPDX-License-Identifier: Apache-2.0
// satscope check: a student's own CUDA file is compiled for the CPU and run in small sizes; its mistakes are listed.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "app/commands/check_folder.h"
#include "app/commands/check_json.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/progress_line.h"
#include "app/core/files/atomic_file.h"
#include "app/lab/cache.h"
#include "app/lab/check.h"
#include "app/lab/templates/templates.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// Below the options.
const std::string k_about =
    "table(in, out, width, height) is host code: in and out are host pointers. It copies the pixels to the device, launches\n"
    "the kernels and copies the table back.\n"
    "Not found: pinned or managed memory that host code uses too early within a library (memcpy, memcmp, fwrite and fread\n"
    "are seen), and what lab.md names under Limits.\n";
constexpr int k_exit_findings = 3;  ///< of a folder

struct CheckWords {
  std::vector<std::string> files, folders, macros, arguments;
  std::string begin_with, size, compiler, level = "O0", out;
  int seconds = 5, seed = 1;
  bool json = false;
};

/// The line of the source, and a caret under the column.
std::string caret_under(const lab::Place& place) {
  std::ifstream file(place.file);
  std::string line;
  for (int number = 0; number < place.line; ++number)
    if (!std::getline(file, line)) return "";
  if (place.line <= 0 || place.column <= 0 || line.size() > 400) return "";
  std::string blank = line.substr(0, static_cast<std::size_t>(place.column - 1));
  for (char& c : blank)
    if (c != '\t') c = ' ';
  return fmt::format("    {}\n    {}^\n", line, blank);
}

std::string indented(const std::string& text) {
  std::string lines = "  ";
  for (const char c : text.substr(0, 2000)) {
    lines += c;
    if (c == '\n') lines += "  ";
  }
  while (lines.ends_with(' ')) lines.pop_back();
  return lines.ends_with('\n') ? lines : lines + "\n";
}

/// Of "13x9, random": "at 13x9 with the threads in random order (--seed 1)"; of a program with main() there is no size.
std::string words_of_run(const std::string& run, std::uint32_t seed) {
  const std::size_t comma = run.find(", "), twice = run.rfind(lab::k_called_twice);
  const std::string order = comma == run.npos ? run : run.substr(comma + 2, twice == run.npos ? run.npos : twice - comma - 2);
  return fmt::format("{}with the threads in {}{}{}{}", comma == run.npos ? "" : fmt::format("at {} ", run.substr(0, comma)),
                     order, order == "lockstep" ? "" : " order", order == "random" ? fmt::format(" (--seed {})", seed) : "",
                     twice == run.npos ? "" : ", in the second call of table()");
}

/// Files have their whole paths in a report; a user knows them as they were given, or from the current folder.
void name_as_given(lab::CheckReport& report, const std::vector<std::string>& given) {
  namespace fs = std::filesystem;
  const auto name = [&](lab::Place& place) {
    const fs::path whole = fs::path(place.file).lexically_normal(), here = whole.lexically_relative(fs::current_path());
    const auto same =
        std::ranges::find_if(given, [&](const std::string& file) { return fs::absolute(file).lexically_normal() == whole; });
    if (same != given.end())
      place.file = *same;
    else
      place.file = here.empty() || *here.begin() == ".." ? whole.string() : here.string();
  };
  for (lab::CompileError& error : report.errors) name(error.place);
  for (lab::Refusal& refusal : report.refusals) name(refusal.place);
  for (lab::LabFinding& finding : report.findings.list()) {
    name(finding.party.place);
    if (finding.other) name(finding.other->place);
    for (lab::Place& place : finding.lines) name(place);
  }
}

std::string text_of(const lab::CheckReport& report) {
  std::string text;
  for (const lab::CompileError& error : report.errors)
    text += fmt::format("{}: error: {}\n{}", reported_with_folders(error.place), error.sentence, caret_under(error.place));
  for (const lab::Refusal& refusal : report.refusals)
    text += fmt::format("{}: error: {}\n", reported_with_folders(refusal.place), refusal.sentence);
  if (!report.compiles())
    return text + (report.unsupported() ? "Not supported here: lab.md lists under Limits what is not.\n" : "");
  for (const lab::LabFinding& finding : report.findings.list()) {
    text += fmt::format("{}: {}{}\n", reported_with_folders(finding.party.place),
                        finding.note     ? "note: "
                        : finding.leak() ? "leak: "
                                         : "error: ",
                        finding.sentence);
    if (finding.kind != "warning")
      text += fmt::format("    first found {}; {} in all runs together\n", words_of_run(finding.run, report.seed),
                          finding.times == 1 ? "once" : counted(finding.times, "time"));
  }
  if (!report.output.empty())
    text += fmt::format("The program prints {}:\n", words_of_run(report.output_run, report.seed)) + indented(report.output);
  for (const std::string& line : report.summary()) text += line + "\n";
  return text;
}

std::string template_ids() {
  std::vector<std::string_view> ids;
  for (const lab::KernelTemplate& one : lab::kernel_templates()) ids.push_back(one.id);
  return fmt::format("{}", fmt::join(ids, ", "));
}

/// Writes a program to start from into a file that is not there yet.
void write_new(const std::string& id, const std::string& file) {
  const std::string text = lab::template_source(read_one_of(lab::kernel_templates(), "template", id).id);
  if (std::error_code error; std::filesystem::exists(file, error))
    throw UsageError(fmt::format("'{}' exists already; --new never overwrites a file", file));
  write_file(file, text);
}

[[noreturn]] void interrupted(int signal) {
  throw Interrupted(signal, fmt::format("{} ended the check; nothing is kept", name_of_signal(signal)));
}

void check_whole_folder(const CheckWords& words, lab::CheckRequest request, const lab::Compiler& compiler) {
  const std::string ending = ending_of(words.out);
  if (!words.out.empty() && ending != ".csv" && ending != ".html")
    throw wrong_ending("--output must end in .csv or .html", words.out);
  if (words.files.size() > 1) throw UsageError("give a folder alone: each of its files is checked as a program of its own");
  std::optional<AtomicFile> file;
  if (!words.out.empty()) file.emplace(words.out);
  const Interruption interruption;
  request.stop = interruption.token();
  ProgressLine line;
  const std::vector<CheckedFile> files =
      check_folder(words.files.front(), request, compiler,
                   [&](std::size_t done, std::size_t of) { line.say(fmt::format("{} of {} files are checked", done, of)); });
  line.clear();
  if (const int signal = interruption.signal()) interrupted(signal);
  if (files.empty())
    throw std::runtime_error(fmt::format("there is no CUDA file (.cu) in the folder '{}'", words.files.front()));
  if (words.json)
    print_json(checked_json(files, words.files.front()));
  else if (!file)
    print(checked_text(files));
  if (file) {
    file->write(ending == ".csv" ? checked_csv(files) : checked_html(files, words.files.front()));
    file->commit();
  }
  const auto count = [&](std::string_view verdict) { return std::ranges::count(files, verdict, &CheckedFile::verdict); };
  const std::ptrdiff_t right = count(verdict_of(lab::CheckReport()).name);
  if (right == 0 || right + count(k_nothing_to_run) < std::ssize(files)) throw Finished{k_exit_findings};
}

}  // namespace

Task declare_check(CLI::App& parser) {
  const auto words = std::make_shared<CheckWords>();
  parser
      .add_option("FILE", words->files,
                  "a CUDA file with table(in, out, width, height) or main(); more files that belong to it may follow. "
                  "Or a folder of files that are checked one by one")
      ->required();
  parser.add_option("-o,--output", words->out, "of a folder: the .csv or .html file to write; default: text on stdout");
  parser.add_option("-I,--include", words->folders, "a folder in which #include looks, too; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FOLDER");
  parser.add_option("-D,--define", words->macros, "a macro, as nvcc takes it: NAME, or NAME=VALUE; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  parser.add_option("--argument", words->arguments, "of main(); may be repeated. The words after -- are arguments, too")
      ->allow_extra_args(false)
      ->type_name("WORD");
  parser
      .add_option("--new", words->begin_with,
                  fmt::format("first write this template into FILE, which must not exist: {}", template_ids()))
      ->type_name("NAME");
  parser.add_option("--size", words->size,
                    "of the picture; default: 1x1, 1x17, 17x1, 8x8, 13x9, "
                    "larger ones if the blocks are large, and 1100x4 and 4x1100");
  parser.add_option("--compiler", words->compiler, "the compiler: g++, clang++; default: the first that is there");
  parser.add_option("--level", words->level,
                    "how the code is compiled: O0 (as it is written), O1 (as a compiler leaves it); default: O0");
  parser.add_option(
      "--seconds", words->seconds,
      "the most processor time of each run, 1 to 600: of main() there are 4, of table() up to 37, and compiling comes on "
      "top; default: 5");
  parser.add_option("--seed", words->seed, "of the random order in which the threads run; default: 1");
  parser.add_flag("--json", words->json, "print JSON instead of text");
  parser.footer(
      k_about +
      exit_codes_list(
          {{"0", "nothing was found; notes are no mistakes"},
           {"3", "a mistake or a wrong table was found, or in a folder a file with another verdict, except 'nothing to run'"},
           {"4", "the file does not compile"},
           {"5", "it is valid CUDA, but not supported here"},
           {"6", "a run was not finished in --seconds, and no mistake was found before"},
           {"7", "only leaks were found: memory, streams or events that are never given back"}}));
  return [words] {
    lab::CheckRequest request;
    request.build.file = words->files.front();
    request.build.further.assign(words->files.begin() + 1, words->files.end());
    for (const std::string& folder : words->folders)
      if (!std::filesystem::is_directory(folder)) throw UsageError(fmt::format("--include: there is no folder '{}'", folder));
    request.build.folders = words->folders;
    request.build.macros = words->macros;
    request.arguments = words->arguments;
    if (words->level != "O0" && words->level != "O1")
      throw UsageError(fmt::format("--level must be O0 or O1, not '{}'", words->level));
    request.build.level = "-" + words->level;
    if (words->seconds < 1 || words->seconds > 600)
      throw UsageError(fmt::format("--seconds must be from 1 to 600, not {}", words->seconds));
    request.seconds = words->seconds;
    if (words->seed < 1) throw UsageError(fmt::format("--seed must be at least 1, not {}", words->seed));
    request.seed = static_cast<std::uint32_t>(words->seed);
    if (!words->size.empty()) {
      const Extent size = read_size("--size", words->size);
      if (size.area() > std::size_t{1024} * 1024)
        throw UsageError(fmt::format("--size of a check must have at most 1024x1024 pixels, not {}", words->size));
      request.sizes = {{size.width, size.height}};
    }
    const auto compiler = lab::find_compiler(words->compiler);
    if (!compiler)
      throw std::runtime_error(words->compiler.empty() ? lab::no_compiler()
                                                       : fmt::format("the compiler '{}' cannot be run here", words->compiler));
    const std::string& file = words->files.front();
    if (file == "-") throw UsageError("check reads files, not the standard input; give a CUDA file (.cu) or a folder");
    if (!words->begin_with.empty()) write_new(words->begin_with, file);
    if (std::filesystem::is_directory(file)) return check_whole_folder(*words, request, *compiler);
    if (!words->out.empty()) throw UsageError("--output is for a folder; what is found in one file goes to stdout");
    const Interruption interruption;
    request.stop = interruption.token();
    const std::string text = std::filesystem::is_regular_file(file) ? lab::file_text(file) : std::string();  // as it runs now
    if (text.find('\0') != text.npos)
      throw std::runtime_error(fmt::format("'{}' is not a text file; check takes a CUDA file (.cu) or a folder of them", file));
    ProgressLine line;
    request.progress = [&](std::size_t done, const std::string& next) {
      line.say(fmt::format("{}: run {}, {}", file, done + 1, words_of_run(next, request.seed)));
    };
    lab::CheckReport report = lab::check(request, *compiler);
    line.clear();
    name_as_given(report, words->files);
    if (const int signal = interruption.signal()) interrupted(signal);
    if (!words->size.empty() && !report.runs.empty() && report.runs.front().width == 0)
      throw UsageError(fmt::format("--size is of the picture that table() gets, and '{}' has its own main()", file));
    if (!report.runs.empty()) lab::remember_run(std::filesystem::absolute(file).string(), text);
    words->json ? print_json(check_json(report, file)) : print(text_of(report));
    if (const int code = verdict_of(report).exit_code) throw Finished{code};
  };
}

}  // namespace satscope::app
