// SPDX-License-Identifier: Apache-2.0
// Common to algorithms that are one call of a library: they make padded tables, on one machine, in one pass.
#pragma once
#include "kernels/simt/pass.h"

namespace satscope::library {

/// function: the full name of the called function. takes: whether it supports tables of these types.
inline Algorithm describe(Described head, const std::string& function, Machine machine, bool (*takes)(const TypePair&)) {
  Algorithm self{std::move(head)};
  self.natural_form = Form::padded;
  self.refusal = [=](const Request& request, Machine asked) -> std::string {
    if (asked != machine)
      return function + (machine == Machine::gpu ? " runs on the GPU; on the CPU it is not supported"
                                                 : " runs on the CPU; on the GPU it is not supported");
    if (request.form != Form::padded)
      return function + " makes padded tables; " + std::string(id_of(request.form)) + " ones are not supported";
    if (!takes(request.types)) return function + " has no tables of " + std::string(request.types.id) + ": not supported";
    return {};
  };
  self.untraced = function + " is compiled library code: its steps cannot be recorded";
  return self;
}

/// The plan, without a runner. walks: how often the table is written or read.
inline Plan plan(const Request& request, std::string function, double walks) {
  const Extent table = table_extent(request.extent, request.form);
  const double sums = static_cast<double>(table.area()) * static_cast<double>(size_of(request.types.out));
  const Cost cost{static_cast<double>(request.extent.area()) * static_cast<double>(size_of(request.types.in)) + walks * sums,
                  {"2MN",
                   {{"M", 1.0 * request.extent.height, "rows"}, {"N", 1.0 * request.extent.width, "columns"}},
                   "As many as the recursion needs; those of the library are not counted."}};
  Plan p{.buffers = {{"picture", request.types.in, request.extent}, {"table", request.types.out, table}}};
  p.passes.push_back(make_outside_pass({std::move(function), {}, cost}, in<std::byte>{0}, out<std::byte>{1}));
  return p;
}

}  // namespace satscope::library
