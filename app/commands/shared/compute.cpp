// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/compute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "kernels/registry.h"

namespace satscope::app {

Computed::Computed(Engine engine, const Request& request)
    : request_(request), engine_(std::make_unique<Engine>(std::move(engine))) {
  const Plan& plan = engine_->plan();
  if (engine_->machine() == Machine::cpu && plan.buffers.back().rows.packed()) return;
  copy_.resize(plan.buffers.back().packed_bytes());
  engine_->read(plan.table(), copy_);
  engine_.reset();  // its memory is wanted by others
}

TableView Computed::view() const {
  std::span<const std::byte> bytes = copy_;
  if (engine_) {
    const int table = engine_->plan().table();
    bytes = {static_cast<const std::byte*>(engine_->memory().at[static_cast<std::size_t>(table)]),
             engine_->plan().buffers.back().bytes()};
  }
  return {.bytes = bytes, .picture = request_.extent, .form = request_.form, .type = request_.types.out};
}

namespace {

Computed compute_on(const Chosen& choice, const Request& request, const Samples& samples, int threads) {
  if (const std::string why = refusal(*choice.algorithm, request, choice.machine); !why.empty()) throw std::runtime_error(why);
  // first, because it checks whether there is enough memory
  Engine engine(choice.algorithm->plan(request), choice.machine, threads);
  const int picture = engine.plan().picture();
  if (request.channels == 4)
    engine.write(picture, four_channels_as(samples, request.types.in));
  else if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&samples.values); bytes && request.types.in == Scalar::u8)
    engine.write(picture, std::as_bytes(std::span(*bytes)));
  else
    engine.write(picture, pixels_for(samples, request.types));
  engine.run();
  engine.wait();
  return {std::move(engine), request};
}

}  // namespace

const TypePair& type_for(const Samples& samples, const Box& box) {
  if (std::holds_alternative<std::vector<std::uint8_t>>(samples.values)) return *find_type_pair("8u32u");
  return std::visit(
      [&](const auto& values) -> const TypePair& {
        const auto whole = [](auto value) { return std::trunc(static_cast<double>(value)) == static_cast<double>(value); };
        if (!std::ranges::all_of(values, whole)) return *find_type_pair("32f32f");
        const auto [least, most] = std::ranges::minmax(values);
        if (least >= 0 && most <= 255) return *find_type_pair("8u32u");
        double sum = 0;
        for (int y = box.y; y < box.y + box.height; ++y)
          for (int x = box.x; x < box.x + box.width; ++x)
            sum += std::abs(
                static_cast<double>(values[static_cast<std::size_t>(y) * static_cast<std::size_t>(samples.extent.width) +
                                           static_cast<std::size_t>(x)]));
        if (sum < 0x1p31 && least >= -0x1p31 && most < 0x1p31) return *find_type_pair("32s32s");
        return sum < 0x1p32 && least >= 0 && most < 0x1p32 ? *find_type_pair("32u32u") : *find_type_pair("64f64f");
      },
      samples.values);
}

std::vector<std::byte> pixels_for(const Samples& samples, const TypePair& types) {
  try {
    return pixels_as(samples, types.in);
  } catch (const InputError& error) {
    if (types.in == Scalar::f64) throw;
    const TypePair fits = type_for(samples, {0, 0, samples.extent.width, samples.extent.height});
    throw InputError(fmt::format(
        "{}; --type {}", error.what(),
        is_float(fits.in) ? "64f64f takes any numbers" : fmt::format("{} holds such pixels and their sums", fits.id)));
  }
}

double bytes_to_compute(const Chosen& choice, Request request, Extent extent) {
  request.extent = extent;
  if (!refusal(*choice.algorithm, request, choice.machine).empty()) return 0;
  const Plan plan = choice.algorithm->plan(request);
  double bytes = 0;
  for (const Buffer& buffer : plan.buffers)
    if (choice.machine == Machine::cpu) bytes += static_cast<double>(buffer.bytes());
  const Buffer& table = plan.buffers.back();
  if (choice.machine == Machine::gpu || !table.rows.packed()) bytes += static_cast<double>(table.packed_bytes());
  return bytes;
}

Computed compute(const Samples& samples, Chosen& choice, Request request, int threads) {
  request.extent = samples.extent;
  return with_fallback(choice, [&] { return compute_on(choice, request, samples, threads); });
}

}  // namespace satscope::app
