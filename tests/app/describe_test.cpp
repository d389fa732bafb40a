// SPDX-License-Identifier: Apache-2.0
// What `satscope describe` prints is what --help prints, and shells take it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

/// The options, with their dashes, in a text.
std::set<std::string> options_in(const std::string& text, const std::regex& pattern) {
  std::set<std::string> options;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) options.insert((*at)[1]);
  return options;
}

/// A man page as it is read.
std::string read_as_roff(const std::string& text) {
  return std::regex_replace(std::regex_replace(text, std::regex(R"(\\f.)"), ""), std::regex(R"(\\)"), "");
}

/// What a command prints on stdout.
std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  char bytes[4096];
  while (const std::size_t count = std::fread(bytes, 1, sizeof bytes, pipe)) text.append(bytes, count);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

TEST(Describe, TheManPageHasEveryOptionOfEveryHelp) {
  const std::regex in_help("\n +(?:-[a-z],)?(--[a-z-]+)"), in_page("(--[a-z-]+)");
  const std::string list = run({"--help"}).out, overview = read_as_roff(run({"describe", "man"}).out);
  const std::regex a_command("\n  ([a-z]+) {2,}[A-Z]");
  std::size_t compared = 0;
  for (const std::string& command : options_in(list.substr(list.find("Commands")), a_command)) {
    const std::string page = read_as_roff(run({"describe", "man", command}).out);
    EXPECT_NE(page.find("\nsatscope-" + command + " - "), std::string::npos) << command;
    EXPECT_NE(overview.find("\nsatscope " + command + "\n"), std::string::npos) << command << ": the first page lists it";
    const std::set<std::string> listed = options_in(run({command, "--help"}).out, in_help),
                                described = options_in(page.substr(page.find("\n.SH OPTIONS\n")), in_page);
    for (const std::string& option : listed) EXPECT_TRUE(described.contains(option)) << command << " " << option;
    compared += listed.size();
  }
  EXPECT_GT(compared, 60U);
}

// by the program that man runs
TEST(Describe, TheManPagesFoldAtAnyWidth) {
  if (std::system("groff --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no groff";
  const Folder folder;
  const std::string pages = (folder.path() / "man").string();
  ASSERT_EQ(run({"describe", "man", "-o", pages}).code, 0);
  std::size_t read = 0;
  for (const auto& page : std::filesystem::directory_iterator(pages))
    for (const std::size_t width : {80U, 100U, 60U}) {
      const std::string text =
          output_of("groff -man -Tascii -P-cbou -rLL=" + std::to_string(width) + "n " + page.path().string() + " 2>&1");
      EXPECT_EQ(text.find("warning"), std::string::npos) << page.path() << text.substr(0, 300);
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line); ++read) {
        const std::size_t word = line.find_last_of(' ');  // a word alone cannot be folded
        const bool alone = word == std::string::npos || line.find_first_not_of(' ') > word;
        EXPECT_TRUE(line.size() <= width || alone) << page.path().filename() << " at " << width << ": " << line;
      }
    }
  EXPECT_GT(read, 1000U);
  expect_refused({"describe", "man", "bnech"}, k_usage, {"bnech", "did you mean bench?"});
  expect_refused({"describe", "bash", "bench"}, k_usage, {"COMMAND"});
}

TEST(Describe, PrintsTheSchemaThatEachHelpNames) {
  std::istringstream listed(run({"describe", "schema"}).out);
  std::set<std::string> names;
  for (std::string name; std::getline(listed, name);) {
    names.insert(name);
    EXPECT_EQ(nlohmann::json::parse(run({"describe", "schema", name}).out).at("type"), "object") << name;
  }
  EXPECT_TRUE(names.contains("compare") && names.contains("dry-run")) << names.size();
  std::size_t with_json = 0;
  for (const std::string& command : commands_of_help()) {
    const std::string help = run({command, "--help"}).out;
    if (help.find("\n  --json ") == help.npos) continue;
    ++with_json;
    EXPECT_TRUE(names.contains(command)) << command;
    EXPECT_TRUE(std::regex_search(help, std::regex("schema:\\s+satscope\\s+describe\\s+schema\\s+" + command + "\\b"))) << help;
  }
  EXPECT_GT(with_json, 10U);
  expect_refused({"describe", "schema", "bnech"}, k_usage, {"bnech", "did you mean bench?"});
  expect_refused({"describe", "schema", "-o", "x"}, k_usage, {"--output is of man"});
}

