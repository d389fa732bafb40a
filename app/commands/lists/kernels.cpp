// SPDX-License-Identifier: Apache-2.0
// satscope kernels: what each kernel of an algorithm takes of a multiprocessor, and how fast it moves its bytes.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/bench/kernel_facts.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/published/published.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

struct KernelWords {
  std::string algorithm, size = "4096x4096", type;
  std::vector<std::string> params;
  bool json = false;
};

bool is_of_a_kernel(const PublishedFigure& figure) {
  for (const char* what : {"occupancy", "memory throughput", "shared memory", "registers", "threads of a block"})
    if (figure.what == what) return true;
  return false;
}

/// What papers print of its kernels.
std::vector<PublishedFigure> printed_of(const Algorithm& algorithm) {
  std::vector<PublishedFigure> list;
  for (const PublishedFigure& figure : published_figures())
    if (figure.algorithm == algorithm.id && is_of_a_kernel(figure)) list.push_back(figure);
  return list;
}

Json kernel_json(const KernelFacts& facts) {
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(); };
  return {{"pass", facts.pass.empty() ? Json() : Json(facts.pass)},
          {"kernel", facts.launch.kernel},
          {"blocks", facts.launch.blocks > 0 ? Json(facts.launch.blocks) : Json()},
          {"threads", facts.launch.threads},
          {"registers", facts.launch.registers},
          {"shared_bytes", facts.launch.shared_bytes},
          {"dynamic_shared_bytes", facts.launch.dynamic_bytes},
          {"resident_blocks", facts.launch.resident_blocks},
          {"occupancy", facts.occupancy},
          {"milliseconds", or_null(facts.milliseconds)},
          {"gigabytes_per_second", or_null(facts.gigabytes_per_second)}};
}

Json kernels_json(const Algorithm& algorithm, const KernelReport& report) {
  Json kernels = Json::array(), printed = Json::array();
  for (const KernelFacts& facts : report.kernels) kernels.push_back(kernel_json(facts));
  for (const PublishedFigure& figure : printed_of(algorithm))
    printed.push_back({{"source", figure.source},
                       {"device", figure.device},
                       {"kernel", figure.title},
                       {"what", figure.what},
                       {"unit", figure.unit},
                       {"value", figure.value}});
  return {{"algorithm", algorithm.id},
          {"measured", report.measured},
          {"where", report.where},
          {"kernels", kernels},
          {"printed", printed}};
}

std::string kernels_text(const Algorithm& algorithm, const KernelReport& report) {
  if (report.kernels.empty())
    return fmt::format("{}. Its kernels have no recorded budget: run this on a machine with an NVIDIA GPU.\n", algorithm.title);
  std::string text = fmt::format("{}. {}\n", algorithm.title, report.where);
  std::size_t widest = 6;
  for (const KernelFacts& facts : report.kernels) widest = std::max({widest, facts.launch.kernel.size(), facts.pass.size()});
  text += fmt::format("\n  {:<{}}  occupancy  registers  static shared B  dynamic shared B  threads{}\n", "kernel", widest,
                      report.measured ? "       ms     GB/s" : "");
  for (const KernelFacts& facts : report.kernels) {
    text += fmt::format("  {:<{}}  {:>7.0f} %  {:>9}  {:>15}  {:>16}  {:>7}", facts.launch.kernel, widest,
                        100 * facts.occupancy, facts.launch.registers, facts.launch.shared_bytes - facts.launch.dynamic_bytes,
                        facts.launch.dynamic_bytes, facts.launch.threads);
    if (facts.milliseconds) text += fmt::format("  {:>7.4f}  {:>7.1f}", *facts.milliseconds, *facts.gigabytes_per_second);
    text += facts.pass.empty() || facts.pass == facts.launch.kernel ? "\n" : fmt::format("  {}\n", facts.pass);
  }
  std::string kernel, source;
  for (const PublishedFigure& figure : printed_of(algorithm)) {
    if (source != figure.source) text += fmt::format("\n{}, {}:", source = figure.source, figure.device);
    if (kernel != figure.title) text += fmt::format("\n  {:<18}", kernel = figure.title);
    text += fmt::format(" {} {:g}{}{};", figure.what, figure.value, figure.unit.empty() ? "" : " ", figure.unit);
  }
  if (!source.empty()) text.back() = '\n';
  return text;
}

}  // namespace

Task declare_kernels(CLI::App& parser) {
  const auto words = std::make_shared<KernelWords>();
  parser.add_option("ALGORITHM", words->algorithm, "an id of `satscope list`")->required();
  parser.add_option("--size", words->size, "of the picture; default: 4096x4096");
  parser.add_option("--type", words->type, "types of pixels and entries: " + ids_of(k_type_pairs) + "; default: 8u32u");
  add_repeatable(parser, "--param", words->params, "a parameter of the algorithm; may be repeated");
  parser.add_flag("--json", words->json, "print JSON instead of text");
  return [words] {
    const Algorithm& algorithm = read_algorithm(words->algorithm);
    Request request{.extent = read_size("--size", words->size), .form = algorithm.natural_form};
    if (!words->type.empty()) request.types = read_type(words->type);
    request.params = read_params(algorithm, words->params);
    if (!algorithm.traced() && algorithm.refusal(request, Machine::cpu).empty()) {  // code for the CPU: it says which
      const std::string& what = algorithm.untraced;
      throw std::runtime_error(fmt::format("'{}' has no GPU kernel: {}", algorithm.id,
                                           what.substr(0, std::min(what.find(", so "), what.find(": ")))));
    }
    if (!algorithm.traced() && !gpu_status().usable)
      throw std::runtime_error(
          fmt::format("the kernels of '{}' are those of a library, and there is no GPU to ask: not supported", algorithm.id));
    if (gpu_status().usable)
      if (const std::string why = refusal(algorithm, request, Machine::gpu); !why.empty()) throw std::runtime_error(why);
    const KernelReport report = kernel_facts(algorithm, request);
    words->json ? print_json(kernels_json(algorithm, report)) : print(kernels_text(algorithm, report));
  };
}

}  // namespace satscope::app
