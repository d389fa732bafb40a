// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/words_plan.h"

#include <set>
#include <utility>

#include "kernels/filters/luma_pass.h"

namespace satscope {
namespace {

std::vector<PassRole> roles_of(const FilterPlan& chain) {
  std::vector<PassRole> roles;
  for (const bool makes_table : chain.makes_table) roles.push_back(makes_table ? PassRole::table : PassRole::filter);
  return roles;
}

}  // namespace

std::size_t WordsPlan::table_bytes() const {
  std::set<int> tables;
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i] == PassRole::table) tables.insert(plan.passes[i].writes.begin(), plan.passes[i].writes.end());
  std::size_t bytes = 0;
  for (const int table : tables) bytes += plan.buffers[static_cast<std::size_t>(table)].bytes();
  return bytes;
}

WordsPlan words_plan(std::span<const ChainLink> chain, const FilterRequest& request, const Algorithm& tables) {
  FilterPlan filters = chain_plan(chain, request, tables);
  if (request.channels == 4)
    return {.plan = filters.plan, .roles = roles_of(filters), .parts = filters.parts, .inputs = filters.inputs};

  const int count = static_cast<int>(filters.plan.buffers.size()), result = count + 1;
  WordsPlan whole{.plan = {.buffers = {{"picture words", Scalar::u32, request.extent}}}, .roles = {PassRole::split}};
  Plan& plan = whole.plan;
  std::vector<int> numbers;
  for (int n = 0; n < count; ++n) {
    numbers.push_back(n + 1);
    plan.buffers.push_back(filters.plan.buffers[static_cast<std::size_t>(n)]);
  }
  plan.buffers.push_back({"result words", Scalar::u32, request.extent});

  plan.passes.push_back(renumbered(luma_pass(request.extent), {0, 1}));
  for (Pass& pass : filters.plan.passes) plan.passes.push_back(renumbered(std::move(pass), numbers));
  for (const PassRole role : roles_of(filters)) whole.roles.push_back(role);
  for (FilterPart part : filters.parts) {
    ++part.first_pass;
    ++part.picture;
    ++part.result;
    whole.parts.push_back(part);
  }
  for (FilterPlan::Input input : filters.inputs) {
    ++input.buffer;
    whole.inputs.push_back(input);
  }
  const FilterPart& last = whole.parts.back();
  const bool measures = !chain.back().filter->makes_picture;
  if (measures) whole.measured = last.result;
  plan.passes.push_back(renumbered(grey_pass(request.extent), {measures ? last.picture : last.result, result}));
  whole.roles.push_back(PassRole::split);
  return whole;
}

}  // namespace satscope
