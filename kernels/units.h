// SPDX-License-Identifier: Apache-2.0
// What the generated units provide to the registry: see cmake/Units.cmake.
#pragma once
#include <vector>

#include "kernels/filter.h"
#include "kernels/plan.h"

namespace satscope {

/// Makes an algorithm's plan with the runners of one machine.
using PlanOnOneMachine = Plan (*)(const Request&);

std::vector<Algorithm> algorithm_descriptions();
const std::vector<PlanOnOneMachine>& plans_on_cpu();
const std::vector<PlanOnOneMachine>& plans_traced();
const std::vector<PlanOnOneMachine>& plans_on_gpu();  ///< empty in a build without CUDA

// The same of filters.
using DraftOnOneMachine = FilterDraft (*)(const FilterRequest&);
std::vector<Filter> filter_descriptions();
const std::vector<DraftOnOneMachine>& drafts_on_cpu();
const std::vector<DraftOnOneMachine>& drafts_traced();
const std::vector<DraftOnOneMachine>& drafts_on_gpu();  ///< empty in a build without CUDA

}  // namespace satscope
