// SPDX-License-Identifier: Apache-2.0
// Prints the table of keys as Markdown, for the README.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "app/ui/keys.h"

using namespace satscope::app;

int main() {
  std::puts("| for | keys | what they do |\n|---|---|---|");
  std::vector<Where> order;
  for (const KeyBinding& binding : key_bindings())
    if (std::find(order.begin(), order.end(), binding.where) == order.end()) order.push_back(binding.where);
  for (const Where where : order) {
    std::string title{title_of(where)};
    for (const KeyBinding& binding : key_bindings()) {
      if (binding.where != where) continue;
      const std::string does{binding.does};
      std::printf("| %s | `%s` | %s |\n", title.c_str(), keys_text(binding).c_str(), does.c_str());
      title.clear();
    }
  }
}
