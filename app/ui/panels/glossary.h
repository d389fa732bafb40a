// SPDX-License-Identifier: Apache-2.0
// The terms of docs/glossary.md, where they are in a text, and text in which each of them has a line below it.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/ui.h"

namespace satscope::app {

/// The text of docs/<name>, compiled in.
std::string_view glossary_text(std::string_view name);

/// In the order of the file.
std::span<const GlossaryTerm> glossary();

/// A term where it is in a text.
struct TermAt {
  std::size_t begin = 0, end = 0;
  const GlossaryTerm* term = nullptr;
};
/// The terms in a text, from left to right: whole words, also in the plural, the longest that fits; of no overlapping two.
std::vector<TermAt> terms_in(std::string_view text);

/// Text that is wrapped at the width of the current window, in the current font; a quiet line below each term says that it
/// explains itself.
void text_with_terms(const Ui& ui, Rgb colour, std::string_view text);

}  // namespace satscope::app
