// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/cascade_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <pugixml.hpp>

#include "app/sources/loaders.h"
#include "app/sources/quote.h"

namespace satscope::app {
namespace {

constexpr int k_most_side = 256;                                      // of a window
constexpr std::size_t k_most_stages = 250, k_most_nodes = 1'000'000;  // of a cascade
constexpr std::size_t k_most_bytes = 64 << 20;

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  faces::Cascade read(std::string_view text) {
    pugi::xml_document document;
    if (!document.load_buffer(text.data(), text.size()))
      throw InputError(fmt::format("{} is no cascade: it is no XML; a file of OpenCV's haarcascades is needed", quote(name_)));
    const pugi::xml_node storage = document.child("opencv_storage"), root = storage.first_child();
    if (!root || !root.child("stages"))
      throw InputError(fmt::format("{} is no cascade: it has no opencv_storage with stages in it", quote(name_)));
    const bool old = !root.child("features");
    if (!old && root.child_value("featureType") != std::string_view("HAAR"))
      fail(fmt::format("its features are {}; only HAAR is supported", quote(root.child_value("featureType"))));
    if (old) {
      const std::vector<double> size = numbers(root.child("size"), 2);
      cascade_.window = {whole(size[0], 3, k_most_side), whole(size[1], 3, k_most_side)};
    } else {
      cascade_.window = {whole(numbers(root.child("width"), 1)[0], 3, k_most_side),
                         whole(numbers(root.child("height"), 1)[0], 3, k_most_side)};
      for (const pugi::xml_node feature : root.child("features").children("_")) add_feature(feature);
    }
    for (const pugi::xml_node stage : root.child("stages").children("_")) old ? add_old_stage(stage) : add_stage(stage);
    if (cascade_.stages.empty()) fail("it has no stages");
    return std::move(cascade_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("the cascade {} cannot be read: {}", quote(name_), why));
  }

  /// The numbers of an element: `count` of them, or any where count is 0.
  std::vector<double> numbers(const pugi::xml_node& node, std::size_t count) const {
    std::vector<double> list;
    const std::string_view text = node.child_value();
    const char *at = text.data(), *end = at + text.size();
    while (true) {
      while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
      if (at == end) break;
      double value = 0;
      const auto [after, error] = std::from_chars(at, end, value);
      if (error != std::errc() || !std::isfinite(value)) fail(fmt::format("{} is no number", quote(std::string_view(at, end))));
      list.push_back(value);
      at = after;
    }
    if (count > 0 && list.size() != count)
      fail(fmt::format("an element {} has {} numbers instead of {}", quote(node.name()), list.size(), count));
    return list;
  }

  int whole(double value, int least, int most) const {
    if (value != std::floor(value) || value < least || value > most)
      fail(fmt::format("{} is not a whole number from {} to {}", value, least, most));
    return static_cast<int>(value);
  }

  int add_feature(const pugi::xml_node& node) {
    if (const pugi::xml_node tilted = node.child("tilted"); tilted && numbers(tilted, 1)[0] != 0)
      fail("it has tilted features, which need a table of another kind; choose a cascade without them");
    faces::Feature feature;
    std::size_t count = 0;
    for (const pugi::xml_node rect : node.child("rects").children("_")) {
      if (count == feature.rects.size()) fail("a feature has more than 3 rectangles");
      const std::vector<double> of = numbers(rect, 5);
      const auto [width, height] = cascade_.window;
      faces::WeightedRect& to = feature.rects[count++];
      to.x = whole(of[0], 0, width - 1);
      to.y = whole(of[1], 0, height - 1);
      to.width = whole(of[2], 1, width - to.x);
      to.height = whole(of[3], 1, height - to.y);
      to.weight = static_cast<float>(of[4]);
    }
    if (count < 2) fail("a feature has fewer than 2 rectangles");
    cascade_.features.push_back(feature);
    return static_cast<int>(cascade_.features.size()) - 1;
  }

