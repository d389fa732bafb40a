// SPDX-License-Identifier: Apache-2.0
#include "app/frame_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/reference.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// The patch around (x, y) that lies in the picture.
Box patch_around(int x, int y, Extent picture) {
  const auto side = [](int at, int length) {
    const int size = std::min(k_patch, length);
    return std::pair{std::clamp(at - size / 2, 0, length - size), size};
  };
  const auto [left, width] = side(x, picture.width);
  const auto [top, height] = side(y, picture.height);
  return {left, top, width, height};
}

std::vector<std::byte> pixels_of(const Content& content, const Box& patch) {
  const Scalar type = content.job.request.types.in;
  std::vector<std::byte> bytes;
  for (int y = patch.y; y < patch.y + patch.height; ++y)
    for (int x = patch.x; x < patch.x + patch.width; ++x) {
      const double number = content.pixel(x, y);
      const auto append = [&](auto element) {
        const auto* raw = reinterpret_cast<const std::byte*>(&element);
        bytes.insert(bytes.end(), raw, raw + sizeof element);
      };
      switch (type) {
        case Scalar::u8: append(static_cast<std::uint8_t>(number)); break;
        case Scalar::s32: append(static_cast<std::int32_t>(number)); break;
        case Scalar::u32: append(static_cast<std::uint32_t>(number)); break;
        case Scalar::u64: append(static_cast<std::uint64_t>(number)); break;
        case Scalar::f32: append(static_cast<float>(number)); break;
        case Scalar::f64: append(number); break;
      }
    }
  return bytes;
}

std::vector<std::byte> table_on(Machine machine, const TableJob& job, const Request& request,
                                const std::vector<std::byte>& pixels) {
  Engine engine(job.algorithm->plan(request), machine, 1);
  engine.poison();
  engine.write(engine.plan().picture(), pixels);
  engine.run();
  std::vector<std::byte> table(engine.plan().buffers[static_cast<std::size_t>(engine.plan().table())].bytes());
  engine.read(engine.plan().table(), table);
  return table;
}

}  // namespace

Agreement compare_machines(const Content& content, int x, int y) {
  const TableJob& job = content.job;
  const Box patch = patch_around(x, y, job.request.extent);
  Request request = job.request;
  request.extent = {patch.width, patch.height};
  const std::string where = fmt::format("on the {}x{} patch at ({}, {}), {} {}", patch.width, patch.height, patch.x, patch.y,
                                        job.algorithm->id, request.types.id);
  for (const Machine machine : {Machine::cpu, Machine::gpu}) {
    if (machine == Machine::gpu && !gpu_status().usable) continue;
    if (const std::string why = refusal(*job.algorithm, request, machine); !why.empty())
      return {FrameStatus::Agreement::unknown, why};
  }
  const std::vector<std::byte> pixels = pixels_of(content, patch);
  const std::vector<std::byte> on_cpu = table_on(Machine::cpu, job, request, pixels);
  bool agree = false;
  std::string pair;
  if (gpu_status().usable) {
    agree = table_on(Machine::gpu, job, request, pixels) == on_cpu;
    pair = "GPU and CPU";
  } else {
    agree = compare_with_reference(*job.algorithm, request, pixels, on_cpu).correct;
    pair = "CPU and 64-bit reference";
  }
  return {agree ? FrameStatus::Agreement::agree : FrameStatus::Agreement::differ,
          fmt::format("{} {} {}", pair, agree ? "agree" : "differ", where)};
}

}  // namespace satscope::app
