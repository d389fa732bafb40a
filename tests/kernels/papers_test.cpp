// SPDX-License-Identifier: Apache-2.0
// What the papers count, and what traces of the algorithms count: both from formulas that are here as the papers have them,
// not from the plans.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "kernels/algorithms/warp_scan.h"
#include "kernels/engine.h"
#include "kernels/registry.h"
#include "kernels/trace/tracing.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;

Request request_of(const Algorithm& algorithm, Extent extent, const Params& params = {}) {
  return {.extent = extent, .params = params, .sizes = algorithm.trace_sizes.front()};
}

Trace trace_of(const char* id, Extent extent, const Params& params = {}, int sizes = 0) {
  const Algorithm& algorithm = *find_algorithm(id);
  Request request = request_of(algorithm, extent, params);
  request.sizes = algorithm.trace_sizes.at(static_cast<std::size_t>(sizes));
  return trace(algorithm, request, testing::draw(extent, Scalar::u8, Content::noise, 4));
}

constexpr Extent k_sizes[]{{1, 1}, {5, 1}, {1, 6}, {2, 2}, {7, 9}, {16, 12}, {30, 24}};

TEST(Definition, AddsAQuarterOfTheSquaredArea) {
  for (const auto& [w, h] : k_sizes) {
    std::int64_t expected = 0;  // entry by entry: all pixels but one are added to the first
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) expected += std::int64_t{x + 1} * (y + 1) - 1;
    EXPECT_EQ(trace_of("definition", {w, h}).total.additions, expected) << w << "x" << h;
  }
}

TEST(Listings, AddAsTheyArePrinted) {
  for (const auto& [w, h] : k_sizes) {
    EXPECT_EQ(trace_of("serial", {w, h}).total.additions, 2 * w * h - w - h);
    EXPECT_EQ(trace_of("serial", {w, h}, {{"listing", std::string("angioloni")}}).total.additions,
              3 * w * h - 2 * w - 2 * h + 1);
    const Algorithm& serial = *find_algorithm("serial");
    Request bilgic = request_of(serial, {w, h}, {{"listing", std::string("bilgic")}});
    bilgic.form = Form::exclusive;
    const Trace t = trace(serial, bilgic, testing::draw({w, h}, Scalar::u8, Content::noise, 4));
    EXPECT_EQ(t.total.additions, 2 * (w - 1) * (h - 1)) << w << "x" << h;
    EXPECT_TRUE(t.result_matches);
  }
}

TEST(Listings, AngiolonisAsPrintedIsWrongInEveryRowFromTheSecondColumnOn) {
  constexpr int side = 4;
  std::int64_t printed[side][side] = {};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {  // of ones; the second "if i >= 1" is never reached with i >= 1
      std::int64_t v = 1;
      if (i >= 1) {
        v += printed[i - 1][j];
        if (j >= 1) v += printed[i][j - 1] + printed[i - 1][j - 1];
      }
      printed[i][j] = v;
      EXPECT_EQ(v == std::int64_t{i + 1} * (j + 1), j == 0) << "row " << i << ", column " << j;
    }
  const auto& slips = find_algorithm("serial")->slips;
  EXPECT_NE(slips.at(1).effect.find("in every row, from the second column on"), std::string::npos);
}

TEST(RecursiveDoubling, TakesTheLogarithmOfBothSides) {
  for (const auto& [w, h] : k_sizes) {
    const Trace t = trace_of("recursive-doubling", {w, h});
    const int passes = static_cast<int>(std::ceil(std::log2(w)) + std::ceil(std::log2(h)));
    EXPECT_EQ(t.passes.size(), static_cast<std::size_t>(std::max(1, passes)));
    std::int64_t expected = 0;
    for (int d = 1; d < w; d *= 2) expected += (w - d) * h;
    for (int d = 1; d < h; d *= 2) expected += (h - d) * w;
    EXPECT_EQ(t.total.additions, expected);
  }
}

/// Entries of the table that each step of this phase writes.
std::vector<std::size_t> parallelism(const Trace& trace, std::string_view phase) {
  std::map<std::string, std::size_t> entries;  // by label: a long diagonal takes several steps
  std::vector<std::string> order;
  for (const Step& step : trace.steps) {
    if (step.phase() != phase) continue;
    std::size_t written = 0;
    for (const Write& write : trace.writes_of(step)) written += static_cast<int>(write.buffer) == trace.table ? 1 : 0;
    if (!entries.contains(step.label)) order.push_back(step.label);
    entries[step.label] += written;
  }
  std::vector<std::size_t> list;
  for (const std::string& label : order) list.push_back(entries[label]);
  return list;
}

