// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "app/render/gl/offscreen.h"

namespace satscope::app {
namespace {

[[noreturn]] void refuse() { throw std::runtime_error("a browser draws no window off-screen: not supported here"); }

}  // namespace

struct Offscreen::State {};

Offscreen::Offscreen(Extent /*size*/) { refuse(); }
Offscreen::~Offscreen() = default;
Extent Offscreen::size() const { return {}; }
void Offscreen::bind() {}
void Offscreen::fill_nothing() {}
std::vector<std::uint32_t> Offscreen::read() { return {}; }
const std::string& Offscreen::renderer() const { refuse(); }
const std::string& Offscreen::version() const { refuse(); }
const std::string& Offscreen::platform() const { refuse(); }

}  // namespace satscope::app
