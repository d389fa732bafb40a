// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/lab/edited_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/workspaces/steps/caption/kernel_text.h"

namespace satscope::app {

void EditedText::open(std::string in_file) {
  text = in_file;
  in_file_ = std::move(in_file);
  theirs_.reset();
  ++version_;
}

void EditedText::found(const std::string& in_file) {
  if (in_file == in_file_) return theirs_.reset();  // because: another program may have put it back
  if (text == in_file) {
    saved();
    theirs_.reset();
  } else if (changed()) {
    theirs_ = in_file;
  } else {
    open(in_file);
  }
}

std::string EditedText::take_theirs() {
  std::string mine = text;
  open(std::string(*theirs_));
  return mine;
}

std::string EditedText::keep_mine() {
  in_file_ = *theirs_;
  theirs_.reset();
  return in_file_;
}

std::pair<std::size_t, std::size_t> place_in(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, std::min(position, text.size()));
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  return {line, before.size() - (line == 0 ? 0 : before.rfind('\n') + 1)};
}

std::string indent_after(std::string_view text) {
  const std::string_view line = text.substr(text.rfind('\n') + 1);  // because: npos + 1 is 0
  std::string blanks(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
  return line.ends_with('{') ? blanks + "  " : blanks;
}

std::string with_caret(std::string_view text, int line, int column, std::size_t most) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (line < 1 || static_cast<std::size_t>(line) > lines.size() || column < 1) return {};
  std::string shown(lines[static_cast<std::size_t>(line - 1)]);
  std::ranges::replace(shown, '\t', ' ');
  std::size_t at = std::min(static_cast<std::size_t>(column - 1), shown.size());
  // the blanks at its beginning say nothing
  std::size_t from = std::min(shown.find_first_not_of(' '), at);
  if (at - from + most / 4 > most) from = at - std::max<std::size_t>(most, 4) * 3 / 4;
  shown = shown.substr(from, most);
  at -= from;
  return fmt::format("{}\n{}^", shown, std::string(at, ' '));
}

}  // namespace satscope::app
