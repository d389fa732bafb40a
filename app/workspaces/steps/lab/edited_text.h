// SPDX-License-Identifier: Apache-2.0
// The text of a file that is edited here, while other programs may write the file, too. Where both have changed, both texts are
// kept until the user has chosen.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satscope::app {

class EditedText {
 public:
  /// Begins with what the file holds.
  void open(std::string in_file);
  /// The file holds this now. It is taken over where nothing was changed here.
  void found(const std::string& in_file);
  /// The text was written into the file.
  void saved() { in_file_ = text; }

  std::string text;  ///< as it is edited
  const std::string& in_file() const { return in_file_; }
  bool changed() const { return text != in_file_; }
  /// What another program wrote while the text was being changed here; none: there is nothing to choose.
  const std::optional<std::string>& theirs() const { return theirs_; }
  /// Goes on with what the other program wrote. Returns the text that was here.
  std::string take_theirs();
  /// Goes on with the text that is here, which may be saved now. Returns what the other program wrote.
  std::string keep_mine();
  /// Another number after each text that came from the file.
  unsigned version() const { return version_; }

 private:
  std::string in_file_;
  std::optional<std::string> theirs_;
  unsigned version_ = 0;
};

/// Line and column from 0, as bytes, of a position in a text.
std::pair<std::size_t, std::size_t> place_in(std::string_view text, std::size_t position);

/// The blanks with which a line begins after this text: those of the line before, and two more after a brace.
std::string indent_after(std::string_view text);

/// A line of a text and a second one with a caret below this column, from 1; of a long line the `most` letters around it.
/// Empty: the text has no such line.
std::string with_caret(std::string_view text, int line, int column, std::size_t most);

}  // namespace satscope::app
