// SPDX-License-Identifier: Apache-2.0
// From a request to a finished table, for the commands that need one.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/sources/chosen.h"
#include "app/sources/samples.h"
#include "kernels/engine.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// A finished table, on the host, in packed rows.
class Computed {
 public:
  Computed(Engine engine, const Request& request);
  TableView view() const;

 private:
  Request request_;
  std::unique_ptr<Engine> engine_;  ///< holds the table where it was made on the host in packed rows
  std::vector<std::byte> copy_;     ///< else
};

/// 8u32u of bytes and 32f32f of fractions; of other whole numbers the first of 32s32s, 32u32u and 64f64f that holds each of
/// them and the sum of this box. Entries may wrap around: the sum of the box is right all the same.
const TypePair& type_for(const Samples& samples, const Box& box);

/// pixels_as. What it throws of a value that does not fit also names a type that fits the sums of all.
std::vector<std::byte> pixels_for(const Samples& samples, const TypePair& types);

/// Bytes of host memory that `compute` needs for a picture of this size, besides its samples; 0 where it refuses.
double bytes_to_compute(const Chosen& choice, Request request, Extent extent);

/// Computes the table. A choice made for the user falls back to the CPU, with a new reason in `choice`, if the GPU refuses
/// this request. Throws std::runtime_error or InputError with a sentence. threads: of the host, 0 for all.
Computed compute(const Samples& samples, Chosen& choice, Request request, int threads = 0);

}  // namespace satscope::app
