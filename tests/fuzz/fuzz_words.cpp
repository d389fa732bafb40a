// SPDX-License-Identifier: Apache-2.0
// Any text as a chain of filters, and its lines as the words of a command that measures nothing and writes nothing: done, or a
// refusal.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "app/commands/shared/command.h"
#include "app/core/files/atomic_file.h"
#include "kernels/filters/chain.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace satscope;

void read_chain(const std::string& text) {
  try {
    const std::vector<ChainLink> chain = parse_chain(text);
    fuzz::require(!chain.empty());
    const std::string written = to_text(chain);
    fuzz::require(to_text(parse_chain(written)) == written);
  } catch (const std::invalid_argument& problem) {
    fuzz::require_sentence(problem.what());
  }
}

void read_command_line(const std::string& text) {
  static constexpr app::Task (*k_declare[])(CLI::App&){app::declare_bench, app::declare_sweep, app::declare_report};
  const std::size_t command = text.empty() ? 0 : static_cast<unsigned char>(text.front()) % std::size(k_declare);
  std::vector<std::string> words{"--dry-run"};
  if (k_declare[command] == app::declare_report) words.emplace_back("a.html");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text.find('\0', at) < end) return;  // because: no word has one
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::reverse(words.begin(), words.end());  // CLI11 takes its words from the back
  try {
    CLI::App parser;
    const app::Task task = k_declare[command](parser);
    parser.parse(words);
    if (parser.get_option("--dry-run")->as<bool>()) task();
  } catch (const CLI::Error&) {  // which run_command_line says as a sentence
  } catch (const std::runtime_error& problem) {
    fuzz::require_sentence(problem.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  fuzz::require(std::freopen("/dev/null", "w", stdout) != nullptr);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const app::WriteNothing nothing;
  const std::string text = fuzz::text_of(data, size);
  read_chain(text);
  read_command_line(text);
  return 0;
}
