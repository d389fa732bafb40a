// SPDX-License-Identifier: Apache-2.0
// What `satscope check --json` prints: docs/check.schema.json.
#pragma once
#include <string>

#include "app/core/ordered_json.h"
#include "app/lab/check.h"

namespace satscope::app {

/// What a check comes to, and its exit code.
struct CheckVerdict {
  std::string_view name;
  int exit_code;
};
const CheckVerdict& verdict_of(const lab::CheckReport& report);
std::string name_of(lab::TableCheck::State state);

/// file: as the user named it.
Json check_json(const lab::CheckReport& report, const std::string& file);

}  // namespace satscope::app
