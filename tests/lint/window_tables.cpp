// SPDX-License-Identifier: Apache-2.0
// window_tables keys|session: the table of keys, or of the members of a session, as Markdown for docs/.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "app/session/fields.h"
#include "app/ui/keys.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/view.h"

using namespace satscope::app;

namespace {

void print_keys() {
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

std::string ids_in(const auto& list) {
  std::vector<std::string_view> ids;
  for (const auto& one : list) ids.push_back(one.id);
  return fmt::format("{}", fmt::join(ids, ", "));
}

std::string what_it_may_be(const Fields::Row& row) {
  const nlohmann::json& usual = row.usual;
  if (row.name == "workspace") return ids_in(workspaces());
  if (row.name == "steps.view" || row.name == "steps.beside") return ids_in(step_views());
  const std::string kind = usual.is_boolean()          ? "true, false"
                           : usual.is_number_integer() ? "a whole number"
                           : usual.is_number()         ? "a number"
                           : usual.is_string()         ? "a text"
                                                       : "a list";
  if (row.allowed.empty()) return kind;
  return usual.is_number() ? fmt::format("{}, {}", kind, row.allowed) : row.allowed;
}

void print_session() {
  std::puts("| member | what it may be | default |\n|---|---|---|");
  Session session = whole_session();
  std::vector<Fields::Row> rows;
  Fields io(rows);
  fields(io, session);
  for (const Fields::Row& row : rows) {
    // a list of objects is the machine's: which algorithms run here
    const bool shown = !row.usual.is_null() && !(row.usual.is_array() && !row.usual.empty() && row.usual[0].is_object());
    const std::string usual = shown ? fmt::format("`{}`", row.usual.dump()) : "";
    std::printf("| `%s` | %s | %s |\n", row.name.c_str(), what_it_may_be(row).c_str(), usual.c_str());
  }
}

}  // namespace

int main(int count, char** words) {
  const std::string which = count == 2 ? words[1] : "";
  if (which != "keys" && which != "session") return 2;
  which == "keys" ? print_keys() : print_session();
}
