// SPDX-License-Identifier: Apache-2.0
// Messages on stderr. They never harm the work: if they cannot be written, they are lost.
#pragma once
#include <cstdio>
#include <string_view>

namespace satscope::app {

/// Writes the text to stderr as it is.
void write_stderr(std::string_view text) noexcept;

/// A line about a choice made for the user, or about what went wrong: made safe for a terminal, and cut at 300 characters.
void note(std::string_view sentence);

/// Reports what ends the program. Without a console, as in a window on Windows, a message box shows it.
void note_failure(std::string_view sentence);

/// Whether a stream, stdout or stderr, goes to a terminal, where a person reads.
bool is_terminal(std::FILE* stream);
/// Of the terminal, in columns; 0: the stream goes to none, or it does not say.
int terminal_width(std::FILE* stream);

/// Call it before any file is opened. Opens closed standard streams, so that no file takes their numbers, and makes a write
/// beyond the limit of a file's size fail instead of ending the process. On Windows, texts are UTF-8 and end their lines as
/// everywhere.
void guard_streams() noexcept;

}  // namespace satscope::app
