// SPDX-License-Identifier: Apache-2.0
// Every algorithm of the list, on every machine, for every type, form and awkward size, against the 64-bit reference.
// A new algorithm is tested unasked.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <set>
#include <string>

#include "kernels/engine.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "tests/kernels/all_params.h"
#include "tests/kernels/all_sizes.h"
#include "tests/kernels/backwards.h"
#include "tests/kernels/pictures.h"

namespace satscope {

namespace {

using testing::all_params;
using testing::Content;
using testing::draw;
using testing::edge_extents;

std::string describe(const Algorithm& algorithm, const Request& request) {
  std::string text = fmt::format("{} {} {} {}x{}", algorithm.id, request.types.id, id_of(request.form), request.extent.width,
                                 request.extent.height);
  for (const auto& [id, value] : request.params) text += fmt::format(" {}={}", id, to_text(value));
  return text;
}

std::vector<std::byte> bytes_of(const Engine& engine, int buffer) {
  std::vector<std::byte> bytes(engine.plan().buffers[static_cast<std::size_t>(buffer)].packed_bytes());
  engine.read(buffer, bytes);
  return bytes;
}

std::vector<std::byte> run(const Plan& plan, Machine machine, int threads, const std::vector<std::byte>& picture) {
  Engine engine(plan, machine, threads);
  engine.write(plan.picture(), picture);
  engine.poison();
  engine.run();
  return bytes_of(engine, plan.table());
}

struct Subject {
  std::string name;
  std::function<std::vector<std::byte>(const Algorithm&, std::size_t index, const Request&, const std::vector<std::byte>&)>
      table;
  bool few_types = false;  ///< only some are compiled
};

void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

TEST(Combinations, OfAFewTurnsLeaveNothingUntried) {
  std::set<std::string> types, both;
  for (std::size_t turn = 0; turn < 9; ++turn) {
    for (const auto& [type, form] : testing::combinations(turn)) {
      if (turn < 3) types.emplace(type.id);
      both.insert(fmt::format("{} {}", type.id, id_of(form)));
    }
  }
  EXPECT_EQ(types.size(), k_type_pairs.size());
  EXPECT_EQ(both.size(), k_type_pairs.size() * k_forms.size());
}

class EveryAlgorithm : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (GetParam().name == "gpu" && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
  /// Whether the machine has it and the algorithm takes it; what is refused is refused with a sentence.
  bool takes(const Algorithm& algorithm, const Request& request) const {
    if (GetParam().few_types && request.types.id != "8u32u" && request.types.id != "8u64u") return false;
    const std::string why = refusal(algorithm, request, GetParam().name == "gpu" ? Machine::gpu : Machine::cpu);
    EXPECT_TRUE(why.empty() || why.find("not supported") != std::string::npos) << why;
    return why.empty();
  }
  void check(const Algorithm& algorithm, std::size_t index, const Request& request, Content content) const {
    if (takes(algorithm, request))
      check(algorithm, index, request, content, draw(request.extent, request.types.in, content, 11));
  }
  void check(const Algorithm& algorithm, std::size_t index, const Request& request, Content content,
             const std::vector<std::byte>& picture) const {
    const auto table = GetParam().table(algorithm, index, request, picture);
    const Comparison result = compare_with_reference(algorithm, request, picture, table);
    EXPECT_TRUE(result.correct) << describe(algorithm, request) << "\n" << result.mismatches;
    const double sum = static_cast<double>(request.extent.area()) * 255;
    if (content == Content::whole_noise && sum < (request.types.out == Scalar::f32 ? 0x1p24 : 0x1p53)) {
      EXPECT_EQ(result.max_error, 0) << describe(algorithm, request);
    }
  }
  void check_all(const std::vector<Extent>& extents) const {
    for (std::size_t i = 0; i < algorithms().size(); ++i) {
      const Algorithm& algorithm = algorithms()[i];
      for (std::size_t turn = 0; turn < extents.size(); ++turn)
        for (const auto& [types, form] : testing::combinations(turn)) {
          const Request request{.extent = extents[turn], .types = types, .form = form};
          check(algorithm, i, request, Content::noise);
          if (is_float(types.out)) check(algorithm, i, request, Content::whole_noise);
        }
    }
  }
};

TEST_P(EveryAlgorithm, EqualsTheReferenceAtEdgeSizes) { check_all(edge_extents()); }

TEST_P(EveryAlgorithm, EqualsTheReferenceForAllParameters) {
  for (std::size_t i = 0; i < algorithms().size(); ++i) {
    std::size_t turn = 0;
    for (const Params& params : all_params(algorithms()[i]))
      for (const Extent extent : {Extent{1, 1}, Extent{513, 67}, Extent{67, 1030}, Extent{71, 103}})
        for (const auto& [types, form] : testing::combinations(turn++))
          check(algorithms()[i], i, {.extent = extent, .types = types, .form = form, .params = params}, Content::noise);
  }
}

// more segments in a row than one scan of sums takes at once
TEST_P(EveryAlgorithm, EqualsTheReferenceOnVeryLongLines) {
  for (std::size_t i = 0; i < algorithms().size(); ++i) {
    Params params;
    if (const Param* segment = algorithms()[i].find_param("segment")) params["segment"] = segment->choices.front();
    for (const Extent extent : {Extent{70001, 2}, Extent{2, 70001}})
      check(algorithms()[i], i, {.extent = extent, .params = params}, Content::noise);
  }
}

TEST_P(EveryAlgorithm, EqualsTheReferenceOnAPicture) { check_all({Extent{641, 479}}); }

TEST_P(EveryAlgorithm, GivesTheSameBitsTwiceOrSaysThatItMayNot) {
  for (std::size_t i = 0; i < algorithms().size(); ++i)
    for (const TypePair& types : k_type_pairs) {
      const Request request{.extent = {641, 479}, .types = types, .form = algorithms()[i].natural_form};
      if (algorithms()[i].order_varies || !is_float(types.out) || !takes(algorithms()[i], request)) continue;
      const auto picture = draw(request.extent, types.in, Content::noise, 12);
      const auto first = GetParam().table(algorithms()[i], i, request, picture);
      EXPECT_TRUE(first == GetParam().table(algorithms()[i], i, request, picture)) << describe(algorithms()[i], request);
    }
}

TEST_P(EveryAlgorithm, WrapsModuloTwoToThe32) {
  for (std::size_t i = 0; i < algorithms().size(); ++i) {
    // 255 * 4200 * 4200 is above 2^32
    check(algorithms()[i], i, {.extent = {4200, 4200}}, Content::white);
  }
}

TEST_P(EveryAlgorithm, EqualsTheReferenceAtLargeSizes) {
  if (!testing::all_sizes()) GTEST_SKIP() << testing::k_why_not_all_sizes;
  const Machine machine = GetParam().name == "gpu" ? Machine::gpu : Machine::cpu;
  const auto check_where_it_can = [&](const Request& request) {
    const auto picture = draw(request.extent, request.types.in, Content::noise, 11);
    for (std::size_t i = 0; i < algorithms().size(); ++i)
      if (takes(algorithms()[i], request)) check(algorithms()[i], i, request, Content::noise, picture);
  };
  for (const Extent extent : testing::large_extents())
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms) check_where_it_can({.extent = extent, .types = types, .form = form.value});
  if (machine == Machine::cpu) return;
  for (const Extent extent : testing::huge_extents_of_a_gpu())
    for (const char* types : {"8u32u", "32f32f"}) check_where_it_can({.extent = extent, .types = *find_type_pair(types)});
}

INSTANTIATE_TEST_SUITE_P(
    On, EveryAlgorithm,
    ::testing::ValuesIn(testing::those_built<Subject>(
        !plans_backwards().empty(),
        {Subject{"gpu", [](const Algorithm& a, std::size_t, const Request& r,
                           const std::vector<std::byte>& picture) { return run(a.plan(r), Machine::gpu, 0, picture); }},
         Subject{"cpu1", [](const Algorithm& a, std::size_t, const Request& r,
                            const std::vector<std::byte>& picture) { return run(a.plan(r), Machine::cpu, 1, picture); }},
         Subject{"cpu4", [](const Algorithm& a, std::size_t, const Request& r,
                            const std::vector<std::byte>& picture) { return run(a.plan(r), Machine::cpu, 4, picture); }},
         // threads of a step may run in any order: from the last to the first must give the same
         Subject{"backwards",
                 [](const Algorithm&, std::size_t i, const Request& r,
                    const std::vector<std::byte>& picture) { return run(plans_backwards()[i](r), Machine::cpu, 1, picture); },
                 true}})),
    [](const auto& subject) { return subject.param.name; });

TEST(GpuAndCpu, AgreeAfterEveryPass) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Algorithm& algorithm : algorithms())
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms)
        for (const Extent extent : {Extent{1, 1}, Extent{33, 31}, Extent{700, 531}}) {
          const Request request{.extent = extent, .types = types, .form = form.value};
          if (!refusal(algorithm, request, Machine::gpu).empty() || !refusal(algorithm, request, Machine::cpu).empty())
            continue;
          if (algorithm.order_varies && is_float(types.out)) continue;
          const Plan plan = algorithm.plan(request);
          const auto picture = draw(extent, types.in, Content::whole_noise, 5);
          for (std::size_t passes = 1; passes <= plan.passes.size(); ++passes) {
            Engine gpu(plan, Machine::gpu), cpu(plan, Machine::cpu, 2);
            for (Engine* engine : {&gpu, &cpu}) {
              engine->write(plan.picture(), picture);
              engine->poison();
              engine->run(passes);
            }
            // whole numbers below 2^24 in floats too: bit for bit in all types
            for (int buffer = 0; buffer < static_cast<int>(plan.buffers.size()); ++buffer) {
              if (plan.buffers[static_cast<std::size_t>(buffer)].words) continue;  // each launch marks them as its own
              ASSERT_EQ(bytes_of(gpu, buffer), bytes_of(cpu, buffer))
                  << describe(algorithm, request) << " after " << plan.passes[passes - 1].name << ", buffer "
                  << plan.buffers[static_cast<std::size_t>(buffer)].name;
            }
          }
        }
}

TEST(Engine, RefusesBeforeItAllocates) {
  const Plan plan = find_algorithm("serial")->plan({.extent = {2000000, 2000000}});
  try {
    Engine engine(plan, Machine::cpu);
    FAIL() << "20 TB cannot be had";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("needs 20000.00 GB"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(" GB are free"), std::string::npos) << error.what();
  }
}

TEST(Engine, StopsWhenCancelled) {
  const Plan plan = find_algorithm("brlt-scanrow")->plan({.extent = {640, 480}, .params = {{"registers", std::string("32")}}});
  Engine engine(plan, Machine::cpu, 2);
  const auto picture = draw({640, 480}, Scalar::u8, Content::noise, 1);
  engine.write(0, picture);
  Progress progress;
  progress.cancelled = true;
  engine.run(Engine::k_all_passes, &progress);
  EXPECT_EQ(progress.blocks_done, 0);
  progress.cancelled = false;
  engine.run(Engine::k_all_passes, &progress);
  EXPECT_EQ(progress.blocks_done, 480 / 32 + 640 / 32);
}

}  // namespace
}  // namespace satscope
