// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/before_after.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/sources/live/live_open.h"
#include "app/sources/samples.h"
#include "app/sources/still_input.h"
#include "app/sources/synthetic.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/chain/thumbnails.h"
#include "kernels/faces/search.h"
#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

constexpr int k_side = 240;  // pixels of each picture at most
constexpr std::uint32_t k_gap = 4;

struct TwoFrames {
  PictureWords before, now;
};

/// The example's picture; of one that moves also a moment before.
TwoFrames frames_of(const FilterExample& example) {
  if (example.input == k_synthetic) {
    constexpr Extent k_extent{960, 540};
    const auto frame_at = [&](double seconds) {
      PictureWords frame{k_extent, std::vector<std::uint32_t>(k_extent.area())};
      draw_synthetic(frame.words, k_extent, seconds);
      return frame;
    };
    return {frame_at(0), frame_at(0.2)};
  }
  SourceFrame frame = frame_of(load_input(std::string(example.input)), heap_block);
  const auto words = frame.words();
  PictureWords picture{frame.extent, {words.begin(), words.end()}};
  return {picture, picture};
}

}  // namespace

PictureWords before_and_after(std::string_view filter, int longest_side, Progress& progress) {
  const FilterExample* example = example_of(filter);
  if (!example) throw std::runtime_error("this filter has no example");
  const ChainLink link = parse_chain(example->filter).front();
  // because: they are found in the whole picture, and a small one has none
  if (faces::hides_faces(link)) throw std::runtime_error("faces are found in large pictures alone");
  const TwoFrames whole = frames_of(*example);
  PictureWords before = shrunk(whole.now, longest_side);
  ThumbnailMaker maker;
  const ThumbnailPreset preset{std::string(filter), [&] {
                                 PlaygroundEdit edit;
                                 edit.chain = {{.filter = link.filter->id, .params = link.params}};
                                 return edit;
                               }()};
  const PictureWords after =
      maker.picture_of_one(preset, shrunk(whole.before, longest_side), before, whole.now.extent, progress);
  PictureWords both{{2 * before.extent.width + static_cast<int>(k_gap), before.extent.height}, {}};
  both.words.assign(both.extent.area(), 0);
  const auto place = [&](const PictureWords& picture, int left) {
    for (int y = 0; y < picture.extent.height; ++y)
      for (int x = 0; x < picture.extent.width; ++x)
        both.words[at(left + x, y, both.extent.width)] = picture.words[at(x, y, picture.extent.width)] | 0xFF000000U;
  };
  place(before, 0);
  place(after, before.extent.width + static_cast<int>(k_gap));
  return both;
}

const PictureTexture* BeforeAfter::of(std::string_view filter) {
  const auto found = made_.find(filter);
  if (found != made_.end()) return found->second.get();
  wanted_ = filter;
  return nullptr;
}

bool BeforeAfter::step() {
  auto outcome = worker_.take();
  if (outcome) {
    std::unique_ptr<PictureTexture>& texture = made_[std::exchange(making_, {})];
    if (outcome->result) {
      texture = std::make_unique<PictureTexture>();
      texture->upload(outcome->result->extent, outcome->result->words);
    }
  }
  if (!wanted_.empty() && making_.empty()) {
    making_ = std::exchange(wanted_, {});
    worker_.submit([filter = making_](JobProgress& job) { return before_and_after(filter, k_side, job.progress); });
  }
  return outcome.has_value();
}

}  // namespace satscope::app