  void begin_stage(double threshold) {
    constexpr float k_slack = 1e-5F;  // because: OpenCV subtracts it, so that its training's own windows pass
    if (cascade_.stages.size() == k_most_stages) fail(fmt::format("it has more than {} stages", k_most_stages));
    cascade_.stages.push_back({cascade_.trees.size(), 0, static_cast<float>(threshold) - k_slack});
  }

  void begin_tree() {
    cascade_.trees.push_back({cascade_.nodes.size(), cascade_.leaves.size()});
    ++cascade_.stages.back().trees;
  }

  /// The newest tree is complete: every way must lead forward, so that none is endless, and to something that is there.
  void check_tree() const {
    const faces::Tree& tree = cascade_.trees.back();
    const auto nodes = static_cast<int>(cascade_.nodes.size() - tree.first_node);
    const auto leaves = static_cast<int>(cascade_.leaves.size() - tree.first_leaf);
    if (nodes == 0) fail("a tree has no nodes");
    if (cascade_.nodes.size() > k_most_nodes) fail(fmt::format("it has more than {} nodes", k_most_nodes));
    for (int i = 0; i < nodes; ++i) {
      const faces::Node& node = cascade_.nodes[tree.first_node + static_cast<std::size_t>(i)];
      for (const int way : {node.left, node.right})
        if (way > 0 ? way <= i || way >= nodes : -way >= leaves) fail("a node leads to a node or leaf that it must not reach");
    }
  }

  void add_stage(const pugi::xml_node& stage) {
    begin_stage(numbers(stage.child("stageThreshold"), 1)[0]);
    for (const pugi::xml_node weak : stage.child("weakClassifiers").children("_")) {
      begin_tree();
      const std::vector<double> of = numbers(weak.child("internalNodes"), 0);
      if (of.size() % 4 != 0) fail("a node must have four numbers");
      const auto most = static_cast<int>(of.size() / 4);
      for (std::size_t i = 0; i < of.size(); i += 4)
        cascade_.nodes.push_back({whole(of[i + 2], 0, static_cast<int>(cascade_.features.size()) - 1),
                                  static_cast<float>(of[i + 3]), whole(of[i], -most, most), whole(of[i + 1], -most, most)});
      for (const double leaf : numbers(weak.child("leafValues"), 0)) cascade_.leaves.push_back(static_cast<float>(leaf));
      check_tree();
    }
  }

  void add_old_stage(const pugi::xml_node& stage) {
    begin_stage(numbers(stage.child("stage_threshold"), 1)[0]);
    for (const pugi::xml_node tree : stage.child("trees").children("_")) {
      begin_tree();
      int leaves = 0;
      const auto way = [&](const pugi::xml_node& node, const char* leaf, const char* next) {
        if (const pugi::xml_node to = node.child(next)) return whole(numbers(to, 1)[0], 1, static_cast<int>(k_most_nodes));
        cascade_.leaves.push_back(static_cast<float>(numbers(node.child(leaf), 1)[0]));
        return -leaves++;
      };
      for (const pugi::xml_node node : tree.children("_")) {
        const int feature = add_feature(node.child("feature"));
        const auto threshold = static_cast<float>(numbers(node.child("threshold"), 1)[0]);
        const int left = way(node, "left_val", "left_node");
        cascade_.nodes.push_back({feature, threshold, left, way(node, "right_val", "right_node")});
      }
      check_tree();
    }
  }

  const std::string& name_;
  faces::Cascade cascade_;
};

}  // namespace

faces::Cascade cascade_from_text(std::string_view text, const std::string& name) {
  if (text.size() > k_most_bytes) throw InputError(fmt::format("{} is no cascade: it has more than 64 MiB", quote(name)));
  return Reader(name).read(text);
}

faces::Cascade load_cascade(const std::string& file) {
  const std::vector<std::byte> bytes = whole_file(file, k_most_bytes);
  return cascade_from_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
}

std::string installed_cascade() {
  std::error_code unknown;
  for (const char* folder : {"/usr/share/opencv4/haarcascades/", "/usr/share/opencv/haarcascades/"})
    if (std::string file = std::string(folder) + "haarcascade_frontalface_default.xml"; std::filesystem::exists(file, unknown))
      return file;
  return {};
}

}  // namespace satscope::app
