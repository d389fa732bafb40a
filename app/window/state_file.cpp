// SPDX-License-Identifier: Apache-2.0
#include "app/window/state_file.h"
#include "app/core/json.h"

#include "app/core/files/atomic_file.h"

namespace satscope::app {

std::string StateFile::update(nlohmann::json state, const nlohmann::json& beside, double now) {
  constexpr auto k_replace = nlohmann::json::error_handler_t::replace;  // because: a file's name need not be UTF-8
  std::string text = state.dump(1, ' ', false, k_replace);
  behind_ = false;
  if (text == last_) return {};
  written_at_ = now;
  last_ = std::move(text);
  state["serial"] = ++serial_;
  state.update(beside);
  try {
    AtomicFile file(file_.string());
    file.stay_unsynced();
    file.write(state.dump(1, ' ', false, k_replace) + "\n");
    file.commit();
  } catch (const std::exception& problem) {
    failed_ = true;
    return problem.what();
  }
  return {};
}

}  // namespace satscope::app