TEST(Wavefront, TakesADiagonalPerStep) {
  for (const auto& [w, h] : k_sizes)
    for (const int sizes : {0, 1, 2}) {
      const auto steps = parallelism(trace_of("wavefront", {w, h}, {}, sizes), "diagonal");
      ASSERT_EQ(steps.size(), static_cast<std::size_t>(w + h - 1));
      for (std::size_t s = 0; s < steps.size(); ++s) {
        const int step = static_cast<int>(s);
        EXPECT_EQ(steps[s], static_cast<std::size_t>(std::min({step + 1, w, h, w + h - 1 - step}))) << "1, 2, 3, ..., 3, 2, 1";
      }
    }
}

TEST(RowsN, MakesTwoAndAHalfAdditionsPerPixelWhateverNIs) {
  for (const Extent e : {Extent{3, 2}, Extent{1, 4}, Extent{9, 8}, Extent{17, 24}, Extent{5, 48}})
    for (const int n : {2, 4, 6, 8}) {
      if (e.height % n != 0) continue;
      const Trace t = trace_of("rows-n", e, {{"n", static_cast<double>(n)}});
      const double m = e.height, columns = e.width;
      EXPECT_EQ(static_cast<double>(t.total.additions), 2.5 * m * columns - m - 2 * columns) << n;
      EXPECT_TRUE(t.result_matches && t.provenance_exact) << n;
    }
}

/// Of an engine whose steps are its cycles, from 0 on.
double cycles_until_the_last_entry(const Trace& trace) {
  int last = -1;
  for (const Step& step : trace.steps)
    for (const Write& write : trace.writes_of(step))
      if (static_cast<int>(write.buffer) == trace.table && step.phase() == "cycle")
        last = std::max(last, std::stoi(step.label.substr(step.label.find(' '))));
  return last + 1;
}

TEST(RowsN, AStepIsAClockCycle) {
  for (const Extent e :
       {Extent{3, 2}, Extent{9, 8}, Extent{17, 24}, Extent{24, 48}, Extent{1, 1}, Extent{9, 5}, Extent{11, 7}, Extent{2, 19}})
    for (const int n : {2, 4, 6, 8}) {
      const Algorithm& algorithm = *find_algorithm("rows-n");
      const Params params{{"n", static_cast<double>(n)}};
      const Trace t = trace_of("rows-n", e, params);
      const double said = algorithm.hardware(request_of(algorithm, e, params)).cycles.value();
      if (e.width >= n / 2 && e.height % n == 0) {
        EXPECT_EQ(said, e.width * e.height / n + n / 2) << "MN/n and the fill of n/2 + 1 stages";
      }
      EXPECT_EQ(cycles_until_the_last_entry(t), said) << e.width << "x" << e.height << " n " << n;
      EXPECT_EQ(static_cast<double>(t.total.barriers), said) << "a barrier ends each cycle";
    }
  // by hand: 9 columns of 4 rows, 9 of the fifth, and its entry a stage later; one pixel, and its entry
  EXPECT_EQ(cycles_until_the_last_entry(trace_of("rows-n", {9, 5}, {{"n", 4.0}})), 9 + 9 + 1);
  EXPECT_EQ(cycles_until_the_last_entry(trace_of("rows-n", {1, 1}, {{"n", 8.0}})), 2);
}

TEST(RowsN, APairFollowsThePairAboveOneStageLater) {
  constexpr int n = 8;
  const Extent e{16, n};
  const Trace t = trace_of("rows-n", e, {{"n", static_cast<double>(n)}});
  std::map<std::uint32_t, int> first;  // cycle of each row's first entry
  for (const Step& step : t.steps)
    for (const Write& write : t.writes_of(step))
      if (static_cast<int>(write.buffer) == t.table && write.index % 16 == 0)
        first.try_emplace(write.index / 16, std::stoi(step.label.substr(step.label.find(' '))));
  for (std::uint32_t row = 0; row < n; ++row) EXPECT_EQ(first.at(row), 1 + static_cast<int>(row) / 2) << "row " << row;
}

