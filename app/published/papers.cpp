// SPDX-License-Identifier: Apache-2.0
#include "app/published/papers.h"

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <vector>

#include "app/core/ordered_json.h"
#include "app/published/papers_file.h"

namespace satscope::app {

std::span<const PaperItem> paper_items() {
  static const std::vector<PaperItem> items = [] {
    std::vector<PaperItem> list;
    try {
      const auto text = [](const Json& row, const char* member) {
        return row.at(member).is_null() ? std::string() : row.at(member).get<std::string>();
      };
      for (const Json& row : Json::parse(papers_text("papers.json")))
        list.push_back({row.at("paper"), row.at("item"), row.at("kind"), row.at("title"), text(row, "opens"),
                        text(row, "reason"), row.at("shows").is_null() ? std::string() : row.at("shows").dump()});
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      throw std::logic_error(fmt::format("assets/papers.json: {}", error.what()));
    }
    return list;
  }();
  return items;
}

}  // namespace satscope::app
