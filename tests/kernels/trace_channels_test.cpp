// SPDX-License-Identifier: Apache-2.0
// Traces have one channel. The kernel that sums four side by side is traced here nevertheless, as one over four times the
// columns: it must be as free of races, and add as often as its plan says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kernels/algorithms/single_pass.h"
#include "kernels/registry.h"
#include "kernels/simt/on_traced.h"
#include "kernels/trace/tracing.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

constexpr int k_channels = 4;

/// A trace counts numbers from row to row, a kernel of four channels places.
struct OnTracedByPlaces {
  static constexpr bool traced = true;

  template <class M, class T, bool reads, bool writes>
  static auto bound(PitchedBufferOf<T, reads, writes> a) {
    auto rows = OnTraced::bind_traced<M>(a);
    rows.pitch /= k_channels;
    return rows;
  }
  template <class M, class T>
  static auto bound(const T& value) {
    return OnTraced::bind_traced<M>(value);
  }
  template <class Kernel, class... Args>
  static void set_runner(Pass& pass, Grid grid, Args... args) {
    pass.traced = [=, name = pass.name](Recorder& recorder) {
      using M = Traced<Kernel::threads, Kernel::warp>;
      recorder.run_pass(name, grid.x, grid.y, Kernel::threads, Kernel::warp, [&](int bx, int by) {
        M machine{bx, by};
        typename SharedOf<Kernel, M>::type shared_memory;
        run_block<Kernel>(machine, shared_memory, bound<M>(args)...);
      });
    };
  }
};

/// Channels become columns, so that every number is a cell.
Plan with_columns(Plan plan, const TypePair& types) {
  for (Buffer& buffer : plan.buffers) {
    buffer.shape.width *= buffer.channels;
    buffer.channels = 1;
  }
  for (Pass& pass : plan.passes)
    pass.traced = [run = pass.traced, types](Recorder& recorder) {
      recorder.set_types(types);
      run(recorder);
    };
  return plan;
}

using single_pass::TileKind;

template <TileKind kind>
void check(Request request, const char* schedule) {
  request.sizes = kind.sizes;
  Algorithm four = *find_algorithm("single-pass");
  double additions = 0;
  four.traced_plan = [&](const Request& wanted) {
    Plan plan = single_pass::detail::plan_of<OnTracedByPlaces, AnyPixel, AnySum, kind>(wanted);
    additions = plan.passes[0].cost.additions;
    return with_columns(std::move(plan), wanted.types);
  };
  const auto picture = testing::draw({request.extent.width * k_channels, request.extent.height}, request.types.in,
                                     testing::Content::whole_noise, 3);
  const Trace t = trace(four, request, picture, {.schedule = parse_schedule(schedule)});
  const std::string what = fmt::format("{} {} {}x{} {}", request.types.id, id_of(request.form), request.extent.width,
                                       request.extent.height, schedule);
  EXPECT_TRUE(t.result_matches) << what;
  EXPECT_TRUE(t.deadlocks.empty()) << what;
  for (const Race& race : t.races) ADD_FAILURE() << what << ": " << race.sentence();
  if (std::string_view(schedule) == "ticket") {
    EXPECT_EQ(static_cast<double>(t.total.additions), additions) << what;
  }
}

constexpr Sizes k_small = single_pass::k_trace_sizes.front();
constexpr TileKind k_of_bytes{single_pass::k_real, 1, 4, k_channels};

TEST(FourChannelsTraced, NeitherRaceNorAddMoreThanPlanned) {
  for (const char* schedule : {"ticket", "reversed:8", "random:1", "random:2", "random:3"})
    for (const auto& form : k_forms)
      for (const Extent extent : {Extent{1, 1}, Extent{8, 8}, Extent{13, 17}, Extent{30, 9}}) {
        Request request{.extent = extent, .form = form.value, .channels = k_channels};
        for (const char* types : {"8u32u", "8u64u"}) {
          request.types = *find_type_pair(types);
          check<TileKind{k_small, 1, 4, k_channels}>(request, schedule);
        }
        request.types = *find_type_pair("32f32f");
        check<TileKind{k_small, 4, 4, k_channels}>(request, schedule);
      }
}

TEST(FourChannelsTraced, AddAsPlannedInTilesOfAGpu) {
  check<k_of_bytes>({.extent = {40, 64}, .channels = k_channels}, "ticket");
  check<k_of_bytes.sized(single_pass::TileSize::large)>({.extent = {64, 64}, .channels = k_channels}, "ticket");
  check<TileKind{single_pass::k_real, 4, 4, k_channels}>(
      {.extent = {37, 64}, .types = *find_type_pair("32f32f"), .channels = k_channels}, "ticket");
}

}  // namespace
}  // namespace satscope