TEST(Hardware, IsWhatTheTablesOfThePaperSay) {
  const auto of = [](const char* id, Extent e, const Params& params = {}) {
    const Algorithm& algorithm = *find_algorithm(id);
    return algorithm.hardware(request_of(algorithm, e, params));
  };
  // Table 2 at 1920 x 1080: 14.106, 7.053 and 3.526 ms at 147 MHz; the fill is a few cycles of millions
  const Extent full_hd{1920, 1080};
  EXPECT_NEAR(milliseconds_at(of("serial", full_hd).cycles, k_paper_megahertz), 14.106, 2e-3);
  EXPECT_NEAR(milliseconds_at(of("rows-n", full_hd, {{"n", 2.0}}).cycles, k_paper_megahertz), 7.053, 1e-3);
  EXPECT_NEAR(milliseconds_at(of("rows-n", full_hd, {{"n", 4.0}}).cycles, k_paper_megahertz), 3.526, 1e-3);
  // Table 3: one engine, whose design runs at 146.71 MHz at most; the times are cut, not rounded, to 1 us
  for (const auto& [extent, ms] : {std::pair{Extent{360, 240}, 0.294},
                                   {Extent{720, 576}, 1.413},
                                   {Extent{1280, 720}, 3.140},
                                   {full_hd, 7.067},
                                   {Extent{2048, 1536}, 10.720},
                                   {Extent{2048, 2048}, 14.294}}) {
    const Hardware engine = of("column-difference", extent);
    EXPECT_NEAR(milliseconds_at(engine.cycles, engine.megahertz), ms, 1e-3) << extent.width << "x" << extent.height;
  }
  // section 3: five adders for two rows; section 4: twice as many for four
  EXPECT_EQ(of("rows-n", full_hd, {{"n", 2.0}}).adders.value(), 5);
  EXPECT_EQ(of("rows-n", full_hd, {{"n", 4.0}}).adders.value(), 10);
  // Table 3, whose first number is the rows: 1280 x 720 needs 28 bits per entry of a row, and 19 of column sums
  const Extent hd_of_the_paper{720, 1280};
  EXPECT_EQ(of("serial", hd_of_the_paper).memory_bits.value(), 28 * 720);
  EXPECT_EQ(of("column-difference", hd_of_the_paper).memory_bits.value(), 19 * 720);
  EXPECT_EQ(of("rows-n", hd_of_the_paper).memory_bits.value(), 28 * 720) << "more rows at once need no more memory";
}

TEST(ColumnDifference, AStepIsAClockCycleOfTwoRows) {
  for (const Extent e : {Extent{3, 2}, Extent{9, 8}, Extent{17, 24}, Extent{2, 19}, Extent{11, 7}}) {
    const Trace t = trace_of("column-difference", e);
    EXPECT_EQ(t.total.barriers, (e.height + 1) / 2 * e.width + 1) << e.width << "x" << e.height;
    EXPECT_EQ(cycles_until_the_last_entry(t), static_cast<double>(t.total.barriers));
    EXPECT_TRUE(t.result_matches && t.provenance_exact && t.races.empty());
  }
}

TEST(ColumnDifference, OfOneColumnEndsWithItsLastEntry) {
  for (const Extent e : {Extent{1, 1}, Extent{1, 2}, Extent{1, 7}}) {
    const Algorithm& algorithm = *find_algorithm("column-difference");
    EXPECT_EQ(cycles_until_the_last_entry(trace_of("column-difference", e)),
              algorithm.hardware(request_of(algorithm, e)).cycles.value())
        << e.height;
  }
}

// ---------------------------------------------------------------- banks of shared memory

/// Rounds beyond the first that 16 banks of 4 bytes need for what these lanes ask for, half a warp of 16 after the other.
std::int64_t conflicts_of_half_warps(const std::vector<int>& words) {
  std::int64_t more = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += 16) {
    std::vector<std::set<int>> banks(16);
    for (std::size_t lane = begin; lane < std::min(words.size(), begin + 16); ++lane)
      banks[static_cast<std::size_t>(words[lane] % 16)].insert(words[lane]);
    std::size_t most = 1;
    for (const std::set<int>& bank : banks) most = std::max(most, bank.size());
    more += static_cast<std::int64_t>(most) - 1;
  }
  return more;
}

TEST(ScanTransposeScan, HasTheBankConflictsOfAGtx295) {
  // Bilgic 2010, after Harris: a hole after every 16 numbers; the sweeps over one segment of 512, counted by hand
  constexpr int n = 512;
  const auto place = [](int i) { return i + i / 16; };
  std::int64_t expected = 0;
  for (int d = n / 2, offset = 1; d > 0; d /= 2, offset *= 2) {
    std::vector<int> a, b;
    for (int t = 0; t < d; ++t) {
      a.push_back(place(offset * (2 * t + 1) - 1));
      b.push_back(place(offset * (2 * t + 2) - 1));
    }
    // up: a and b are read, b written; down: a is read and written, b read, read again for its sum, and written
    expected += (1 + 2) * conflicts_of_half_warps(a) + (2 + 3) * conflicts_of_half_warps(b);
  }
  ASSERT_GT(expected, 0) << "the holes help short strides, not the longest";
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const Request request{.extent = {64, 3},
                        .form = Form::exclusive,
                        .params = {{"banks", std::string("16")}},
                        .sizes = algorithm.trace_sizes.back()};
  const Trace t = trace(algorithm, request, testing::draw(request.extent, Scalar::u8, Content::noise, 4), {.banks = 16});
  EXPECT_EQ(t.passes.front().counters.bank_conflicts, 3 * expected);
}

