// SPDX-License-Identifier: Apache-2.0
// Times two launches that do the same, turn by turn, so that neighbouring samples see the same clocks.
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "kernels/device.h"
#include "kernels/measure.h"
#include "kernels/twins.h"

namespace satscope {

/// machine, hand: launch on set number ... of the buffers.
template <class ByMachine, class ByHand>
void time_side_by_side(TwinTimes& times, const Stream& stream, int sets, ByMachine&& by_machine, ByHand&& by_hand) {
  constexpr int k_samples = 40;
  std::vector<double> machine, hand, ratios;
  for (int i = 0; i < k_samples; ++i) {
    machine.push_back(measure_on_gpu(stream, sets, {.samples = 1}, by_machine).median());
    hand.push_back(measure_on_gpu(stream, sets, {.samples = 1}, by_hand).median());
    ratios.push_back(machine.back() / hand.back());
  }
  const auto median = [](std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    return Timings{values}.median();
  };
  times.machine_ms = median(machine);
  times.hand_ms = median(hand);
  times.ratio = median(ratios);
}

inline std::vector<std::uint8_t> noise_of_twins(Extent extent) {
  std::mt19937 random(1);
  std::vector<std::uint8_t> picture(extent.area());
  for (auto& pixel : picture) pixel = static_cast<std::uint8_t>(random() >> 24);
  return picture;
}

template <class T>
std::vector<T> download(const Stream& stream, const DeviceMemory& memory, std::size_t count) {
  std::vector<T> values(count);
  stream.copy_to_host(values.data(), memory.get(), count * sizeof(T));
  stream.wait();
  return values;
}

}  // namespace satscope
