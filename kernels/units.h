// SPDX-License-Identifier: Apache-2.0
// What the units of the machines provide to the rest; most are generated (cmake/Units.cmake).
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

// The same for filters.
using DraftOnOneMachine = FilterDraft (*)(const FilterRequest&);
std::vector<Filter> filter_descriptions();
const std::vector<DraftOnOneMachine>& drafts_on_cpu();
const std::vector<DraftOnOneMachine>& drafts_traced();
const std::vector<DraftOnOneMachine>& drafts_on_gpu();  ///< empty in a build without CUDA

// The channel split, which is not in the list of filters. Empty in a build without CUDA.
decltype(Pass::gpu) luma_on_gpu(Extent extent, Scalar to);
decltype(Pass::gpu) grey_on_gpu(Extent extent);

}  // namespace satscope
