// SPDX-License-Identifier: Apache-2.0
#include "app/bench/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "app/core/ordered_json.h"
#include "kernels/emulated.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Three significant digits.
std::string three_digits(double ms) {
  const int digits = ms > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(ms))), 0, 6) : 3;
  return fmt::format("{:.{}f}", ms, digits);
}

/// The tables of one machine, type and number of channels.
struct BenchGroup {
  std::string machine, type;
  int channels = 1;
  auto key() const { return std::tie(machine, type, channels); }
};

BenchGroup bench_group_of(const Json& entry) { return {entry.at("machine"), entry.at("type"), entry.at("channels")}; }

std::string size_of_bench(const Json& entry) {
  return fmt::format("{}×{}", entry.at("w").get<int>(), entry.at("h").get<int>());
}

template <class T>
void add_if_new(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

/// Busy threads beside the measurement; older files do not have the field.
int busy_in(const Json& result) { return result.value("busy_threads", 0); }

std::string markdown_cell(const Json& result) {
  if (!result.at("correct").get<bool>()) return "wrong";
  const std::string median = three_digits(result.at("median_ms"));
  // because: beside other work it matters how often a time is much longer
  if (busy_in(result) > 0) return fmt::format("{} / {}", median, three_digits(result.at("p90_ms")));
  return fmt::format("{} ({:.0f} %)", median, result.at("percent_of_floor").get<double>());
}

/// Older files do not have the field.
bool emulated_in(const Json& result) {
  if (const auto said = result.find("emulated"); said != result.end()) return said->get<bool>();
  const Algorithm* algorithm = find_algorithm(result.at("algorithm").get<std::string>());
  return algorithm && emulated(*algorithm, result.at("machine") == id_of(Machine::cpu) ? Machine::cpu : Machine::gpu);
}

std::string markdown_title(const std::string& id) {
  const Algorithm* algorithm = find_algorithm(id);
  return algorithm ? fmt::format("{} (`{}`)", algorithm->title, id) : fmt::format("`{}`", id);
}

/// ", beside 2 busy threads: median / p90"; nothing of an idle machine.
std::string busy_words(int threads) {
  return threads == 0 ? "" : fmt::format(", beside {} busy {}: median / p90", threads, threads == 1 ? "thread" : "threads");
}

std::string form_in(const Json& result) { return result.value("form", std::string()); }

/// ", n=4": parameters that were asked for; older files do not have them.
std::string params_words(const Json& result) {
  std::string text;
  const Json params = result.value("params", Json::object());
  for (const auto& [id, value] : params.items()) text += fmt::format(", {}={}", id, value.get<std::string>());
  return text;
}

/// ", 2 threads"; empty if the file does not say it.
std::string threads_words(const Json& result) {
  const Json threads = result.value("threads", Json());
  return threads.is_null() ? "" : fmt::format(", {} thread{}", threads.get<int>(), threads == 1 ? "" : "s");
}

/// Whether a file has results of an algorithm on a machine for which `word` says different things.
bool several(const Json& file, const Json& like, std::string (*word)(const Json&)) {
  return std::ranges::any_of(file.at("results"), [&](const Json& result) {
    return result.at("algorithm") == like.at("algorithm") && result.at("machine") == like.at("machine") &&
           word(result) != word(like);
  });
}

std::string markdown_row(const std::string& first, const std::vector<std::string>& cells) {
  return fmt::format("| {} | {} |\n", first, fmt::join(cells, " | "));
}

std::string markdown_table(const Json& file, const BenchGroup& group) {
  std::vector<std::string> sizes, algorithms, emulations;
  std::map<std::string, std::string> titles;                         // of rows
  std::map<std::pair<std::string, std::string>, std::string> cells;  // by row and size
  const auto in_group = [&](const Json& entry) { return bench_group_of(entry).key() == group.key(); };
  for (const Json& floor : file.at("floor"))
    if (in_group(floor)) {
      add_if_new(sizes, size_of_bench(floor));
      cells[{"floor", size_of_bench(floor)}] = three_digits(floor.at("ms"));
    }
  for (const Json& result : file.at("results"))
    if (in_group(result)) {
      add_if_new(sizes, size_of_bench(result));
      const std::string id = result.at("algorithm");
      const std::string rest = params_words(result) + (several(file, result, form_in) ? ", " + form_in(result) : "") +
                               (several(file, result, threads_words) ? threads_words(result) : "") +
                               busy_words(busy_in(result));
      const std::string row = id + rest;
      titles[row] = markdown_title(id) + rest;
      add_if_new(emulated_in(result) ? emulations : algorithms, row);
      cells[{row, size_of_bench(result)}] = markdown_cell(result);
    }
  const auto line = [&](const std::string& title, const std::string& id) {
    std::vector<std::string> found;
    for (const std::string& size : sizes) {
      const auto at = cells.find({id, size});
      found.push_back(at == cells.end() ? "–" : at->second);
    }
    return markdown_row(title, found);
  };
  std::string text =
      markdown_row(group.channels > 1 ? fmt::format("{}, {} channels", group.type, group.channels) : group.type, sizes);
  text += "|---|";
  for (std::size_t i = 0; i < sizes.size(); ++i) text += "---|";
  text += "\n" + line("floor", "floor");
  for (const std::string& id : algorithms) text += line(titles[id], id);
  for (const std::string& id : emulations) text += line(titles[id] + ", emulated", id);
  if (!emulations.empty()) text += fmt::format("\n{}\n", k_emulated);
  return text;
}

std::string bench_caption(const Json& file) {
  std::string text = fmt::format("Median milliseconds for one table, and the fraction of peak: the floor over that time. {}",
                                 file.at("device").get<std::string>());
  const std::string driver = file.at("driver"), toolkit = file.at("toolkit");
  if (!driver.empty()) text += fmt::format(", driver for CUDA {}, built with CUDA {}", driver, toolkit);
  text += fmt::format("; satscope {}, {}", file.at("satscope").get<std::string>(),
                      file.at("date").get<std::string>().substr(0, 10));
  if (!file.at("complete").get<bool>()) text += "; stopped before the end";
  return text + ".\n";
}

}  // namespace

std::string bench_table(const std::string& name, const std::string& text) {
  try {
    const Json file = Json::parse(text);
    std::vector<BenchGroup> groups;
    for (const char* list : {"floor", "results"})
      for (const Json& entry : file.at(list)) {
        const BenchGroup group = bench_group_of(entry);
        if (std::ranges::none_of(groups, [&](const BenchGroup& known) { return known.key() == group.key(); }))
          groups.push_back(group);
      }
    std::string tables = bench_caption(file);
    for (const BenchGroup& group : groups) tables += "\n" + markdown_table(file, group);
    for (const Json& fault : file.value("floor_faults", Json::array())) tables += "\n" + fault.get<std::string>() + "\n";
    return tables;
  } catch (const Json::exception&) {
    throw std::runtime_error(fmt::format("'{}' is not a results file of `satscope bench --output`", name));
  }
}

}  // namespace satscope::app
