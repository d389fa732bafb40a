// SPDX-License-Identifier: Apache-2.0
#include "tests/app/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sstream>

namespace satscope::test {
namespace {

/// So that what is said once is said at every call: nothing can be kept there. Before any test, which may set another folder.
[[maybe_unused]] const int kept_nowhere = ::setenv("XDG_STATE_HOME", "/dev/null/none", 1);

/// So that a help has the lines that its texts have.
[[maybe_unused]] const int no_width = ::unsetenv("COLUMNS");

/// AddressSanitizer remarks once that it may not understand a program's fibers; it knows of ours.
std::string without_remark_on_fibers(std::string err) {
  const std::size_t remark = err.find("WARNING: ASan doesn't fully support makecontext");
  if (remark == std::string::npos) return err;
  const std::size_t begin = remark == 0 ? 0 : err.rfind('\n', remark) + 1, end = err.find('\n', remark);
  return err.erase(begin, end == std::string::npos ? end : end + 1 - begin);
}

}  // namespace

std::string program() {
  const char* elsewhere = std::getenv("SATSCOPE");
  return elsewhere ? elsewhere : SATSCOPE_PROGRAM;
}

Running::Running(const std::vector<std::string>& words, const std::string& folder) {
  const std::string out = streams_.file("out"), err = streams_.file("err");
  std::vector<std::string> owned{program()};
  owned.insert(owned.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : owned) argv.push_back(word.data());
  argv.push_back(nullptr);

  child_ = ::fork();
  if (child_ == 0) {
    // only what is safe after a fork
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600),
              err_file = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(out_file, STDOUT_FILENO);
    ::dup2(err_file, STDERR_FILENO);
    if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(127);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
}

Running::~Running() {
  if (child_ <= 0) return;
  send(SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

void Running::send(int signal) const { ::kill(child_, signal); }

std::string Running::err() const {
  return std::filesystem::exists(streams_.file("err")) ? read_file(streams_.file("err")) : "";
}

Outcome Running::wait() {
  int status = 0;
  EXPECT_EQ(::waitpid(child_, &status, 0), child_);
  child_ = -1;
  return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_file(streams_.file("out")),
          .err = without_remark_on_fibers(read_file(streams_.file("err")))};
}

Outcome run(const std::vector<std::string>& words, const std::string& folder) { return Running(words, folder).wait(); }

std::vector<std::string> commands_of_help() {
  std::istringstream help(run({"--help"}).out);
  std::vector<std::string> names;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line.starts_with("Commands"))
      listed = true;
    else if (listed && line.starts_with("  "))
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    else
      listed = false;
  }
  EXPECT_GT(names.size(), 10U) << "the help names none";
  return names;
}

nlohmann::json run_json(const std::vector<std::string>& words) {
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << outcome.out;
  return json;
}

void expect_refused(const std::vector<std::string>& words, int code, const std::vector<std::string>& parts,
                    const std::string& folder) {
  std::string line = "satscope";
  for (const std::string& word : words) line += " '" + word + "'";
  const Outcome outcome = run(words, folder);
  EXPECT_EQ(outcome.code, code) << line << "\n" << outcome.err;
  EXPECT_EQ(outcome.out, "") << line;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << line << "\n" << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with('\n')) << line << "\n" << outcome.err;
  for (const std::string& part : parts) EXPECT_NE(outcome.err.find(part), std::string::npos) << line << "\n" << outcome.err;
}

}  // namespace satscope::test
