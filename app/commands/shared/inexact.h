// SPDX-License-Identifier: Apache-2.0
// What is not exact about a table, in a sentence.
#pragma once
#include <string>

#include "app/sources/samples.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// Compares every entry with the sum of its pixels in 64 bits, if the type does not guarantee that they are equal. Empty if
/// they are; else how many are not, the first or worst of them, why, and from which box size on. `request`: of the table, with
/// interleaved channels.
std::string inexact_text(const Samples& samples, const Algorithm& algorithm, const Request& request, const TableView& table);

}  // namespace satscope::app
