// SPDX-License-Identifier: Apache-2.0
// What the words of a buffer mean. Entries of a table are subtracted as whole numbers of 64 bits, kept as uvec2(low, high),
// before anything becomes a float: so a narrow range far up the ramp of a table keeps all its steps.

const int k_picture = 0;  // RGBA8 words
const int k_u32 = 1;
const int k_u64 = 2;  // two words, low first
const int k_f32 = 3;
const int k_u8 = 4;   // four to a word, low byte first
const int k_filtered = 5;  // RGBA8 words before and after a chain of filters
const int k_s32 = 6;
const int k_f64 = 7;  // two words, low first

uniform usamplerBuffer words;
uniform usamplerBuffer results; // of a filtered frame: after the filters
uniform int kind;
uniform ivec2 texels;     // extent of the buffer
uniform int pitch;        // its elements from row to row
uniform int reduction;    // texel (i, j) stands for pixel (i, j) * reduction
uniform bool deramp;      // table minus mean * (x + 1) * (y + 1)
uniform uvec2 mean_whole; // the mean: whole part, and fraction in 1/65536
uniform float mean;       // the same for tables of floats
uniform uvec2 low_whole;  // what is subtracted from an entry of whole numbers, in two's complement
uniform float low;        // the same for floats
uniform int compared;     // of a filtered frame: one of the following
uniform int wipe;         // so many columns of texels at the left show the original all the same
uniform float gain;       // of the difference
uniform bool luma_alone;  // the filters saw the brightness alone

const int k_original = 1;
const int k_difference = 2;

uvec2 subtract(uvec2 a, uvec2 b) { return uvec2(a.x - b.x, a.y - b.y - (a.x < b.x ? 1u : 0u)); }

// The nearest float of a signed number.
float as_float(uvec2 a) {
  bool negative = (a.y & 0x80000000u) != 0u;
  if (negative) a = subtract(uvec2(0u), a);
  float size = float(a.y) * 4294967296.0 + float(a.x);
  return negative ? -size : size;
}

// mean * n, rounded down. n is cut in halves of 16 bits, so that no product is beyond 32.
uvec2 ramp(uint n) {
  uint upper = n >> 16, lower = n & 0xffffu;
  uint high_product = mean_whole.x * upper, low_product = mean_whole.x * lower;
  uvec2 sum;
  sum.x = low_product + (high_product << 16);
  sum.y = (high_product >> 16) + (sum.x < low_product ? 1u : 0u);
  uint fraction = mean_whole.y * upper + ((mean_whole.y * lower) >> 16);
  sum.x += fraction;
  if (sum.x < fraction) sum.y += 1u;
  return sum;
}

// The nearest float of a number of 64 bits; beyond the range of floats zero or infinity. What is no number stays none.
float from_double(uint low_bits, uint high_bits) {
  int exponent = int(high_bits >> 20 & 0x7ffu);
  if (exponent == 0) return 0.0;
  if (exponent == 0x7ff && ((high_bits & 0xfffffu) | low_bits) != 0u) return uintBitsToFloat(0x7fc00000u);
  // because: exp2 of what is beyond floats need not be infinite
  if (exponent > 1023 + 127) return uintBitsToFloat((high_bits & 0x80000000u) | 0x7f800000u);
  float size = (1.0 + float(high_bits & 0xfffffu) / 1048576.0 + float(low_bits) / 4503599627370496.0) * exp2(float(exponent - 1023));
  return (high_bits & 0x80000000u) != 0u ? -size : size;
}

int place(ivec2 texel) { return texel.y * pitch + texel.x; }

uint byte_at(int index) { return texelFetch(words, index >> 2).r >> (8 * (index & 3)) & 0xffu; }

// An entry of a table or a stage minus the low end of the range.
float above_low(ivec2 texel) {
  uint n = uint(texel.x * reduction + 1) * uint(texel.y * reduction + 1);
  if (kind == k_f32 || kind == k_f64) {
    float value = kind == k_f32
                      ? uintBitsToFloat(texelFetch(words, place(texel)).r)
                      : from_double(texelFetch(words, 2 * place(texel)).r, texelFetch(words, 2 * place(texel) + 1).r);
    return value - (deramp ? mean * float(n) : 0.0) - low;
  }
  uvec2 entry;
  if (kind == k_u64) {
    entry = uvec2(texelFetch(words, 2 * place(texel)).r, texelFetch(words, 2 * place(texel) + 1).r);
    if (deramp) entry = subtract(entry, ramp(n));
  } else if (kind == k_u8) {
    entry = uvec2(byte_at(place(texel)), 0u);
  } else {
    entry = uvec2(texelFetch(words, place(texel)).r, 0u);
    if (deramp) entry.x -= ramp(n).x;
    if (deramp || kind == k_s32) entry.y = (entry.x & 0x80000000u) != 0u ? 0xffffffffu : 0u;  // the sign, modulo 2^32
  }
  return as_float(subtract(entry, low_whole));
}

uvec3 channels(uint word) { return uvec3(word & 0xffu, (word >> 8) & 0xffu, (word >> 16) & 0xffu); }

vec3 picture_colour(ivec2 texel) { return vec3(channels(texelFetch(words, place(texel)).r)) / 255.0; }

vec3 filtered_colour(ivec2 texel) {
  uvec3 before = channels(texelFetch(words, place(texel)).r), after = channels(texelFetch(results, place(texel)).r);
  if (compared == k_original || texel.x < wipe) return vec3(before) / 255.0;
  if (compared != k_difference) return vec3(after) / 255.0;
  if (luma_alone) before = uvec3((299u * before.r + 587u * before.g + 114u * before.b + 500u) / 1000u);
  return min(abs(vec3(after) - vec3(before)) * gain / 255.0, vec3(1.0));
}
