// SPDX-License-Identifier: Apache-2.0
// nlohmann's JSON, whose members are compiled once, in json.cpp: otherwise every file would take seconds to compile them.
#pragma once
#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
