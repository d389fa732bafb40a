// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/view_look.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

float to_float(double value) { return static_cast<float>(value); }

TexelKind kind_of(Scalar type) {
  switch (type) {
    case Scalar::u64: return TexelKind::u64;
    case Scalar::f32: return TexelKind::f32;
    case Scalar::u8: return TexelKind::u8;
    case Scalar::s32: return TexelKind::s32;
    case Scalar::f64: return TexelKind::f64;
    case Scalar::u32: break;
  }
  return TexelKind::u32;
}

/// Which texels go where; the texels themselves are known.
void set_place(TexelLook& look, const ViewSpec& spec) {
  const double texel_x = spec.centre_x / look.reduction, texel_y = spec.centre_y / look.reduction;
  const double zoom = std::max(spec.zoom, 1e-6) * look.reduction;
  look.view = {spec.viewport.width, spec.viewport.height};
  look.centre_x = static_cast<int>(std::floor(texel_x));
  look.centre_y = static_cast<int>(std::floor(texel_y));
  look.inside_x = to_float(texel_x - std::floor(texel_x));
  look.inside_y = to_float(texel_y - std::floor(texel_y));
  look.per_pixel_x = to_float(1 / (zoom * std::max(spec.stretch, 1e-6)));
  look.per_pixel_y = to_float(1 / zoom);
  look.grid = spec.grid;
  look.background = spec.background;
}

/// What a value looks like.
void set_range(TexelLook& look, double mean, bool floats, const ViewSpec& spec) {
  look.colours = spec.colours;
  look.low_whole = std::llround(std::clamp(spec.lo, -9e18, 9e18));
  look.low = to_float(spec.lo);
  const double subtracted = floats ? spec.lo : static_cast<double>(std::llround(spec.lo));
  look.span = to_float(std::max(spec.hi - subtracted, 1e-30));
  look.logarithmic = spec.scale == RangeScale::logarithmic;
  look.inverse_gamma = to_float(1 / std::max(spec.gamma, 1e-3));
  look.deramp = spec.deramp;
  const double positive = std::clamp(mean, 0.0, 65535.0), whole = std::floor(positive);
  look.mean_whole = static_cast<std::uint32_t>(whole);
  look.mean_fraction = static_cast<std::uint32_t>((positive - whole) * 65536);
  look.mean = to_float(mean);
}

/// From black to white, whatever the table looks like.
void set_greys(TexelLook& look, const DeepGreys& greys, const ViewSpec& spec) {
  constexpr double k_far = 1e30;
  const double black = std::clamp(greys.texel(spec.lo), -k_far, k_far), white = std::clamp(greys.texel(spec.hi), -k_far, k_far);
  look.kind = TexelKind::f32;
  look.colours = ColourMap::grey;
  look.low = to_float(black);
  look.span = to_float(std::max(white - black, 1e-30));
  look.logarithmic = look.deramp = false;
  look.inverse_gamma = 1;
}

}  // namespace

std::optional<ViewLook> look_of(const Shown& shown, const ViewSpec& spec) {
  const ShownStage& stage = shown.stage;
  const bool of_stage = spec.kind == ViewKind::stage || spec.kind == ViewKind::before;
  if (!shown.ready || (of_stage && !stage.ready)) return {};
  ViewLook view;
  TexelLook& look = view.look;
  Scalar type = Scalar::u32;
  const std::byte* memory = nullptr;
  if (of_stage) {
    const bool before = spec.kind == ViewKind::before;
    const ShownBuffer& buffer = before ? stage.before : stage;
    type = before ? stage.stage.before.type : stage.stage.type;
    look = {.kind = kind_of(type), .texels = buffer.texels, .pitch = buffer.pitch, .reduction = buffer.reduction};
    view.words = buffer.texture;
    memory = buffer.memory.get();
  } else {
    const bool table = spec.kind == ViewKind::table;
    if (table) type = shown.table_type;
    look = {.kind = table ? kind_of(type) : TexelKind::picture,
            .texels = shown.texels,
            .pitch = table ? shown.table_pitch : shown.texels.width,
            .reduction = shown.reduction};
    view.words = table ? shown.table_texture : shown.picture_texture;
    memory = (table ? shown.table_memory : shown.picture_memory).get();
  }
  view.results = view.words;
  view.host = {memory, memory};
  set_place(look, spec);
  set_range(look, shown.mean, is_float(type), spec);
  if (spec.kind == ViewKind::picture && shown.greys) set_greys(look, *shown.greys, spec);
  return view;
}

std::optional<ViewLook> look_of(const Filtered& filtered, const ViewSpec& spec) {
  if (!filtered.ready) return {};
  ViewLook view;
  TexelLook& look = view.look;
  look = {
      .kind = TexelKind::filtered, .texels = filtered.texels, .pitch = filtered.texels.width, .reduction = filtered.reduction};
  view.words = filtered.picture_texture;
  view.results = filtered.result_texture;
  view.host = {filtered.picture_memory.get(), filtered.result_memory.get()};
  set_place(look, spec);
  look.compared = static_cast<int>(spec.compared);
  look.wipe = (spec.wipe + filtered.reduction - 1) / filtered.reduction;
  look.gain = to_float(spec.gain);
  look.luma_alone = !filtered.colour;
  return view;
}

}  // namespace satscope::app
