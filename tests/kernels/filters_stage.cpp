// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/filters_stage.h"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

namespace satscope::testing {

Grey noise(Extent extent, unsigned seed) {
  std::mt19937 random(seed);
  Grey grey{extent, std::vector<std::uint8_t>(extent.area())};
  for (auto& pixel : grey.pixels) pixel = static_cast<std::uint8_t>(random() >> 24);
  return grey;
}

Grey page(Extent extent) {
  Grey grey{extent, std::vector<std::uint8_t>(extent.area())};
  std::mt19937 random(2);
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      const int light = 230 - 150 * x / extent.width;  // of the paper, into the shadow
      const bool ink = y % 9 < 5 && (x * 7 + y * 3) % 11 < 3 && x % 23 > 4;
      const int grain = static_cast<int>(random() >> 29) - 4;
      grey.pixels[static_cast<std::size_t>(y * extent.width + x)] =
          static_cast<std::uint8_t>((ink ? light / 3 : light) + grain);
    }
  return grey;
}

std::vector<Grey> filter_pictures() {
  std::vector<Grey> list;
  for (const Extent extent : {Extent{1, 1}, Extent{1, 23}, Extent{23, 1}, Extent{2, 2}, Extent{17, 31}, Extent{65, 43}})
    list.push_back(noise(extent, static_cast<unsigned>(extent.width * 100 + extent.height)));
  list.push_back(page({67, 41}));
  return list;
}

std::vector<Params> filter_params(const Filter& filter) {
  std::vector<Params> list{{}};
  const auto by = [&](const std::string& id, const std::vector<std::string>& values) {
    const Param* param = filter.find_param(id);
    if (!param) return;
    std::vector<Params> longer;
    for (const Params& params : list)
      for (const std::string& value : values) {
        longer.push_back(params);
        longer.back()[id] = param->parse(value);
      }
    list = std::move(longer);
  };
  by("r", {"0", "1", "2", "7", "70"});
  by("sigma", {"0.5", "1", "2", "7.5"});
  by("n", {"1", "3", "4"});
  by("fast", {"false", "true"});
  by("cell", {"2", "3", "8", "70"});
  by("w", {"1", "4", "64"});
  by("h", {"1", "5", "64"});
  if (!filter.find_param("map")) by("angle", {"0", "20", "45", "-70", "90", "135", "180"});
  for (const char* id : {"show", "map", "by", "hide", "kind", "kernel", "from", "border", "method"})
    if (const Param* param = filter.find_param(id)) by(id, param->choices);
  // the others one at a time, beside their defaults, with one radius
  const std::vector<Params> plain = list;
  for (const Params& params : plain) {
    const auto is = [&](const char* id, double value) {
      const auto found = params.find(id);
      return found == params.end() || found->second == ParamValue{value};
    };
    if (!is("r", 7) || !is("cell", 3) || !is("w", 4) || !is("h", 5)) continue;
    const auto also = [&](const std::string& id, const std::string& value) {
      if (const Param* param = filter.find_param(id)) {
        list.push_back(params);
        list.back()[id] = param->parse(value);
      }
    };
    also("bits", "8");
    also("bits", "32");
    also("t", "0");
    also("t", "100");
    also("k", "0");
    also("k", "0.95");
    also("R", "31.5");
    also("gain", "8");
    also("angle", "30");
    also("fade", "100");
    also("eps", "0");
    also("eps", "1");
    also("detail", "300");
    also("amount", "-100");
    also("amount", "500");
    also("threshold", "9");
    also("target", "127");
    also("floor", "1");
    also("keep", "100");
    also("levels", "1");
    also("levels", "7");
    also("split", "0");
    also("split", "60");
    also("lines", "true");
    also("parts", "2");
    also("parts", "64");
    also("part", "0");
    also("part", "33");
    also("part", "100");
    also("bins", "32");
    also("bins", "4");
    also("limit", "1");
    also("limit", "32");
    also("focus", "0");
    also("focus", "100");
    also("sharp", "0");
    also("sharp", "40");
    also("weight1", "0");
    also("weight2", "3");
    also("weight3", "-4");
    also("weight4", "2");
    if (filter.find_param("least")) {
      also("least", "0");
      also("least", "0.95");
      also("x", "3");
      also("y", "60000");
    }
  }
  return list;
}

Stage::Stage(Grey shown)
    : picture(std::move(shown)),
      previous(noise(picture.extent, 77)),
      map(noise(picture.extent, 78)),
      pattern(noise({64, 64}, 79).pixels) {
  const auto [width, height] = picture.extent;
  rectangles = {0,         0,          width, height, 0,          0,          1,         1,          width / 3, height / 4,
                width / 2, height / 2, -5,    -7,     9,          11,         width - 1, height - 1, 50,        60,
                width,     0,          3,     3,      2,          2,          0,         4,          -100,      -100,
                90,        300,        0,     0,      2147483647, 2147483647, 1,         1,          -1,        5};
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i)
    for (int k = 0; k < 4; ++k) rectangles.push_back(static_cast<std::int32_t>(random() % 80) - (k < 2 ? 10 : 0));
  faces.assign(rectangles.begin() + 4, rectangles.begin() + 60);  // without the one that holds every pixel
}

FilterRequest Stage::request(Params params) const {
  return {.extent = picture.extent,
          .params = std::move(params),
          .regions = static_cast<int>(rectangles.size() / 4),
          .faces = static_cast<int>(faces.size() / 4)};
}

std::span<const std::byte> Stage::input(const FilterPlan& plan, const FilterPlan::Input& input) const {
  if (input.name == "previous") return std::as_bytes(std::span(previous.pixels));
  if (input.name.ends_with(" map")) return std::as_bytes(std::span(map.pixels));
  if (input.name == "rectangles") return std::as_bytes(std::span(rectangles));
  if (input.name == "faces")
    return std::as_bytes(std::span(faces)).first(plan.plan.buffers[static_cast<std::size_t>(input.buffer)].packed_bytes());
  if (input.name == "template")
    return std::as_bytes(std::span(pattern)).first(plan.plan.buffers[static_cast<std::size_t>(input.buffer)].packed_bytes());
  throw std::logic_error("the tests do not know the input " + input.name);
}

std::vector<std::byte> bytes_of(const Engine& engine, int buffer) {
  std::vector<std::byte> bytes(engine.plan().buffers[static_cast<std::size_t>(buffer)].packed_bytes());
  engine.read(buffer, bytes);
  return bytes;
}

void prepare(Engine& engine, const FilterPlan& plan, const Stage& stage) {
  engine.poison();
  engine.write(plan.plan.picture(), std::as_bytes(std::span(stage.picture.pixels)));
  for (const FilterPlan::Input& input : plan.inputs) engine.write(input.buffer, stage.input(plan, input));
}

std::string name_of(const Filter& filter, const Params& params, Extent extent) {
  std::string text = filter.id;
  for (const auto& [id, value] : params) text += fmt::format(" {}={}", id, to_text(value));
  return text + fmt::format(" on {}x{}", extent.width, extent.height);
}

}  // namespace satscope::testing
