// SPDX-License-Identifier: Apache-2.0
#include "kernels/plan.h"

#include "kernels/simt/words.h"

namespace satscope {

std::size_t Buffer::bytes() const {
  return words ? bytes_of_words(shape.area(), size_of(type))
               : shape.area() * size_of(type) * static_cast<std::size_t>(channels);
}

std::size_t Plan::bytes() const {
  std::size_t sum = 0;
  for (const Buffer& buffer : buffers) sum += buffer.bytes();
  return sum;
}

}  // namespace satscope
