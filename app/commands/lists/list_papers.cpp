// SPDX-License-Identifier: Apache-2.0
#include "app/commands/lists/list_papers.h"

#include <fmt/format.h>

#include "app/published/papers.h"

namespace satscope::app {

Json papers_as_json() {
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json list = Json::array();
  for (const PaperItem& one : paper_items())
    list.push_back({{"paper", one.paper},
                    {"item", one.item},
                    {"kind", one.kind},
                    {"title", one.title},
                    {"opens", text_or_null(one.opens)},
                    {"reason", text_or_null(one.reason)}});
  return list;
}

std::string papers_as_text() {
  std::string text = "What the papers show, and the command that shows it here.\n", paper;
  for (const PaperItem& one : paper_items()) {
    if (one.paper != paper) text += fmt::format("\n{}\n", paper = one.paper);
    text += fmt::format("  {}: {}\n", one.item, one.title);
    if (!one.opens.empty()) text += fmt::format("      satscope {}\n", one.opens);
    if (!one.reason.empty()) text += fmt::format("      {}\n", one.reason);
  }
  return text;
}

}  // namespace satscope::app
