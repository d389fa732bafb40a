// SPDX-License-Identifier: Apache-2.0
#include "kernels/shared_library.h"

namespace satscope {

SharedLibrary::SharedLibrary(const std::string& /*file*/, Symbols /*symbols*/)
    : handle_(nullptr), why_not_("a browser loads no libraries") {}

void* SharedLibrary::address_of(const char* /*name*/) const { return nullptr; }

std::filesystem::path program_folder() { return {}; }

}  // namespace satscope
