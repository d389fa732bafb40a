// SPDX-License-Identifier: Apache-2.0
// What --resume goes on with.
#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "app/bench/benched.h"
#include "app/bench/read.h"
#include "app/commands/bench/bench_words.h"
#include "app/lab/trace/file_algorithm.h"

namespace satscope::app {
namespace {

/// CUDA files that an earlier run left, as `--algorithms` names them; it has their parameters as texts.
void adopt_files_of(BenchReport& earlier, const std::string& name) {
  std::set<std::string> paths;
  for (const BenchCase& one : earlier.left)
    if (lab::names_cuda_file(one.algorithm) && paths.insert(one.algorithm).second) try {
        read_benched(one.algorithm);
      } catch (const std::runtime_error& why) {
        throw std::runtime_error(
            fmt::format("'{}' goes on with '{}', which cannot be timed: {}", name, one.algorithm, why.what()));
      }
  const auto read = [&](BenchCase& one) {
    if (!paths.contains(one.algorithm)) return;
    for (auto& [id, value] : one.params)
      if (const Param* const param = find_benched(one.algorithm)->find_param(id)) value = param->parse(to_text(value));
  };
  for (BenchCase& one : earlier.left) read(one);
  for (BenchResult& result : earlier.results) read(result.asked);
  for (BenchSkipped& skipped : earlier.skipped) read(skipped.asked);
}

}  // namespace

BenchReport read_earlier(const std::string& name) {
  BenchReport earlier = read_report_file(name);
  require_same_build(earlier);  // before a file that the results name is compiled and run
  retry_changed_files(earlier);
  try {
    adopt_files_of(earlier, name);
    for (const BenchCase& one : earlier.left) {
      const Described* const known = find_benched(one.algorithm);
      if (!known)
        throw std::runtime_error(
            fmt::format("'{}' goes on with '{}', which is no algorithm or filter here", name, one.algorithm));
      Params params;
      for (const auto& [id, value] : one.params) known->read(fmt::format("{}={}", id, to_text(value)), params);
    }
  } catch (const std::invalid_argument& why) {
    throw std::runtime_error(fmt::format("'{}' goes on with what this satscope cannot measure: {}", name, why.what()));
  }
  return earlier;
}

BenchOrder read_left(const std::string& name) {
  BenchOrder order;
  order.cases = read_earlier(name).left;
  return order;
}

}  // namespace satscope::app
