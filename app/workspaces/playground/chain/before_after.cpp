// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/before_after.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/sources/live/live_input.h"
#include "app/sources/live/live_open.h"
#include "app/sources/samples.h"
#include "app/sources/still_input.h"
#include "app/sources/synthetic.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/chain/thumbnails.h"
#include "app/workspaces/playground/faces/face_finder.h"
#include "kernels/faces/search.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"

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
    return {frame_at(0), frame_at(1.5)};
  }
  SourceFrame frame = frame_of(load_input(std::string(example.input)), heap_block);
  if (example.part.area() > 0) frame = transformed(frame, {.crop = example.part}, heap_block);
  const auto words = frame.words();
  PictureWords picture{frame.extent, {words.begin(), words.end()}};
  return {picture, picture};
}

/// In the whole picture, because a small one has no faces that can be found.
PictureWords with_hidden_faces(PictureWords picture, const ChainLink& link, Progress& progress) {
  SourceFrame frame{.extent = picture.extent, .rgba = heap_block(4 * picture.extent.area())};
  std::ranges::copy(picture.words, frame.words().begin());
  const FaceRequest asked{.cascade = {}, .params = link.params};
  const FacesFound found = find_faces(frame, asked, nullptr, progress.cancelled);
  std::vector<std::int32_t> sides;
  for (const Box& box : faces::boxes_to_hide(link.params, found.faces, picture.extent))
    sides.insert(sides.end(), {box.x, box.y, box.width, box.height});
  const int count = static_cast<int>(sides.size() / 4);
  if (count == 0) throw std::runtime_error("no face is found in the example");
  FilterPlan plan = filter_plan(*link.filter, {.extent = picture.extent, .params = link.params, .faces = count, .channels = 4},
                                default_algorithm(Machine::cpu));
  Engine engine(std::move(plan.plan), Machine::cpu, 1);
  engine.write(engine.plan().picture(), std::as_bytes(std::span(picture.words)));
  engine.write(plan.inputs.front().buffer, std::as_bytes(std::span(sides)));
  engine.run(Engine::k_all_passes, &progress);
  if (!progress.cancelled) engine.read(engine.plan().table(), std::as_writable_bytes(std::span(picture.words)));
  return picture;
}

}  // namespace

PictureWords before_and_after(std::string_view filter, int longest_side, Progress& progress) {
  const FilterExample* example = example_of(filter);
  if (!example) throw std::runtime_error("this filter has no example");
  const ChainLink link = parse_chain(example->filter).front();
  const TwoFrames whole = frames_of(*example);
  const PictureWords before = shrunk(whole.now, longest_side);
  const int side = working_side(*link.filter, longest_side);
  ThumbnailMaker maker;
  ThumbnailPreset preset{.id = std::string(filter), .edit = {}};
  preset.edit.chain = entries_of({link});
  const PictureWords result =
      faces::hides_faces(link)
          ? with_hidden_faces(whole.now, link, progress)
          : maker.picture_of_one(preset, shrunk(whole.before, side), shrunk(whole.now, side), whole.now.extent, progress);
  const PictureWords after = reduced(result, before.extent);
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
  if (filter != making_) wanted_ = filter;
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
