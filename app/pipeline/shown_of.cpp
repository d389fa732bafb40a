// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/shown_of.h"

#include <cstring>

namespace satscope::app {

Shown shown_of(const Content& content, const ScreenBuffers& front, std::uint64_t serial) {
  const Job& its = *content.job;
  Shown shown{.ready = true,
              .picture = its.extent,
              .texels = content.texels(),
              .reduction = its.reduction,
              .picture_texture = front.picture.texture(),
              .table_texture = front.result.texture(),
              .table_pitch = content.table_pitch > 0 ? content.table_pitch : content.texels().width,
              .picture_memory = content.for_screen[0],
              .table_memory = content.for_screen[1],
              .greys = content.greys,
              .table_type = its.request.types.out,
              .total = content.total,
              .mean = content.mean,
              .spreads = content.spreads,
              .serial = serial,
              .stage = {}};
  if (!its.stage) return shown;
  shown.stage = {{.texels = content.stage_texels(),
                  .reduction = its.stage_reduction,
                  .texture = its.stage->is_table ? shown.table_texture : front.stage.texture(),
                  .pitch = its.stage->is_table ? shown.table_pitch : content.stage_texels().width,
                  .memory = its.stage->is_table ? shown.table_memory : content.for_screen[2],
                  .spread = content.stage_spread},
                 true,
                 *its.stage,
                 {}};
  if (!its.looks_before()) return shown;
  shown.stage.before = {.texels = content.before_texels(),
                        .reduction = its.before_reduction,
                        .texture = front.before.texture(),
                        .pitch = content.before_texels().width,
                        .memory = content.for_screen[3],
                        .spread = content.before_spread};
  return shown;
}

void show_result(const Content& content, const ScreenBuffers& front, Filtered& filtered) {
  const Job& its = *content.job;
  filtered.ready = true;
  filtered.picture = its.extent;
  filtered.reduction = its.reduction;
  filtered.texels = content.texels();
  filtered.picture_texture = front.picture.texture();
  filtered.result_texture = its.passes_on() ? front.picture.texture() : front.result.texture();
  filtered.picture_memory = content.for_screen[0];
  filtered.result_memory = its.passes_on() ? filtered.picture_memory : content.for_screen[1];
  filtered.greys = content.greys;
  filtered.colour = its.colour;
  filtered.remark = its.remark;
  filtered.regions.clear();
  for (std::size_t i = 0; content.measured && i < its.chain->regions.size(); ++i) {
    std::uint32_t in_256ths = 0;
    std::memcpy(&in_256ths, content.measured.get() + i * sizeof in_256ths, sizeof in_256ths);
    filtered.regions.push_back(in_256ths / 256.0);
  }
  filtered.seconds = content.frame.seconds;
  ++filtered.serial;
}

}  // namespace satscope::app
