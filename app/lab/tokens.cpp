// SPDX-License-Identifier: Apache-2.0
#include "app/lab/tokens.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>

namespace satscope::app::lab {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  Tokens run() {
    while (at_ < text_.size()) {
      if (skipped_space()) continue;
      if (at_line_begin_ && peek() == '#') {
        line_marker() ? read_line_marker() : begin_directive();
        continue;
      }
      at_line_begin_ = false;
      if (in_system_header_)
        skip_to_line_marker();
      else if (!skipped_comment())
        read_token();
    }
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void advance_to(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_)
      if (text_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      }
  }

  std::size_t after(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == text_.npos ? text_.size() : found + what.size();
  }

  bool skipped_space() {
    if (peek() == '\n') {
      advance_to(at_ + 1);
      at_line_begin_ = true;
      directive_ = 0;
      return true;
    }
    if (peek() == '\\' && peek(1) == '\n') return advance_to(at_ + 2), true;
    if (!is_space(peek())) return false;
    ++at_;
    return true;
  }

  bool skipped_comment() {
    if (peek() != '/') return false;
    if (peek(1) == '*') return advance_to(after("*/", at_ + 2)), true;
    if (peek(1) != '/') return false;
    std::size_t end = at_;
    do end = std::min(text_.find('\n', end + 1), text_.size());
    while (end < text_.size() && text_[end - 1] == '\\');
    return advance_to(end), true;
  }

  bool line_marker() const {
    std::size_t k = at_ + 1;
    while (k < text_.size() && (text_[k] == ' ' || text_[k] == '\t')) ++k;
    return k < text_.size() && is_digit(text_[k]);
  }

  /// # 12 "file" 1 3
  void read_line_marker() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view row = text_.substr(at_, end - at_);
    const std::size_t number = row.find_first_of("0123456789"), open = row.find('"'), close = row.rfind('"');
    at_ = end;
    std::from_chars(row.data() + number, row.data() + row.size(), line_);
    --line_;  // the line end that follows is counted
    if (open == row.npos || close == open) return;
    const std::string file(row.substr(open + 1, close - open - 1));
    in_system_header_ = row.substr(close).find('3') != row.npos || file.starts_with('<');
    const auto known = std::find(tokens_.files.begin(), tokens_.files.end(), file);
    file_ = static_cast<int>(known - tokens_.files.begin());
    if (known == tokens_.files.end()) tokens_.files.push_back(file);
  }

  void begin_directive() {
    directive_ = ++directives_;
    at_line_begin_ = false;
    ++at_;
  }

  void skip_to_line_marker() {
    std::size_t next = at_;
    do next = text_.find("\n#", next + 1);
    while (next != text_.npos && !is_digit(text_[std::min(text_.find_first_not_of(" \t", next + 2), text_.size() - 1)]));
    at_ = next == text_.npos ? text_.size() : next;
  }

  void read_token() {
    const std::size_t begin = at_;
    Token token{Token::mark, begin, 0, file_, line_, static_cast<int>(begin - line_begin_) + 1, directive_};
    if (is_of_word(peek()) && !is_digit(peek())) {
      while (is_of_word(peek())) ++at_;
      token.kind = Token::word;
      if (peek() == '"' && text_[at_ - 1] == 'R') token.kind = Token::text, skip_raw_string();
    } else if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
      token.kind = Token::number;
      while (of_number(begin)) ++at_;
    } else if (peek() == '"' || peek() == '\'') {
      token.kind = Token::text;
      skip_string();
    } else {
      ++at_;
    }
    token.end = at_;
    tokens_.list.push_back(token);
  }

  bool of_number(std::size_t begin) const {
    if (is_of_word(peek()) || peek() == '.' || (peek() == '\'' && is_of_word(peek(1)))) return true;
    return (peek() == '+' || peek() == '-') && std::strchr("eEpP", text_[at_ - 1]) &&
           (begin + 1 == at_ || text_[begin + 1] != 'x');
  }

  void skip_raw_string() {
    const std::size_t open = std::min(text_.find('(', at_), text_.size());
    advance_to(after(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"", open));
  }

  void skip_string() {
    const char quote = peek();
    for (++at_; at_ < text_.size() && peek() != quote && peek() != '\n'; ++at_)
      if (peek() == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  Tokens tokens_;
  std::size_t at_ = 0, line_begin_ = 0;
  int line_ = 1, file_ = -1, directive_ = 0, directives_ = 0;
  bool in_system_header_ = false, at_line_begin_ = true;
};

}  // namespace

Tokens tokens_of(std::string_view text) { return Tokenizer(text).run(); }

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c != '\\' && std::isspace(static_cast<unsigned char>(c)) == 0)
      line += c == '"' ? '\'' : c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return line;
}

}  // namespace satscope::app::lab
