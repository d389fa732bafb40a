// SPDX-License-Identifier: Apache-2.0
// Prints the table of keys as Markdown, for docs/keys.md.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "app/ui/keys.h"

using namespace satscope::app;

int main() {
  std::puts("| for | keys | what they do |\n|---|---|---|");
  std::vector<std::string_view> order;
  for (const ActionRow& row : all_actions())
    if (std::find(order.begin(), order.end(), row.group) == order.end()) order.push_back(row.group);
  for (const std::string_view group : order) {
    std::string title{group};
    for (const ActionRow& row : all_actions()) {
      if (row.group != group) continue;
      const std::string does{row.text};
      std::printf("| %s | `%s` | %s |\n", title.c_str(), keys_text(row).c_str(), does.c_str());
      title.clear();
    }
  }
}
