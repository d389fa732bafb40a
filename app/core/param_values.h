// SPDX-License-Identifier: Apache-2.0
// Values of parameters in a session file: conversion to JSON and back.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "kernels/plan.h"

namespace satscope::app {

/// {"border": "clip", "r": 3, "padding": true}; whole numbers without a fraction.
nlohmann::json to_json(const Params& params);

/// Reads what `to_json` writes. known: the parameters of their owner, whose values are checked; others pass unchecked. where:
/// their owner, for messages. Throws std::runtime_error with a sentence that says what is allowed.
Params params_from_json(const nlohmann::json& object, std::span<const Param> known, std::string_view where);

}  // namespace satscope::app
