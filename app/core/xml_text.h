// SPDX-License-Identifier: Apache-2.0
// Text inside XML and HTML.
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

/// Text as XML holds it: with &amp; and the like, and without characters that no XML document may have.
std::string xml_text(std::string_view text);

}  // namespace satscope::app
