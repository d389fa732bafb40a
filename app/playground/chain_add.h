// SPDX-License-Identifier: Apache-2.0
// Filters enter the chain.
#pragma once
#include "app/playground/playground_settings.h"

namespace satscope::app {

/// Puts the filter at the end of the chain, with its defaults and in force, and gives back its place. Nothing can follow a
/// filter that makes no picture: it stays last, and a second one takes its place.
int add_to_chain(PlaygroundEdit& edit, const Filter& filter);

/// The chain becomes this filter alone; where it was in the chain, it keeps its parameters.
void make_chain(PlaygroundEdit& edit, const Filter& filter);

}  // namespace satscope::app
