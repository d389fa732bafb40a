// SPDX-License-Identifier: Apache-2.0
// satscope faces: the detector that made the table famous.
#include <fmt/format.h>

#include <memory>

#include "app/commands/shared/compute.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/core/text/walk_text.h"
#include "app/sources/files/cascade_file.h"
#include "app/sources/samples.h"
#include "kernels/faces/search.h"
#include "kernels/faces/walk.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

struct FacesOptions {
  std::string input, cascade, window, factor = "1.1", neighbours = "3", threads = "0", machine = "auto";
  bool json = false;
};

Json as_json(const Box& box) { return {{"x", box.x}, {"y", box.y}, {"w", box.width}, {"h", box.height}}; }

struct Looked {
  faces::Detection detection;
  std::vector<faces::PassTime> passes = {};  ///< of a GPU
};

/// On the GPU more than once: the first run pays for the start.
Looked look(Machine machine, const faces::Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture,
            const faces::Search& search) {
  if (machine == Machine::cpu) return {faces::detect(cascade, grey, picture, search)};
  faces::KernelSearch kernels(cascade, picture, search, machine);
  kernels.run(grey);
  faces::Detection found = kernels.run(grey);
  return {std::move(found), kernels.pass_times(grey)};
}

/// The text of --window: each node that the window meets.
std::string walk_text(const faces::Cascade& cascade, const faces::WindowWalk& walk) {
  std::string text = fmt::format("{} x {} at {}, {}, mean {:.1f}, deviation {:.1f}\n", walk.box.width, walk.box.height,
                                 walk.box.x, walk.box.y, walk.mean, walk.deviation);
  for (const faces::WalkStep& step : walk.steps) {
    const std::vector<std::string> sentences = step_texts(cascade, step);
    for (std::size_t i = 0; i < sentences.size(); ++i)
      text += (i == 0 ? "" : i == 3 && step.ends_stage ? "\n  " : "; ") + sentences[i];
    text += "\n";
  }
  return text + fate_text(cascade, walk) + "\n";
}

/// The same as JSON; stages and trees are counted from 1.
Json walk_json(const faces::Cascade& cascade, const faces::WindowWalk& walk) {
  Json steps = Json::array();
  for (const faces::WalkStep& step : walk.steps) {
    const faces::Node& node = cascade.nodes[static_cast<std::size_t>(step.node)];
    Json rectangles = Json::array();
    const auto& parts = cascade.features[static_cast<std::size_t>(node.feature)].rects;
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (parts[k].weight != 0) rectangles.push_back({{"weight", parts[k].weight}, {"sum", step.sums[k]}});
    const float stage = cascade.stages[static_cast<std::size_t>(step.stage)].threshold;
    steps.push_back({{"stage", step.stage + 1},
                     {"tree", step.tree + 1},
                     {"rectangles", rectangles},
                     {"value", step.value},
                     {"threshold", node.threshold},
                     {"leaf", step.leaf ? Json(*step.leaf) : Json(nullptr)},
                     {"stage_sum", step.stage_sum},
                     {"stage_threshold", step.ends_stage ? Json(stage) : Json(nullptr)},
                     {"reads", step.reads}});
  }
  return {{"window", as_json(walk.box)},
          {"mean", walk.mean},
          {"deviation", walk.deviation},
          {"flat", walk.flat},
          {"stages", cascade.stages.size()},
          {"stages_passed", walk.passed},
          {"steps", steps}};
}