// ---------------------------------------------------------------- warp scans

struct Counts {
  WarpScan kind;
  int stages;
  int (*additions)(int n, int levels);
};
constexpr Counts k_counts[]{
    {WarpScan::kogge_stone, 5,
     [](int n, int levels) {
       int sum = 0;
       for (int k = 0; k < levels; ++k) sum += n - (1 << k);
       return sum;
     }},
    {WarpScan::ladner_fischer, 5, [](int n, int levels) { return n / 2 * levels; }},
    {WarpScan::brent_kung, 9, [](int n, int levels) { return 2 * n - 2 - levels; }},
    {WarpScan::han_carlson, 6, [](int n, int levels) { return n / 2 * levels; }},
    {WarpScan::serial, 31, [](int n, int) { return n - 1; }},
};

TEST(WarpScans, HaveTheStagesAndAdditionsOfTheirPapers) {
  for (const Counts& c : k_counts) {
    EXPECT_EQ(warp_scan_stages(c.kind, 32), c.stages);
    for (const int lanes : {2, 4, 8, 16, 32}) {
      int additions = 0;
      std::vector<std::set<int>> sums;  // of which lanes each lane holds the sum
      for (int lane = 0; lane < lanes; ++lane) sums.push_back({lane});
      for (int stage = 0; stage < warp_scan_stages(c.kind, lanes); ++stage) {
        const auto before = sums;
        for (int lane = 0; lane < lanes; ++lane) {
          const int source = warp_scan_source(c.kind, stage, lane, lanes);
          if (source < 0) continue;
          ++additions;
          for (const int part : before.at(static_cast<std::size_t>(source)))
            EXPECT_TRUE(sums[static_cast<std::size_t>(lane)].insert(part).second) << "added twice";
        }
      }
      EXPECT_EQ(additions, c.additions(lanes, static_cast<int>(std::log2(lanes)))) << lanes;
      for (int lane = 0; lane < lanes; ++lane)
        EXPECT_EQ(sums[static_cast<std::size_t>(lane)].size(), static_cast<std::size_t>(lane + 1));
    }
  }
}

TEST(WarpScans, AreCountedInTheTracesOfRowScans) {
  for (const char* id : {"scanrow-brlt", "scanrow-column"})
    for (std::size_t k = 0; k < k_warp_scans.size(); ++k) {
      const Params params{{"warp-scan", std::string(k_warp_scans[k].id)}};
      for (const int sizes : {0, 1}) {
        const Algorithm& algorithm = *find_algorithm(id);
        const int lanes = algorithm.trace_sizes.at(static_cast<std::size_t>(sizes)).warp;
        const Trace t = trace_of(id, {13, 10}, params, sizes);
        EXPECT_TRUE(t.result_matches && t.provenance_exact && t.races.empty()) << id;
        std::int64_t scans = 0, listening = 0;
        for (const Step& step : t.steps)
          if (step.label.starts_with("warp scan")) {
            ++scans;
            for (const Write& write : t.writes_of(step)) listening += t.buffers[write.buffer].name == "data" ? 1 : 0;
          }
        ASSERT_GT(scans, 0);
        const int levels = static_cast<int>(std::log2(lanes));
        EXPECT_EQ(listening % k_counts[k].additions(lanes, levels), 0) << id << " " << k_warp_scans[k].id;
        Request request = request_of(algorithm, {13, 10}, params);
        request.sizes = algorithm.trace_sizes.at(static_cast<std::size_t>(sizes));
        const Plan plan = algorithm.traced_plan(request);
        for (std::size_t i = 0; i < plan.passes.size(); ++i)
          EXPECT_EQ(static_cast<double>(t.passes[i].counters.additions), plan.passes[i].cost.additions) << id << " pass " << i;
      }
    }
}

