// SPDX-License-Identifier: Apache-2.0
// Session files, NAME.satscope: a JSON object that says what it is, its version and perhaps a title, and holds the session.
// Files that a session names are written relative to its own folder, so that both can move together.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/sources/source_transform.h"

namespace satscope::app {

inline constexpr int k_session_version = 1;
inline constexpr std::string_view k_session_ending = ".satscope";
/// "figure:NAME" is a session of ours: assets/figures/NAME.satscope.
inline constexpr std::string_view k_figure_prefix = "figure:";

struct SessionFile {
  std::string name = {};  ///< as the user named it, for sentences
  int version = k_session_version;
  std::string title = {};  ///< what is seen; empty: it has none
  nlohmann::json session = nlohmann::json::object();
};

/// Whether the words name a JSON document: a session, a figure, or what a workspace may open.
bool names_a_document(const std::string& words);

/// A whole JSON document. Throws InputError with a sentence.
nlohmann::json read_document(const std::string& words);

/// Whether a document says that it is a session.
bool is_session(const nlohmann::json& document);

/// The session in a document of any version. words: where it was, from which relative paths lead. Throws InputError with a
/// sentence that says what is wrong.
SessionFile session_in(const nlohmann::json& document, const std::string& words);

/// Calls `change` with each file that these members of a session name, and puts what it returns in its place.
void change_paths(nlohmann::json& session, const std::function<std::string(const std::string&)>& change);

/// The members of a lesson's session with the files that they name, relative to this folder, made absolute. Throws InputError
/// with a sentence where one lies outside of it, whatever links there are.
nlohmann::json kept_below(nlohmann::json session, const std::string& folder);

/// The picture that a session names, as load_input takes it, and how it is shown. Throws InputError.
struct SessionPicture {
  std::string input;
  SourceTransform transform;
};
SessionPicture picture_of_session(const std::string& words);

/// The text of a session file at this place. Throws std::runtime_error if a name in it cannot be written.
std::string text_of(const SessionFile& session, const std::string& place);

/// A figure of a paper, as a session.
struct Figure {
  std::string input;  ///< "figure:NAME"
  std::string title;
};
/// One for each file of assets/figures/.
const std::vector<Figure>& figures();

}  // namespace satscope::app
