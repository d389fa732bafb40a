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
  for (const KeyBinding& binding : key_bindings())
    if (std::find(order.begin(), order.end(), binding.group) == order.end()) order.push_back(binding.group);
  for (const std::string_view group : order) {
    std::string title{group};
    for (const KeyBinding& binding : key_bindings()) {
      if (binding.group != group) continue;
      const std::string does{binding.does};
      std::printf("| %s | `%s` | %s |\n", title.c_str(), keys_text(binding).c_str(), does.c_str());
      title.clear();
    }
  }
}
