// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/interruption.h"

namespace satscope::app {

std::string_view name_of_signal(int /*signal*/) { return "a signal"; }

Interruption::Interruption(bool /*breaks_off*/) : worker_{}, pipe_{-1, -1} {}
Interruption::~Interruption() = default;
int Interruption::signal() const { return 0; }

}  // namespace satscope::app
