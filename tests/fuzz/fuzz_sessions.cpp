// SPDX-License-Identifier: Apache-2.0
// Any JSON as the members of a session: one whose members are allowed and are written as they were read, or a refusal.
#include <stdexcept>

#include "app/core/parsed_json.h"
#include "app/session/session.h"
#include "app/sources/files/session_file.h"
#include "app/workspaces/playground/settings.h"
#include "app/workspaces/race/settings.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/storage/settings.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace satscope;
using namespace satscope::app;

/// With the parts that can be read without a window.
Session whole() {
  Session session;
  session.part<PlaygroundView>();
  session.edit.part<PlaygroundEdit>();
  session.part<RaceView>();
  session.edit.part<RaceEdit>();
  session.part<StepsPlace>();
  session.part<StepsSettings>();
  session.part<StorageView>();
  session.edit.part<StorageEdit>();
  return session;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Session base = whole();
  try {
    const nlohmann::json document = parsed(fuzz::text_of(data, size));
    const bool enveloped = is_session(document);
    const nlohmann::json members = enveloped ? session_in(document, "fuzz.satscope").session : document;
    const Session session = session_from_json(members, base);
    const nlohmann::json written = to_json(session);
    fuzz::require(to_json(session_from_json(written, base)) == written);
  } catch (const std::runtime_error& problem) {
    fuzz::require_sentence(problem.what());
  }
  return 0;
}
