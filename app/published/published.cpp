// SPDX-License-Identifier: Apache-2.0
// A file is one paper: {"paper", "year", "tables"}. A table has a name, a device, sizes ([a, b], or null for none) and columns;
// a column says what its values are, one for each size. A file with "results" is what `satscope bench --output` wrote: those
// are ours: they belong into docs/benchmarks.md, never here.
#include "app/published/published.h"

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <vector>

#include "app/core/json.h"
#include "app/published/published_files.h"

namespace satscope::app {
namespace {
using nlohmann::json;

struct Published {
  std::vector<PublishedTime> times;
  std::vector<PublishedFigure> figures;
};

Params params_of(const json& column) {
  Params params;
  const json none = json::object(), given = column.value("params", none);
  for (const auto& [id, value] : given.items()) {
    if (value.is_number())
      params[id] = value.get<double>();
    else if (value.is_boolean())
      params[id] = value.get<bool>();
    else
      params[id] = value.get<std::string>();
  }
  return params;
}

/// What a time and any other figure have in common.
template <class Entry>
Entry entry_of(const json& paper, const json& table, const json& column, const json& size) {
  Entry entry{};
  entry.source = fmt::format("{}, {}", paper.at("paper").get<std::string>(), table.at("name").get<std::string>());
  entry.year = paper.at("year");
  entry.device = table.at("device");
  entry.algorithm = column.value("algorithm", "");
  entry.title = column.at("title");
  entry.params = params_of(column);
  if (!size.is_null()) entry.extent = {size.at(0), size.at(1)};
  entry.types = table.value("types", "");
  entry.note = table.value("note", "");
  return entry;
}

void read_paper(const json& paper, Published& published) {
  for (const json& table : paper.at("tables"))
    for (const json& column : table.at("columns")) {
      const json &sizes = table.at("sizes"), &values = column.at("values");
      if (values.size() != sizes.size())
        throw std::runtime_error(fmt::format("{} values for {} sizes in '{}'", values.size(), sizes.size(), column.dump()));
      const std::string what = column.at("what"), unit = column.value("unit", "");
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (what == "time") {
          if (unit != "ms" || sizes[i].is_null())
            throw std::runtime_error(fmt::format("a time is in ms and has a size, not '{}'", column.dump()));
          published.times.push_back(entry_of<PublishedTime>(paper, table, column, sizes[i]));
          published.times.back().milliseconds = values[i];
        } else {
          PublishedFigure& figure = published.figures.emplace_back(entry_of<PublishedFigure>(paper, table, column, sizes[i]));
          figure.what = what;
          figure.unit = unit;
          figure.value = values[i];
        }
      }
    }
}

const Published& all() {
  static const Published published = [] {
    Published list;
    for (const std::string_view name : published_names()) try {
        const json file = json::parse(published_text(name));
        if (!file.contains("results")) read_paper(file, list);
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception& error) {
        throw std::logic_error(fmt::format("assets/published/{}: {}", name, error.what()));
      }
    return list;
  }();
  return published;
}

}  // namespace

std::span<const PublishedTime> published_times() { return all().times; }
std::span<const PublishedFigure> published_figures() { return all().figures; }

}  // namespace satscope::app
