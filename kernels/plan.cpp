// SPDX-License-Identifier: Apache-2.0
#include "kernels/plan.h"

#include <utility>

#include "kernels/simt/tile_status.h"
#include "kernels/trace/recorder.h"

namespace satscope {

std::size_t Buffer::bytes() const {
  if (rows.packed()) return packed_bytes();
  return first_byte() + static_cast<std::size_t>(shape.height) * pitch_bytes();
}

std::size_t Buffer::packed_bytes() const {
  return words ? bytes_of_tile_status(shape.area(), size_of(type)) : shape.area() * place_bytes();
}

Pass renumbered(Pass pass, const std::vector<int>& numbers) {
  for (int& buffer : pass.reads) buffer = numbers[static_cast<std::size_t>(buffer)];
  for (int& buffer : pass.writes) buffer = numbers[static_cast<std::size_t>(buffer)];
  const auto seen_by_part = [numbers](const Memory& memory) {
    Memory part;
    part.at.reserve(numbers.size());
    for (const int n : numbers) {
      part.at.push_back(memory.at[static_cast<std::size_t>(n)]);
      part.pitches.push_back(memory.pitches[static_cast<std::size_t>(n)]);
    }
    return part;
  };
  if (pass.gpu)
    pass.gpu = [run = std::move(pass.gpu), seen_by_part](const Memory& memory, void* stream) {
      run(seen_by_part(memory), stream);
    };
  if (pass.cpu)
    pass.cpu = [run = std::move(pass.cpu), seen_by_part](const Memory& memory, const HostRun& how) {
      run(seen_by_part(memory), how);
    };
  if (pass.traced)
    pass.traced = [run = std::move(pass.traced), numbers](Recorder& recorder) {
      recorder.renumber_plan_buffers(numbers);
      run(recorder);
      recorder.renumber_plan_buffers({});
    };
  return pass;
}

std::size_t Plan::bytes() const {
  std::size_t sum = 0;
  for (const Buffer& buffer : buffers) sum += buffer.bytes();
  return sum;
}

}  // namespace satscope
