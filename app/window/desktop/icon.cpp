// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/icon.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <pugixml.hpp>
#include <string>

namespace satscope::app {
namespace {

/// A rectangle with round corners; a circle is one that has nothing else.
struct IconShape {
  double x, y, half_width, half_height, radius;
  std::uint32_t colour;  ///< RGBA8

  bool has(double px, double py) const {
    const double across = std::abs(px - x) - (half_width - radius), down = std::abs(py - y) - (half_height - radius);
    return std::hypot(std::max(across, 0.0), std::max(down, 0.0)) <= radius || std::max(across, down) <= 0;
  }
};

/// "#rrggbb"
std::uint32_t icon_colour(const std::string& text) {
  const auto rgb = static_cast<std::uint32_t>(std::strtoul(text.c_str() + 1, nullptr, 16));
  return 0xFF000000U | (rgb & 0xFFU) << 16U | (rgb & 0xFF00U) | rgb >> 16U;
}

void collect(const pugi::xml_node& group, const std::string& outer, std::vector<IconShape>& shapes) {
  for (const pugi::xml_node& node : group.children()) {
    const std::string fill = node.attribute("fill").as_string(outer.c_str()), name = node.name();
    const auto number = [&](const char* attribute) { return node.attribute(attribute).as_double(); };
    if (name == "g") collect(node, fill, shapes);
    if (!fill.starts_with('#')) continue;
    if (const double w = number("width") / 2, h = number("height") / 2; name == "rect")
      shapes.push_back({number("x") + w, number("y") + h, w, h, number("rx"), icon_colour(fill)});
    if (const double r = number("r"); name == "circle")
      shapes.push_back({number("cx"), number("cy"), r, r, r, icon_colour(fill)});
  }
}

/// Of a pixel's samples those that are in the shape, over what is there.
std::uint32_t painted(std::uint32_t below, const IconShape& shape, double share) {
  std::uint32_t word = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const double from = below >> shift & 0xFF, to = shape.colour >> shift & 0xFF;
    // because: what is clear has no colour of its own
    const double mixed = shift < 24 && below >> 24 == 0 ? to : from + (to - from) * share;
    word |= static_cast<std::uint32_t>(std::lround(mixed)) << shift;
  }
  return word;
}

}  // namespace

std::vector<std::uint32_t> icon_pixels(std::string_view svg, int side) {
  pugi::xml_document document;
  document.load_buffer(svg.data(), svg.size());
  const pugi::xml_node root = document.child("svg");
  std::vector<IconShape> shapes;
  collect(root, "", shapes);
  constexpr int k_samples = 4;  // in each direction of a pixel
  const double unit = root.attribute("width").as_double() / (side * k_samples);
  std::vector<std::uint32_t> rgba;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      std::uint32_t pixel = 0;
      for (const IconShape& shape : shapes) {
        int inside = 0;
        for (int sample = 0; sample < k_samples * k_samples; ++sample)
          inside +=
              shape.has((x * k_samples + sample % k_samples + 0.5) * unit, (y * k_samples + sample / k_samples + 0.5) * unit);
        if (inside > 0) pixel = painted(pixel, shape, static_cast<double>(inside) / (k_samples * k_samples));
      }
      rgba.push_back(pixel);
    }
  return rgba;
}

}  // namespace satscope::app
