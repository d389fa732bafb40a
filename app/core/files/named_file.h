// SPDX-License-Identifier: Apache-2.0
// The ways in which desktops name a file.
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

/// The path behind "file:///a%20b", which is "/a b". Other text as it is, also the name of a file on another machine.
std::string path_of_uri(std::string text);

/// The first file, or input, that a text of the clipboard names: a plain name, a list of file:// names, or what GNOME, KDE and
/// Xfce copy ("copy", then such names). Empty if there is none.
std::string input_in_text(std::string_view text);

/// How a sentence names a file to read or to write: 'a.png' in quotes, or "the standard input", "the standard output".
std::string input_in_words(std::string_view name);
std::string output_in_words(const std::string& name);

}  // namespace satscope::app
