// SPDX-License-Identifier: Apache-2.0
#include "app/frame_filter_road.h"

#include <algorithm>

namespace satscope::app {

struct FilterRoad::State {
  Filtered filtered;
};

FilterRoad::FilterRoad(HostPool, std::size_t) : state_(std::make_unique<State>()) {}
FilterRoad::~FilterRoad() = default;
void FilterRoad::want(const Want&) {}
bool FilterRoad::ready_for_frame() const { return false; }
bool FilterRoad::wants_frame() const { return false; }
void FilterRoad::give(const SourceFrame&) {}
bool FilterRoad::advance() { return false; }
bool FilterRoad::busy() const { return false; }
const Filtered& FilterRoad::filtered() const { return state_->filtered; }
std::optional<FilterRoad::Done> FilterRoad::take_done() { return {}; }
std::optional<PictureWords> FilterRoad::snapshot() { return {}; }
void FilterRoad::watch(int, int) {}
std::optional<FilteredPixel> FilterRoad::pixel(int, int) const { return {}; }

bool operator==(const FilterWish& a, const FilterWish& b) {
  const auto same = [](const ChainLink& x, const ChainLink& y) { return x.filter == y.filter && x.params == y.params; };
  return std::ranges::equal(a.chain, b.chain, same) && a.colour == b.colour && a.regions == b.regions && a.painted == b.painted;
}

}  // namespace satscope::app
