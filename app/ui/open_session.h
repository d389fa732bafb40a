// SPDX-License-Identifier: Apache-2.0
// From a JSON document to a session: read kindly where it is of another version, with a sentence about what is left out.
#pragma once
#include <string>

#include "app/session/session.h"
#include "app/session/window_options.h"
#include "app/sources/files/session_file.h"

namespace satscope::app {

/// The session in a document: of a session file or figure, or what a workspace makes of it. Reads the file. Throws InputError
/// or std::runtime_error with a sentence.
SessionFile session_behind(const std::string& words);

struct OpenedSession {
  Session session;
  SessionFile file;
  std::string reported = {};  ///< what differs from what the file says; sentences, or empty
  bool bad = false;           ///< and that is a failure
  bool places_box = false;    ///< it says nothing about a box
  bool keeps_view = false;    ///< it says what part of the picture is seen

  void add_sentence(const std::string& sentence, bool failed = false);
};

/// The session of a file over `base`, which says what the file does not; of the parts of workspaces those that `base` has.
/// Throws std::runtime_error with a sentence if the file is of this version and a member is not allowed.
OpenedSession open_session(const SessionFile& file, const Session& base);

/// Puts what the command line asks for into the session.
void apply_options(Session& session, const WindowOptions& options);

}  // namespace satscope::app
