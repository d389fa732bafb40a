// SPDX-License-Identifier: Apache-2.0
// What a stored table is still worth, in sentences.
#pragma once
#include <string>
#include <string_view>

#include "kernels/storage/method.h"

namespace satscope::app {

/// Which boxes are exact, in any picture and in this one. here: the largest exact square of this one. where: said behind its
/// size, such as ", drawn at corner A".
std::string exactness_text(const Coding& coding, Extent here, std::string_view where = {});

}  // namespace satscope::app
