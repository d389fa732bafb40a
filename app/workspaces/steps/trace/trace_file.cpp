// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/core/json.h"
#include "app/session/fields.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/settings.h"
#include "kernels/registry.h"
#include "kernels/trace/trace_sizes.h"

namespace satscope::app {
namespace {
using nlohmann::json;

/// A whole number; JSON's 1e30 and 0.5 are numbers, too.
template <class T>
T whole(const json& value) {
  if (!holds<T>(value)) throw std::runtime_error("its sizes must be whole numbers");
  return value.get<T>();
}

/// The picture that was traced, a row per line.
std::string numbers_of(const json& document) {
  const json& extent = document.at("picture");
  const auto width = whole<std::uint32_t>(extent.at(0)), height = whole<std::uint32_t>(extent.at(1));
  if (std::min(width, height) < 1 || std::max(width, height) > k_trace_limit)
    throw std::runtime_error(fmt::format("its picture must have sides from 1 to {}", k_trace_limit));
  const json& buffers = document.at("buffers");
  const auto picture = std::ranges::find_if(buffers, [](const json& one) { return one.at("name") == "picture"; });
  if (picture == buffers.end()) throw std::runtime_error("it has no buffer 'picture'");
  const json& start = picture->at("start");  // null: zeros
  if (!start.is_null() && start.size() != std::size_t{width} * height)
    throw std::runtime_error(fmt::format("its picture must have {} numbers", width * height));
  std::string text;
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      if (!start.is_null() && !start.at(y * width + x).is_number()) throw std::runtime_error("its picture must be numbers");
      text += start.is_null() ? std::string("0") : start.at(y * width + x).dump();
      text += x + 1 < width ? ' ' : '\n';
    }
  return text;
}

/// Which of the algorithm's sizes it was traced with.
std::size_t size_of(const json& document, const Algorithm& algorithm) {
  const json& sizes = document.at("sizes");
  const auto size = [&](const char* name) { return whole<int>(sizes.at(name)); };
  const Sizes wanted{.warp = size("warp"), .block = size("block"), .segment = size("segment"), .tile = size("tile")};
  const std::vector<Sizes> all = numbered_sizes(algorithm.trace_sizes);
  const auto found = std::ranges::find(all, wanted);
  if (found == all.end()) throw std::runtime_error(fmt::format("{} cannot be traced with its sizes", algorithm.id));
  return static_cast<std::size_t>(found - all.begin());
}

json session_of(const json& document, const std::string& name) {
  const auto id = document.at("algorithm").get<std::string>();
  const Algorithm* algorithm = find_algorithm(id);
  if (!algorithm) throw std::runtime_error(no_such(algorithms(), "algorithm", id));
  const StepsSettings usual;
  json steps = written(usual);
  steps["source"].update(
      {{"kind", "typed"}, {"typed", numbers_of(document)}, {"from", std::filesystem::path(name).filename().string()}});
  steps["algorithm"] = id;
  steps["params"] = document.at("params");
  steps["size"] = size_of(document, *algorithm);
  for (const char* same : {"form", "type"}) steps[same] = document.at(same);
  steps["order"] = document.at("schedule");
  read_part<StepsSettings>(steps);  // because: what is not allowed is the trace's fault
  return {{"workspace", "steps"},
          {StepsSettings::k_member, steps},
          {StepsPlace::k_member, {{"deleted_barriers", document.at("deleted_barriers")}}}};
}

}  // namespace

std::optional<json> session_of_trace(const json& document, const std::string& name) {
  if (!document.is_object()) return {};
  for (const char* member : {"algorithm", "picture", "schedule", "buffers", "steps"})
    if (!document.contains(member)) return {};
  const auto broken = [&](const char* why) {
    return std::runtime_error(fmt::format("the trace '{}' is broken: {}", name, why));
  };
  try {
    return session_of(document, name);
  } catch (const json::exception&) {
    throw broken("a member is missing or of the wrong kind; see docs/trace.schema.json");
  } catch (const std::runtime_error& error) {
    throw broken(error.what());
  }
}

}  // namespace satscope::app
