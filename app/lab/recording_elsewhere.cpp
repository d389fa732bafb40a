// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "app/lab/process/process.h"
#include "app/lab/recording.h"

namespace satscope::app::lab {

Recording::Recording(const satlab::Settings& settings) : settings_(settings) { throw std::runtime_error(why_no_process()); }
Recording::~Recording() = default;
void Recording::give(std::span<const double> /*pixels*/) {}
std::span<const satlab::Event> Recording::events() const { return {}; }
std::string_view Recording::text(std::uint64_t /*offset*/) const { return {}; }
std::string_view Recording::bytes(std::uint64_t /*offset*/, std::uint64_t /*count*/) const { return {}; }

}  // namespace satscope::app::lab
