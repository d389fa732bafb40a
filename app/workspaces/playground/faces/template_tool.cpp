// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/faces/template_tool.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/workspaces/playground/chain/chain_edit.h"
#include "kernels/filters/correlation.h"
#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

constexpr const char* k_kept = "kept";

filter_kernels::correlation::Cut cut_of(const ChainEntry& entry, Extent picture) {
  return filter_kernels::correlation::cut_of(*filter_of(entry), {.extent = picture, .params = entry.params});
}

}  // namespace

bool takes_template(const ChainEntry& entry) {
  const Filter* filter = filter_of(entry);
  return filter && filter->find_param("from") && filter->find_param("w") && filter->find_param("h");
}

std::optional<Box> template_box(const ChainEntry& entry, Extent picture) {
  if (!takes_template(entry) || picture.area() == 0) return {};
  if (value_of(entry, *filter_of(entry)->find_param("from")) == ParamValue(std::string(k_kept))) return {};
  const auto cut = cut_of(entry, picture);
  return Box{cut.x, cut.y, cut.width, cut.height};
}

void set_template(ChainEntry& entry, const Box& box) {
  entry.params.erase("from");
  const std::pair<const char*, int> places[]{{"x", box.x}, {"y", box.y}, {"w", box.width}, {"h", box.height}};
  for (const auto& [id, value] : places)
    entry.params[id] = filter_of(entry)->find_param(id)->range->nearest(static_cast<double>(value));
}

void begin_template(ChainEntry& entry, const SourceFrame& frame) {
  const auto box = template_box(entry, frame.extent);
  if (!box || entry.params.contains("x") || entry.params.contains("y")) return;
  Box best = *box;
  double most = 0;
  for (int top = 0; top + box->height <= frame.extent.height; top += std::max(1, box->height / 2))
    for (int left = 0; left + box->width <= frame.extent.width; left += std::max(1, box->width / 2)) {
      double sum = 0, squares = 0;
      for (int y = top; y < top + box->height; ++y)
        for (int x = left; x < left + box->width; ++x) {
          const double grey = luma_of(frame.words()[at(x, y, frame.extent.width)]);
          sum += grey;
          squares += grey * grey;
        }
      const double contrast = squares - sum * sum / box->area();
      if (contrast <= most) continue;
      most = contrast;
      best = {left, top, box->width, box->height};
    }
  if (most > 0) set_template(entry, best);
}

Box template_sized(Box box, Point from) {
  constexpr int most = filter_kernels::correlation::k_most_side;
  // drawn to the left or upward it ends where it began
  if (box.width > most && from.x > box.x + box.width / 2.0) box.x += box.width - most;
  if (box.height > most && from.y > box.y + box.height / 2.0) box.y += box.height - most;
  box.width = std::min(box.width, most);
  box.height = std::min(box.height, most);
  return box;
}

std::string template_label(const Box& box) {
  constexpr int most = filter_kernels::correlation::k_most_side;
  if (box.width < most && box.height < most) return "template";
  return fmt::format("template, at most {0} \u00d7 {0} pixels", most);
}

void keep_template(PlaygroundEdit& edit, ChainEntry& entry, const SourceFrame& frame) {
  const auto box = template_box(entry, frame.extent);
  if (!box) return;
  auto cut = std::make_shared<TemplateCut>();
  cut->extent = {box->width, box->height};
  for (int y = box->y; y < box->y + box->height; ++y)
    for (int x = box->x; x < box->x + box->width; ++x)
      cut->pixels.push_back(static_cast<std::uint8_t>(luma_of(frame.words()[at(x, y, frame.extent.width)])));
  edit.cut = std::move(cut);
  entry.params["from"] = std::string(k_kept);
}

}  // namespace satscope::app
