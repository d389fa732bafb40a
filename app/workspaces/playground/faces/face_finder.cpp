// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/faces/face_finder.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "app/pipeline/content.h"
#include "app/render/colour_map.h"
#include "app/sources/files/cascade_file.h"
#include "kernels/engine.h"

namespace satscope::app {
namespace {

constexpr int k_longest_map = 320;  // cells

Extent cells_for(Extent picture) {
  const int every = std::max(1, (std::max(picture.width, picture.height) + k_longest_map - 1) / k_longest_map);
  return {std::max(1, picture.width / every), std::max(1, picture.height / every)};
}

void walk_in(FacesFound& found, const std::vector<std::uint8_t>& luma) {
  found.walk.reset();
  if (!found.request.walk_at) return;
  const auto [x, y] = *found.request.walk_at;
  found.walk =
      faces::furthest_window(*found.cascade, luma, found.picture, faces::search_for(found.request.params, found.picture), x, y);
}

}  // namespace

std::optional<ChainLink> face_filter(const PlaygroundEdit& edit) {
  const std::vector<ChainLink> chain = chain_in_force(edit);
  auto found = std::ranges::find_if(chain, faces::hides_faces);
  if (found == chain.end())
    found = std::ranges::find_if(chain, [](const ChainLink& link) { return link.filter->id == "faces"; });
  return found == chain.end() ? std::nullopt : std::optional(*found);
}

std::optional<FaceRequest> face_request(const PlaygroundEdit& edit, const PlaygroundView& view, Machine machine) {
  const auto link = face_filter(edit);
  if (!link) return {};
  FaceRequest request{view.cascade, link->params, machine, view.walk_at};
  for (const char* id : {"hide", "parts", "margin"}) request.params.erase(id);
  return request;
}

FacesFound find_faces(const SourceFrame& frame, const FaceRequest& request, std::shared_ptr<const FacesFound> kept,
                      const std::atomic<bool>& cancelled) {
  const auto begin = std::chrono::steady_clock::now();
  const bool same = kept && kept->request.searches_as(request) && kept->picture == frame.extent;
  if (same && kept->frame.rgba == frame.rgba) {
    FacesFound found = *kept;
    found.request = request;
    walk_in(found, brightness_of(frame));
    return found;
  }
  FacesFound found{.picture = frame.extent,
                   .cells = cells_for(frame.extent),
                   .faces = {},
                   .detection = {},
                   .cascade = {},
                   .file = request.cascade.empty() ? installed_cascade() : request.cascade,
                   .request = request,
                   .kernels = {},
                   .frame = frame};
  found.begun = begin;
  if (found.file.empty()) throw std::runtime_error(std::string(k_no_cascade));
  found.cascade =
      kept && kept->file == found.file ? kept->cascade : std::make_shared<const faces::Cascade>(load_cascade(found.file));
  const std::vector<std::uint8_t> luma = brightness_of(frame);
  faces::Search search = faces::search_for(request.params, frame.extent);
  search.threads = std::max(1, host_threads() - 1);  // because: one core is the window's
  search.map = found.cells;
  search.cancelled = &cancelled;
  if (request.machine == Machine::gpu) {
    found.kernels =
        same ? kept->kernels : std::make_shared<faces::KernelSearch>(*found.cascade, frame.extent, search, request.machine);
    found.detection = found.kernels->run(luma);
  } else {
    found.detection = faces::detect(*found.cascade, luma, frame.extent, search);
  }
  found.faces = faces::faces_of(request.params, found.detection, frame.extent);
  walk_in(found, luma);
  found.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

std::vector<std::uint32_t> coloured_map(const FacesFound& found, int from) {
  constexpr std::uint32_t k_clear = 0xB0FFFFFF;  // the picture shines through
  const auto stages = static_cast<double>(std::max<std::size_t>(1, found.detection.rejected.size()));
  std::vector<std::uint32_t> words;
  words.reserve(found.detection.map.size());
  for (const std::uint8_t reached : found.detection.map)
    words.push_back(reached == 0 || reached - 1 < from
                        ? 0
                        : to_word(colour_of(ColourMap::magma, 0.15 + 0.85 * (reached - 1) / stages)) & k_clear);
  return words;
}

std::int64_t windows_left(const faces::Detection& detection, int stages) {
  std::int64_t left = detection.looked_at;
  if (stages > 0) left -= detection.flat;
  for (int i = 0; i < stages && i < static_cast<int>(detection.rejected.size()); ++i)
    left -= detection.rejected[static_cast<std::size_t>(i)];
  return left;
}

bool FaceFinder::step(const std::optional<FaceRequest>& request, const std::optional<SourceFrame>& frame) {
  bool changed = false;
  if (auto outcome = worker_.take()) {
    problem_ = outcome->error;
    found_ = outcome->result ? std::move(*outcome->result) : nullptr;
    if (found_) age_ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - found_->begun).count();
    changed = true;
  }
  if (!request) {
    changed = changed || request_;
    worker_.cancel();
    request_.reset();
    looked_.reset();
    found_.reset();
    problem_.clear();
    return changed;
  }
  if (!frame || frame->extent.area() == 0) return changed;
  const bool other = !(request_ == request);
  // because: a search that every frame begins anew would never end
  if (!other && (worker_.busy() || (looked_ && looked_->rgba == frame->rgba))) return changed;
  request_ = request;
  looked_ = *frame;
  worker_.submit([frame = *frame, request = *request, kept = found_](JobProgress& progress) {
    return std::make_shared<const FacesFound>(find_faces(frame, request, kept, progress.progress.cancelled));
  });
  return changed;
}

unsigned FaceFinder::map_texture(int from) {
  if (!found_ || found_->detection.map.empty()) return 0;
  if (drawn_ != found_.get() || drawn_from_ != from) {
    texture_.upload(found_->cells, coloured_map(*found_, from));
    drawn_ = found_.get();
    drawn_from_ = from;
  }
  return texture_.texture();
}

}  // namespace satscope::app
