// SPDX-License-Identifier: Apache-2.0
// Any text as a trace: the session that steps through it again, or a refusal.
#include <stdexcept>

#include "app/core/parsed_json.h"
#include "app/session/fields.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/trace/trace_file.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace satscope;
  using namespace satscope::app;
  try {
    const auto members = session_of_trace(parsed(fuzz::text_of(data, size)), "fuzz.json");
    if (!members) return 0;
    read_part<StepsSettings>(members->at(StepsSettings::k_member));
    read_part<StepsPlace>(members->at(StepsPlace::k_member));
  } catch (const std::runtime_error& problem) {
    fuzz::require_sentence(problem.what());
  }
  return 0;
}