void find_faces(const FacesOptions& options) {
  const int least = read_whole("--neighbours", options.neighbours, 0, 1000);
  const faces::Search search{.factor = read_real("--factor", options.factor, 1.01, 10),
                             .threads = read_threads(options.threads)};
  const Machine machine = choose(read_machine(options.machine), nullptr).machine;
  const std::string file = options.cascade.empty() ? installed_cascade() : options.cascade;
  if (file.empty()) throw std::runtime_error(std::string(k_no_cascade) + " with --cascade");
  const faces::Cascade cascade = load_cascade(file);
  // the bytes, a scaled copy in two engines, two tables
  const Samples samples = read_input(options.input, [](Extent extent) { return 16.0 * static_cast<double>(extent.area()); });
  const std::vector<std::byte> bytes = pixels_as(samples, Scalar::u8);
  const std::span<const std::uint8_t> grey{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  if (!options.window.empty()) {
    const auto walk = faces::walk_window(cascade, grey, samples.extent, search, read_square("--window", options.window));
    if (!walk)
      throw std::runtime_error(fmt::format("no window fits into {} x {} pixels", samples.extent.width, samples.extent.height));
    if (!options.json) return print(walk_text(cascade, *walk));
    Json json{{"input", samples.name}, {"cascade", file}};
    json.update(walk_json(cascade, *walk));
    return print_json(json);
  }
  const Looked looked = look(machine, cascade, grey, samples.extent, search);
  const faces::Detection& found = looked.detection;
  std::vector<faces::Face> list = faces::grouped(found.windows, least);
  for (faces::Face& face : list) face.box = faces::cut_to(samples.extent, face.box);

  if (options.json) {
    Json of = Json::array(), raw = Json::array();
    for (const faces::Face& face : list) {
      Json one = as_json(face.box);
      one["neighbours"] = face.neighbours;
      of.push_back(one);
    }
    for (const Box& box : found.windows) raw.push_back(as_json(faces::cut_to(samples.extent, box)));
    Json passes = Json::array();
    for (const faces::PassTime& pass : looked.passes) passes.push_back({{"name", pass.name}, {"ms", pass.ms}});
    print_json(Json{{"input", samples.name},
                    {"cascade", file},
                    {"machine", id_of(machine)},
                    {"faces", of},
                    {"windows", found.looked_at},
                    {"sizes", found.sizes},
                    {"flat", found.flat},
                    {"rejected_by_stage", found.rejected},
                    {"passed", raw},
                    {"ms", {{"scale", found.scale_ms}, {"tables", found.tables_ms}, {"cascade", found.cascade_ms}}},
                    {"passes", passes}});
    return;
  }
  std::string text = counted(list.size(), "face") + "\n";
  for (const faces::Face& face : list)
    text += fmt::format("  x {}, y {}, {} x {}, found by {}\n", face.box.x, face.box.y, face.box.width, face.box.height,
                        counted(face.neighbours, "window"));
  text +=
      fmt::format("{} of {} looked at: {} flat", counted(found.looked_at, "window"), counted(found.sizes, "size"), found.flat);
  for (std::size_t i = 0; i < found.rejected.size(); ++i)
    if (found.rejected[i] > 0) text += fmt::format(", stage {} rejects {}", i + 1, found.rejected[i]);
  text += fmt::format(", {} pass\n", found.windows.size());
  text += machine == Machine::gpu ? fmt::format("{:.2f} ms for all kernels, without transfers\n", found.cascade_ms)
                                  : fmt::format("{:.1f} ms: scaling {:.1f}, tables {:.1f}, cascade {:.1f}\n",
                                                found.scale_ms + found.tables_ms + found.cascade_ms, found.scale_ms,
                                                found.tables_ms, found.cascade_ms);
  for (const faces::PassTime& pass : looked.passes) text += fmt::format("  {:<12} {:.3f} ms\n", pass.name, pass.ms);
  print(text);
}

}  // namespace

Task declare_faces(CLI::App& parser) {
  const auto options = std::make_shared<FacesOptions>();
  add_input(parser, options->input)->required();
  parser.add_option("--cascade", options->cascade,
                    "an XML file of OpenCV's haarcascades; default: the frontal faces of the Debian package opencv-data");
  parser.add_option("--window", options->window, "what the cascade does in the window next to that square, node by node");
  parser.add_option("--factor", options->factor, "from one window size to the next, 1.01 to 10")->capture_default_str();
  parser.add_option("--neighbours", options->neighbours, "a face is found by more windows than this; 0 lists every window")
      ->capture_default_str();
  parser.add_option("--machine", options->machine, "machine: auto (the GPU if usable, else the CPU), gpu, cpu")
      ->capture_default_str();
  parser.add_option("--threads", options->threads, "of the host; 0: all")->capture_default_str();
  parser.add_flag("--json", options->json, "print JSON instead of text");
  parser.footer("It finds faces, stores nothing and recognises no person.");
  return [options] { find_faces(*options); };
}

}  // namespace satscope::app
