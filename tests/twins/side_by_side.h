// SPDX-License-Identifier: Apache-2.0
// Times two launches that do the same, turn by turn, so that neighbouring samples see the same clocks.
#pragma once
#include <random>
#include <utility>
#include <vector>

#include "kernels/device.h"
#include "kernels/last_times.h"
#include "kernels/stopwatch.h"
#include "tests/twins/twins.h"

namespace satscope {

/// machine, hand: launch on a set of the buffers.
inline void time_side_by_side(TwinTimes& times, const Stream& stream, int sets, Stopwatch::Run by_machine,
                              Stopwatch::Run by_hand) {
  Stopwatch machine(&stream, std::move(by_machine)), hand(&stream, std::move(by_hand));
  for (Stopwatch* stopwatch : {&machine, &hand}) {
    for (int i = 0; i < sets; ++i) stopwatch->add_set();
    stopwatch->complete(true);
  }
  LastTimes machine_ms, hand_ms, ratios;
  for (int i = 0; i < 40; ++i) {
    const double one = machine.sample(), other = hand.sample();
    machine_ms.add(one);
    hand_ms.add(other);
    ratios.add(one / other);
  }
  times.machine_ms = machine_ms.median();
  times.hand_ms = hand_ms.median();
  times.ratio = ratios.median();
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
