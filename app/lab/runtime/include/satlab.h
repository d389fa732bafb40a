// SPDX-License-Identifier: Apache-2.0
// CUDA's language and runtime for a host compiler. What a kernel does is watched by the hooks that -fsanitize=thread inserts.
#pragma once
#include "satlab_device.h"
#include "satlab_host.h"
