// SPDX-License-Identifier: Apache-2.0
// What there is to show of a content that has arrived; front: the buffers that it is drawn from.
#pragma once
#include "app/pipeline/content.h"
#include "app/pipeline/shown.h"

namespace satscope::app {

/// Of a table; serial: which one it is.
Shown shown_of(const Content& content, const ScreenBuffers& front, std::uint64_t serial);

/// Of the result of a chain, all but its times; the next serial.
void show_result(const Content& content, const ScreenBuffers& front, Filtered& filtered);

}  // namespace satscope::app
