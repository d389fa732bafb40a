// SPDX-License-Identifier: Apache-2.0
// Numbers without a file.
#pragma once
#include <string>

#include "app/sources/samples.h"

namespace satscope::app {

/// A table from the text of a CSV file. name: the subject of sentences. Throws InputError.
Samples numbers_from_text(const std::string& text, const std::string& name);

}  // namespace satscope::app