TEST(EveryParameter, IsTracedWithTheAdditionsThatItsPlanSays) {
  for (const auto& [id, params] : std::vector<std::pair<const char*, Params>>{
           {"scan-transpose-scan", {{"banks", std::string("16")}, {"transpose", std::string("strided")}}},
           {"scan-transpose-scan", {{"padding", false}}},
           {"thread-per-row", {{"transpose", false}}},
           {"thread-per-row", {{"threads", 1.0}}},
           {"thread-per-row", {{"threads", 3.0}, {"transpose", false}}},
           {"rows-n", {{"n", 2.0}}},
           {"rows-n", {{"n", 6.0}}},
       })
    for (const auto& form : k_forms)
      for (const Extent extent : {Extent{1, 1}, Extent{11, 7}, Extent{19, 13}}) {
        const Algorithm& algorithm = *find_algorithm(id);
        Request request = request_of(algorithm, extent, params);
        request.form = form.value;
        const Trace t = trace(algorithm, request, testing::draw(extent, Scalar::u8, Content::noise, 4));
        EXPECT_TRUE(t.result_matches && t.provenance_exact && t.races.empty()) << id << " " << form.id;
        const Plan plan = algorithm.traced_plan(request);
        for (std::size_t i = 0; i < plan.passes.size(); ++i)
          EXPECT_EQ(static_cast<double>(t.passes[i].counters.additions), plan.passes[i].cost.additions)
              << id << " " << form.id << " " << plan.passes[i].name;
      }
}

// ---------------------------------------------------------------- floats, and results that do not hang on chance

TEST(Floats, Of32BitsStayCloseOnNoiseOf8Bits) {
  constexpr Extent e{720, 481};
  const auto bytes = testing::draw(e, Scalar::u8, Content::noise, 9);
  std::vector<float> floats;
  for (const std::byte b : bytes) floats.push_back(static_cast<float>(std::to_integer<int>(b)));
  std::vector<double> exact(e.area());
  for (int y = 0; y < e.height; ++y) {
    double row = 0;
    for (int x = 0; x < e.width; ++x) {
      const auto i = static_cast<std::size_t>(y * e.width + x);
      row += floats[i];
      exact[i] = row + (y > 0 ? exact[i - static_cast<std::size_t>(e.width)] : 0);
    }
  }
  for (const Algorithm& algorithm : algorithms())
    for (const char* types : {"8u32f", "32f32f"}) {
      const Request request{.extent = e, .types = *find_type_pair(types)};
      if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
      Engine engine(algorithm.plan(request), Machine::cpu);
      engine.write(0, request.types.in == Scalar::u8 ? std::span<const std::byte>(bytes) : std::as_bytes(std::span(floats)));
      engine.poison();
      engine.run();
      const auto table = read_buffer<float>(engine, engine.plan().table());
      double worst = 0;
      for (std::size_t i = 0; i < table.size(); ++i) {
        const double error = std::fabs(table[i] - exact[i]) / std::max(1.0, exact[i]);
        if (!(error <= worst)) worst = error;
      }
      EXPECT_LE(worst, 2e-6) << algorithm.id << " " << types;
    }
}

TEST(EveryAlgorithm, GivesTheSameBitsTwice) {
  for (const Algorithm& algorithm : algorithms())
    for (const char* types : {"8u32u", "32f32f"})
      for (const Machine machine : {Machine::cpu, Machine::gpu}) {
        const Request request{.extent = {211, 307}, .types = *find_type_pair(types)};
        if (!refusal(algorithm, request, machine).empty()) continue;
        const auto picture = testing::draw(request.extent, request.types.in, Content::noise, 5);
        std::vector<std::byte> tables[2];
        for (auto& table : tables) {
          Engine engine(algorithm.plan(request), machine);
          engine.write(0, picture);
          engine.poison();
          engine.run();
          table.resize(engine.plan().buffers.back().packed_bytes());
          engine.read(engine.plan().table(), table);
        }
        EXPECT_EQ(tables[0], tables[1]) << algorithm.id << " " << types << " " << id_of(machine);
      }
}

TEST(BadParameters, GetASentenceWithWhatIsAllowed) {
  const auto sentence = [](const char* id, const char* param, const char* text) -> std::string {
    try {
      find_algorithm(id)->find_param(param)->parse(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(sentence("rows-n", "n", "3"), "parameter n must be an even number from 2 to 64, not '3'");
  EXPECT_EQ(sentence("scan-transpose-scan", "segment", "300"),
            "parameter segment must be one of 128, 256, 512, 1024, not '300'");
  EXPECT_EQ(sentence("thread-per-row", "threads", "0"),
            "parameter threads must be a whole number from 1 to 65536, or auto, not '0'");
}

}  // namespace
}  // namespace satscope
