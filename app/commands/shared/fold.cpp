// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/fold.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>

#include "app/core/write_stderr.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_least = 40, k_most = 120;    // columns
constexpr std::size_t k_broken_by_hand = 100;        // with the next word; texts in our sources have at most 119
constexpr std::size_t k_narrowest = 30, k_less = 8;  // of what is beside a name, else it comes below it; and its indent there

/// A line, or several that were broken by hand.
struct Paragraph {
  std::string head;       ///< the blanks at its begin, and the name that it explains with the blanks behind it
  std::string text;       ///< the rest
  bool verbatim = false;  ///< a command line
};

Paragraph paragraph_of(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = std::string_view(line).substr(begin);
  if (rest.starts_with("satscope ") || rest.starts_with("cat ")) return {"", line, true};
  std::size_t text = begin;
  if (begin > 0 && begin < 8)  // "  NAME   about"
    if (const std::size_t gap = line.find("  ", begin); gap != line.npos) text = line.find_first_not_of(' ', gap);
  if (text == line.npos) text = begin;
  return {line.substr(0, text), line.substr(text)};
}

/// Whether the next line goes on with a sentence: its first word did not fit any more.
bool goes_on(const std::string& line, const Paragraph& before, const Paragraph& next) {
  if (before.verbatim || next.verbatim || next.text.empty() || next.head.find_first_not_of(' ') != std::string::npos)
    return false;
  if (next.head.size() != before.head.size() || next.text.starts_with("--") || next.text.ends_with(':')) return false;
  return line.size() + 1 + std::min(next.text.find(' '), next.text.size()) >= k_broken_by_hand;
}

void fold_into(std::string& out, const Paragraph& paragraph, std::size_t width) {
  if (paragraph.verbatim || paragraph.head.size() + paragraph.text.size() <= width) {
    out += paragraph.head + paragraph.text + "\n";
    return;
  }
  const bool named = paragraph.head.find_first_not_of(' ') != std::string::npos;
  std::size_t indent = paragraph.head.size(), column = indent;
  out += paragraph.head;
  if (indent > 0 && indent + k_narrowest > width) {
    indent = column = k_less;
    while (out.ends_with(' ')) out.pop_back();
    out += (named ? "\n" : "") + std::string(indent, ' ');
  }
  std::istringstream words(paragraph.text);
  bool first = true;
  for (std::string word; words >> word; first = false) {
    if (!first && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  out += "\n";
}

}  // namespace

std::string folded(const std::string& help, std::size_t width) {
  if (width == 0) return help;
  width = std::clamp(width, k_least, k_most);
  std::istringstream lines(help);
  std::string out, before;
  Paragraph paragraph;
  bool any = false;
  for (std::string line; std::getline(lines, line); before = line, any = true) {
    Paragraph next = paragraph_of(line);
    if (any && goes_on(before, paragraph, next)) {
      paragraph.text += " " + next.text;
      continue;
    }
    if (any) fold_into(out, paragraph, width);
    paragraph = std::move(next);
  }
  if (any) fold_into(out, paragraph, width);
  return out;
}

std::size_t width_of_help() {
  const char* const columns = std::getenv("COLUMNS");
  std::size_t width = 0;
  if (columns && std::from_chars(columns, columns + std::strlen(columns), width).ec == std::errc() && width > 0) return width;
  return static_cast<std::size_t>(std::max(0, terminal_width(stdout)));
}

}  // namespace satscope::app
