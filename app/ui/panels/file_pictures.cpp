// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/file_pictures.h"

#include <utility>

#include "app/pipeline/content.h"
#include "app/sources/still_input.h"

namespace satscope::app {
namespace {

constexpr int k_longest_side = 128;
constexpr std::size_t k_most_pixels = std::size_t{1} << 26;  // because: a dialog must not fill the memory

PictureWords picture_of(const std::string& file) {
  const auto refuse_large = [](Extent extent) -> double {
    if (extent.area() > k_most_pixels) throw InputError("it is large");
    return 0;
  };
  PictureWords small = small_picture(frame_of(look_at_file(file, refuse_large), heap_block), k_longest_side);
  for (std::uint32_t& word : small.words) word |= 0xFF000000U;
  return small;
}

}  // namespace

const PictureTexture* FilePictures::of(const std::filesystem::path& file) {
  const auto found = made_.find(file);
  if (found != made_.end()) return found->second.get();
  if (wanted_.empty() && file != making_) wanted_ = file;
  return nullptr;
}

void FilePictures::step() {
  if (auto outcome = worker_.take()) {
    std::unique_ptr<PictureTexture>& texture = made_[std::exchange(making_, {})];
    if (outcome->result) {
      texture = std::make_unique<PictureTexture>();
      texture->upload(outcome->result->extent, outcome->result->words);
    }
  }
  const std::filesystem::path next = std::exchange(wanted_, {});
  if (next.empty() || !making_.empty()) return;
  making_ = next;
  worker_.submit([file = next.string()](JobProgress&) { return picture_of(file); });
}

}  // namespace satscope::app
