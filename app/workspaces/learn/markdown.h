// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "app/ui/ui.h"

namespace satscope::app {

/// The text of a card, wrapped, in the current window of ImGui: paragraphs, lines that begin with "- " as a list, **strong**
/// and `code`. Everything else is text.
void draw_markdown(const Ui& ui, std::string_view text);

}  // namespace satscope::app
