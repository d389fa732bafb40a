// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/cell_textures.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace satscope::app {

unsigned CellTextures::hold(Extent grid, std::span<const std::uint32_t> words) {
  if (const int now = ImGui::GetFrameCount(); std::exchange(frame_, now) != now) next_ = 0;
  if (next_ == kept_.size()) kept_.push_back(std::make_unique<Kept>());
  Kept& one = *kept_[next_++];
  if (one.texture.extent() != grid || !std::ranges::equal(one.words, words)) {
    one.texture.upload(grid, words);
    one.words.assign(words.begin(), words.end());
    ++uploads_;
  }
  return one.texture.texture();
}

}  // namespace satscope::app