/// Its words, one after the other.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST(Describe, TheHelpOfBenchHasTitles) {
  const std::string help = run({"bench", "--help"}).out;
  std::size_t at = 0;
  for (const std::string words : {"\nWhat is measured:\n  --algorithms ", "\nHow it is measured:\n  --repeats ",
                                  "\nOutput:\n  --samples ", "\nComparison of two builds:\n  --compare "}) {
    at = help.find(words, at);
    ASSERT_NE(at, help.npos) << words << help;
  }
  std::istringstream lines(help.substr(0, help.find("\nWhat is measured:")));
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(line.starts_with("  --")) << line << ": an option is under no title";
}

TEST(Describe, AHelpFoldsAtAnyWidth) {
  for (std::string command : commands_of_help()) {
    const std::string whole = run({command, "--help"}).out;
    for (const std::size_t width : {60U, 80U, 100U, 40U}) {
      const std::string text = output_of("COLUMNS=" + std::to_string(width) + " " + program() + " " + command + " --help");
      EXPECT_EQ(words_of(text), words_of(whole)) << command;
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(' ');
        const bool copied = begin != line.npos && (line.find("satscope ", begin) == begin || line.find("cat ", begin) == begin);
        EXPECT_TRUE(line.size() <= width || copied || words_of(line).size() == 1) << command << " at " << width << ": " << line;
      }
    }
  }
  EXPECT_NE(output_of("COLUMNS=72 " + program() + " bench --help").find("\nColumns of the table:\n  algorithm "),
            std::string::npos);
  const std::string text = output_of("COLUMNS=80 " + program() + " box --help");
  EXPECT_NE(text.find("\n  --json                          print JSON"), std::string::npos) << text;
  EXPECT_NE(text.find("\n                                  "), std::string::npos) << "beside the name: " << text;
  EXPECT_EQ(output_of(program() + " box --help"), run({"box", "--help"}).out) << "into a pipe as it is";
}

TEST(Describe, AHelpFoldsToTheTerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_TRUE(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
  const winsize size{24, 70, 0, 0};
  const int side = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  ASSERT_EQ(::ioctl(side, TIOCSWINSZ, &size), 0);
  FILE* const process = popen((program() + " box --help >" + ::ptsname(terminal)).c_str(), "r");
  ::close(side);
  std::string text;
  char bytes[4096];
  for (ssize_t count; (count = ::read(terminal, bytes, sizeof bytes)) > 0;) text.append(bytes, static_cast<std::size_t>(count));
  EXPECT_EQ(pclose(process), 0);
  ::close(terminal);
  std::erase(text, '\r');
  EXPECT_EQ(text, output_of("COLUMNS=70 " + program() + " box --help"));
}

TEST(Describe, TheManPageSaysOfWhichVersionItIs) {
  const std::string page = run({"describe", "man"}).out, version = run({"--version"}).out;
  std::smatch found;
  ASSERT_TRUE(std::regex_search(page, found, std::regex("^\\.TH SATSCOPE 1 \"([0-9-]+)\" \"(satscope [0-9.]+)\" ")));
  EXPECT_EQ(found[2], version.substr(0, version.find('\n')));
  EXPECT_TRUE(std::regex_match(found[1].str(), std::regex("20[0-9]{2}-[01][0-9]-[0-3][0-9]"))) << found[1];
}

TEST(Describe, BashCompletesCommandsAndTheirOptions) {
  const Folder folder;
  folder.write("completion", run({"describe", "bash"}).out);
  for (const char* file : {"comp.cu", "comp.md"}) folder.write(file, "");
  const auto completed = [&](const std::string& words, int at) {
    return output_of("bash -c 'cd " + folder.path().string() + "; source ./completion; COMP_WORDS=(" + words +
                     "); COMP_CWORD=" + std::to_string(at) + "; _satscope; echo \"${COMPREPLY[@]}\"'");
  };
  EXPECT_EQ(completed("satscope st", 1), "store steps\n");
  EXPECT_EQ(completed("satscope sat --al", 2), "--allow-large --algorithm\n");
  EXPECT_EQ(completed("satscope --pr", 1),
            run({"--help"}).out.find("--presentation") == std::string::npos ? "\n" : "--presentation\n");
  EXPECT_EQ(completed("satscope box completi", 2), "completion\n");
  // values, as --help lists them
  EXPECT_EQ(completed("satscope sat --type 8u64", 3), "8u64u 8u64u-sq\n");
  EXPECT_EQ(completed("satscope sat --type = 8u64", 4), "8u64u 8u64u-sq\n") << "bash makes three words of --type=8u64";
  EXPECT_EQ(completed("satscope sat --type =", 3).substr(0, 12), "8u32u 8u32s ");
  EXPECT_EQ(completed("satscope sat --machine \"\"", 3), "auto gpu cpu\n");
  EXPECT_EQ(completed("satscope bench --types 8u32u,32", 3), "8u32u,32s32s 8u32u,32u32u 8u32u,32f32f\n");
  EXPECT_EQ(completed("satscope bench --forms \"\"", 3), "inclusive exclusive padded\n");
  EXPECT_EQ(completed("satscope bench --algorithms serial,scan-t", 3), "serial,scan-transpose-scan\n");
  EXPECT_EQ(completed("satscope bench --algorithms sauv", 3), "sauvola\n") << "a filter";
  EXPECT_EQ(completed("satscope bench --preset ang", 3), "angioloni\n");
  EXPECT_EQ(completed("satscope sweep --theme \"\"", 3), "light dark\n");
  EXPECT_EQ(completed("satscope store --method modular-", 3), "modular-cross\n");
  EXPECT_EQ(completed("satscope filter --flip h", 3), "horizontal\n");
  EXPECT_EQ(completed("satscope --workspace st", 2).substr(0, 3), "ste");
  EXPECT_EQ(completed("satscope describe \"\"", 2), "man bash zsh fish schema\n");
  EXPECT_EQ(completed("satscope lesson four-r", 2), "four-reads\n");
  EXPECT_EQ(completed("satscope lesson first-s", 2), "first-steps\n");
  EXPECT_EQ(completed("satscope kernels scan-t", 2), "scan-transpose-scan\n");
  EXPECT_EQ(completed("satscope sat --algorithm comp", 3), "comp.cu\n") << "a CUDA file may be named, too";
  EXPECT_EQ(completed("satscope bench --algorithm comp", 3), "comp.cu\n") << "what is understood for --algorithms";
  EXPECT_EQ(completed("satscope bench --algorithms serial,comp", 3), "serial,comp.cu\n");
  EXPECT_EQ(completed("satscope lesson comp", 2), "comp.md\n");
  for (const std::string option : {"--sizes", "--size", "--threads", "--max-time"})
    EXPECT_EQ(completed("satscope bench " + option + " \"\"", 3), "\n") << option << " takes no file";
}

TEST(Describe, BashOffersWhatAnOptionCanRead) {
  const Folder folder;
  folder.write("completion", run({"describe", "bash"}).out);
  for (const char* file : {"one.json", "two.json", "page.html"}) folder.write(file, "");
  const auto completed = [&](const std::string& words, int at) {
    return output_of("bash -c 'cd " + folder.path().string() + "; source ./completion; COMP_WORDS=(" + words +
                     "); COMP_CWORD=" + std::to_string(at) +
                     "; _satscope; echo \"${COMPREPLY[@]}\"' | tr ' ' '\\n' | sort | tr '\\n' ' '");
  };
  EXPECT_EQ(completed("satscope bench --compare \"\"", 3), "one.json two.json ");
  EXPECT_EQ(completed("satscope bench --compare one.json t", 4), "two.json ") << "the second file, too";
  EXPECT_EQ(completed("satscope bench --compare one.json --with o", 5), "one.json ");
  EXPECT_EQ(completed("satscope sweep --vary thr", 3), "threads= threshold= ");
  EXPECT_NE((" " + completed("satscope sweep --vary \"\"", 3)).find(" block= "), std::string::npos) << "a parameter";
  EXPECT_EQ(completed("satscope sat --param = li", 4), "listing= ");
  EXPECT_EQ(completed("satscope sat --param listing =", 4), "angioloni bilgic recursion ");
  const auto params_of = [&](const std::string& id, bool filter) {  // as the list has them
    std::set<std::string> names;
    const auto listed =
        filter ? run_json({"list", "--filters", "--json"})["filters"] : run_json({"list", "--json"})["algorithms"];
    for (const auto& one : listed)
      if (one["id"] == id)
        for (const auto& param : one["params"]) names.insert(param["id"].get<std::string>() + "= ");
    return std::accumulate(names.begin(), names.end(), std::string());
  };
  EXPECT_EQ(completed("satscope sat --algorithm serial --param \"\"", 5), params_of("serial", false));
  EXPECT_EQ(completed("satscope sat --algorithm = rows-n --param \"\"", 6), params_of("rows-n", false));
  EXPECT_NE(completed("satscope sat --algorithm my.cu --param \"\"", 5).find("block= "), std::string::npos) << "not known";
  EXPECT_EQ(completed("satscope filter --chain \"\\\"box r\"", 3), "box r= ") << "in a quote that is open";
  EXPECT_EQ(completed("satscope filter --chain \"\\\"box r=2; sauv\"", 3), "box r=2; sauvola ");
  EXPECT_EQ(completed("satscope sat --param = listing = bi", 6), "bilgic ");
  EXPECT_EQ(completed("satscope bench --sweep block = auto,pr", 5), "auto,printed ");
  EXPECT_EQ(completed("satscope describe man ben", 3), "bench ");
  EXPECT_EQ(completed("satscope check --compiler \"\"", 3), "clang++ g++ ");
  EXPECT_EQ(completed("satscope trace --machine-size \"\"", 3), "real toy ");
  EXPECT_EQ(completed("satscope sweep --relative-to ser", 3), "serial ");
  EXPECT_EQ(completed("satscope sat pattern : no", 4), "noise ") << "bash makes three words of it";
  EXPECT_NE(completed("satscope sat pattern :", 3).find("noise "), std::string::npos);
  EXPECT_EQ(completed("satscope sat patt", 2), "pattern: ");
  EXPECT_EQ(completed("satscope sat --json patt", 3), "pattern: ") << "--json takes no value";
}

TEST(Describe, BashTakesANameWithBlanksAsOne) {
  const Folder folder;
  folder.write("completion", run({"describe", "bash"}).out);
  folder.write("a b.csv", "1\n");
  folder.write("a c.csv", "1\n");
  EXPECT_EQ(output_of("bash -c 'cd " + folder.path().string() +
                      "; source ./completion; COMP_WORDS=(satscope box a); COMP_CWORD=2; _satscope; "
                      "printf \"%s|\" \"${COMPREPLY[@]}\" | tr \"|\" \"\\n\" | sort'"),
            "a b.csv\na c.csv\n");
}

TEST(Describe, FishGetsALineForEachOption) {
  const std::string text = run({"describe", "fish"}).out;
  EXPECT_NE(
      text.find(
          "complete -c satscope -n '__fish_seen_subcommand_from sat' -s o -l output -r -d 'the .npy file to write; - for "),
      std::string::npos);
  EXPECT_NE(text.find("-n '__fish_seen_subcommand_from sat' -l form -r -f -a 'inclusive exclusive padded' -d"),
            std::string::npos);
  EXPECT_NE(text.find("-l forms -r -f -a '(__fish_append , inclusive exclusive padded)' -d"), std::string::npos);
  EXPECT_NE(text.find("; and not __fish_seen_subcommand_from man bash zsh fish schema' -f -a 'man bash zsh fish schema' -d"),
            std::string::npos);
  for (std::size_t at = text.find("\ncomplete") + 1; at < text.size(); at = text.find('\n', at) + 1)  // after two functions
    EXPECT_EQ(text.compare(at, 20, "complete -c satscope"), 0) << text.substr(at, 100);
}

TEST(Describe, EveryOptionSaysWhatItTakes) {
  for (const std::string& command : commands_of_help()) {
    const std::string help = run({command, "--help"}).out;
    for (const char* type : {" TEXT", " INT", " FLOAT", " UINT"})
      EXPECT_EQ(help.find(type), std::string::npos) << command << ": " << help;
  }
  EXPECT_NE(run({"filter", "--help"}).out.find("--frames N "), std::string::npos);
  EXPECT_NE(run({"steps", "--help"}).out.find("--size WxH "), std::string::npos);
  EXPECT_NE(run({"describe", "man", "trace"}).out.find("\\-\\-patch\\fR \\fIX,Y,N\\fR"), std::string::npos);
}

/// The codes that a help lists, each as "CODE meaning"; lines of the list begin as those of `in_page` do on a man page.
std::vector<std::string> codes_in(const std::string& text, bool in_page) {
  const std::string title = in_page ? "\n.SH EXIT STATUS\n" : "\nExit codes:\n";
  const std::size_t at = text.find(title);
  if (at == text.npos || text.find(title, at + 1) != text.npos) return {};  // once
  const std::string rest = text.substr(at + title.size());
  const std::regex a_code(in_page ? "^\\.TP\n([0-9]+|128 \\+ N)\n([^\n]+)\n" : "^  ([0-9]+|128 \\+ N)  +([^\n]+)(\n|$)");
  std::vector<std::string> codes;
  std::smatch found;
  for (std::string left = rest; std::regex_search(left, found, a_code, std::regex_constants::match_continuous);) {
    codes.push_back(found.str(1) + " " + found.str(2));
    left = found.suffix();
  }
  return codes;
}

/// One list of the same form, everywhere.
TEST(Describe, ExitCodesAreOneListInEveryHelpAndManPage) {
  std::vector<std::string> commands = commands_of_help();
  commands.emplace_back();
  for (const std::string& command : commands) {
    const std::string help =
        run(command.empty() ? std::vector<std::string>{"--help"} : std::vector{command, std::string("--help")}).out;
    std::vector<std::string> words{"describe", "man"};
    if (!command.empty()) words.push_back(command);
    const std::string page = read_as_roff(run(words).out);
    const std::vector<std::string> codes = codes_in(help, false);
    ASSERT_GE(codes.size(), 4U) << command << help;
    EXPECT_EQ(codes, codes_in(page, true)) << command << page;
    EXPECT_EQ(page.find("Exit codes:"), page.npos) << command;
    EXPECT_EQ(page.find("\nExamples:"), page.npos) << command << ": they have a part of their own";
    EXPECT_EQ(help.find("xit code 1"), help.npos) << command << ": elsewhere, too";
    EXPECT_EQ(codes[0].substr(0, 2), "0 ") << command;
    EXPECT_EQ(codes[1].find("1 it failed, and a sentence on stderr says why"), 0U) << command;
    EXPECT_EQ(codes[2], "2 wrong command line") << command;
    EXPECT_EQ(codes.back(), "128 + N ended by the signal N (130: Ctrl-C, 143: SIGTERM)") << command;
    const std::size_t own = command == "bench" ? 2 : command == "check" ? 5 : 0;
    ASSERT_EQ(codes.size(), 4 + own) << command;
    if (own > 0) {
      EXPECT_EQ(codes[3].find(command == "bench" ? "3 --compare, --against: a case is slower" : "3 a mistake or a wrong table"),
                0U);
      EXPECT_EQ(codes[4].find(command == "bench" ? "4 --compare, --against: nothing was" : "4 the file does not compile"), 0U);
    }
  }
  const std::string page = read_as_roff(run({"describe", "man"}).out);
  for (const char* part : {".SH EXIT STATUS\n", ".SH EXAMPLES\n", ".SH ENVIRONMENT\n", ".SH FILES\n", ".SH SEE ALSO\n"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  const std::string of_bench = read_as_roff(run({"describe", "man", "bench"}).out);
  EXPECT_LT(of_bench.find("--compare: a case is faster or slower if its"), of_bench.find(".SH EXIT STATUS\n"));
}

TEST(Describe, AHelpEndsWithExamplesThatTheManPageHasToo) {
  const std::string page = read_as_roff(run({"describe", "man"}).out);
  const std::string shown = page.substr(page.find(".SH EXAMPLES\n"));
  const std::regex a_line("\n  (satscope [^\n]+|cat [^\n]+)\n      [a-z]");
  for (const char* command : {"bench", "sat", "box", "filter", "check", "trace", "steps", "sweep", "store"}) {
    const std::string help = run({command, "--help"}).out;
    const std::size_t at = help.find("\nExamples:\n");
    ASSERT_NE(at, std::string::npos) << command;
    EXPECT_EQ(help.find("\n--", at), std::string::npos) << command << ": they are at its end";
    const std::set<std::string> lines = options_in(help.substr(at), a_line);
    EXPECT_GE(lines.size(), 1U) << command;
    for (const std::string& line : lines) EXPECT_NE(shown.find(line), std::string::npos) << line;
  }
}

TEST(Describe, OtherFormatsAreRefused) {
  expect_refused({"describe", "tcsh"}, k_usage, {"tcsh", "one of man, bash, zsh, fish"});
}

}  // namespace
}  // namespace satscope::test
