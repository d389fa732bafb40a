// SPDX-License-Identifier: Apache-2.0
// A view: every framebuffer pixel finds its texels and mixes their colours. Texels are shown as they are; where several
// share a pixel, up to 4x4 of them are averaged, so that nothing shimmers while zooming.

uniform sampler1D colours;    // 256 colours of the map
uniform float span;           // high end of the range minus low end
uniform bool logarithmic;
uniform float inverse_gamma;
uniform vec2 middle;          // of the viewport, in framebuffer pixels from below left
uniform ivec2 centre_texel;   // texel at the middle, and the place in it: apart, because a float alone is too coarse
uniform vec2 centre_inside;   // for both far to the right and deep zoom
uniform vec2 texels_per_pixel;
uniform vec3 luma_weights;
uniform bool grid;
uniform vec3 background;

out vec4 colour;

const float k_smallest_grid = 6.0;  // framebuffer pixels per texel

vec3 map_colour(float above) {
  float t = logarithmic ? log(1.0 + max(above, 0.0)) / log(1.0 + span) : above / span;
  t = t > 0.0 ? pow(min(t, 1.0), inverse_gamma) : 0.0;
  float place = t * 255.0;
  int lower = int(place);
  return mix(texelFetch(colours, lower, 0).rgb, texelFetch(colours, min(lower + 1, 255), 0).rgb, place - float(lower));
}

vec3 texel_colour(ivec2 texel) {
  if (any(lessThan(texel, ivec2(0))) || any(greaterThanEqual(texel, texels))) return background;
  if (kind == k_filtered) return filtered_colour(texel);
  return kind == k_picture ? picture_colour(texel) : map_colour(above_low(texel));
}

// Darkens or lightens the first framebuffer pixel of a texel, whichever shows on it.
vec3 with_grid(vec3 below, ivec2 texel, vec2 inside) {
  bvec2 on_line = lessThan(inside, texels_per_pixel);
  bvec2 at_end = equal(texel, texels);
  bool beyond = any(lessThan(texel, ivec2(0))) || any(greaterThan(texel, texels)) || (at_end.x && !on_line.x) ||
                (at_end.y && !on_line.y);
  if (beyond || !any(on_line)) return below;
  float light = dot(below, luma_weights);
  float narrow = max(texels_per_pixel.x, texels_per_pixel.y);
  float strength = 0.35 * clamp(1.0 / narrow / k_smallest_grid - 0.8, 0.2, 1.0);
  return mix(below, vec3(light > 0.5 ? 0.0 : 1.0), strength);
}

void main() {
  vec2 from_middle = gl_FragCoord.xy - middle;
  from_middle.y = -from_middle.y;  // rows of a picture go down
  vec2 position = centre_inside + from_middle * texels_per_pixel;

  ivec2 samples = clamp(ivec2(ceil(texels_per_pixel - 0.001)), 1, 4);
  vec3 sum = vec3(0.0);
  for (int j = 0; j < samples.y; ++j)
    for (int i = 0; i < samples.x; ++i) {
      vec2 within = ((vec2(i, j) + 0.5) / vec2(samples) - 0.5) * texels_per_pixel;
      sum += texel_colour(centre_texel + ivec2(floor(position + within)));
    }
  vec3 mixed = sum / float(samples.x * samples.y);
  if (grid && max(texels_per_pixel.x, texels_per_pixel.y) * k_smallest_grid <= 1.0)
    mixed = with_grid(mixed, centre_texel + ivec2(floor(position)), position - floor(position));
  colour = vec4(mixed, 1.0);
}
