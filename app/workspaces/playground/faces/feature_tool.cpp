// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/faces/feature_tool.h"

#include <algorithm>
#include <cmath>

#include "app/workspaces/playground/chain/chain_edit.h"
#include "kernels/filters/luma_pass.h"

namespace satscope::app {

using filter_kernels::haar::Template;

Box LaidFeature::part(int i) const {
  return {box.x + i % form.columns * form.width, box.y + i / form.columns * form.height, form.width, form.height};
}

std::optional<LaidFeature> laid_feature(const PlaygroundEdit& edit, const ChainEntry& entry, Extent picture) {
  if (entry.filter != "haar" || picture.area() == 0) return {};
  const Filter& filter = *filter_of(entry);
  LaidFeature feature{.box = {},
                      .form = filter_kernels::haar::template_of(filter, entry.params),
                      .border = border_of(filter, {.extent = picture, .params = entry.params})};
  const Template& form = feature.form;
  const int width = form.columns * form.width, height = form.rows * form.height;
  const auto within = [](std::optional<int> wanted, int side, int length) {
    const int room = length - side;  // what is larger than the picture leaves it on both sides
    return room < 0 ? room / 2 : std::clamp(wanted.value_or(room / 2), 0, room);
  };
  const auto& at = edit.feature_at;
  feature.box = {within(at ? std::optional((*at)[0]) : std::nullopt, width, picture.width),
                 within(at ? std::optional((*at)[1]) : std::nullopt, height, picture.height), width, height};
  return feature;
}

void lay_feature(PlaygroundEdit& edit, ChainEntry& entry, const Box& box) {
  const Filter& filter = *filter_of(entry);
  const Template form = filter_kernels::haar::template_of(filter, entry.params);
  edit.feature_at = {box.x, box.y};
  const auto share = [&](const char* id, int side, int parts) {
    entry.params[id] = filter.param(id).range->nearest(std::round(1.0 * side / parts));
  };
  share("w", box.width, form.columns);
  share("h", box.height, form.rows);
}

FeatureValue value_of(const LaidFeature& feature, const SourceFrame& frame) {
  FeatureValue found;
  const auto [width, height] = frame.extent;
  const std::span words = frame.words();
  for (int i = 0; i < feature.form.columns * feature.form.rows; ++i) {
    const Box part = feature.part(i);
    std::int64_t& sum = found.sums[static_cast<std::size_t>(i)];
    for (int y = part.y; y < part.y + part.height; ++y)
      for (int x = part.x; x < part.x + part.width; ++x) {
        const int column = pixel_at(feature.border, x, width), row = pixel_at(feature.border, y, height);
        if (column < 0 || row < 0) continue;
        sum +=
            luma_of(words[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)]);
      }
    found.value += sum * feature.form.weights[i];
  }
  for (const auto& corner : std::span(feature.form.corners).first(static_cast<std::size_t>(feature.form.count)))
    found.reads += reads_of(reach(feature.border, feature.box.x + corner.x, width)) *
                   reads_of(reach(feature.border, feature.box.y + corner.y, height));
  return found;
}

}  // namespace satscope::app
