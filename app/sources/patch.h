// SPDX-License-Identifier: Apache-2.0
// A small square of a picture, for stepping through.
#pragma once
#include "app/sources/samples.h"
#include "kernels/table.h"

namespace satscope::app {

/// The pixels of this box as a picture of their own. Throws InputError with the allowed range if it is not wholly inside.
Samples cut_patch(const Samples& samples, const Box& patch);

}  // namespace satscope::app
