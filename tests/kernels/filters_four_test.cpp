// SPDX-License-Identifier: Apache-2.0
// Filters of four channels: each channel of the result is the filtered channel alone, or, where the luma leads, what the
// definition says in double; alpha is filtered or stays, as the filter says; and what knows no colour refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "kernels/filters/chain.h"
#include "kernels/registry.h"
#include "kernels/simt/vec4.h"
#include "tests/kernels/backwards.h"
#include "tests/kernels/filters_reference_tools.h"
#include "tests/kernels/filters_stage.h"

namespace satscope {

namespace {

using namespace testing;
using Rgba = vec4<std::uint8_t>;

struct Subject {
  std::string name;
  Machine machine;
  int threads;
};
void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

class FourChannelFilters : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (GetParam().machine == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
  /// What the plan makes of a picture; a radius map is the stage's.
  template <class T>
  std::vector<T> run(const FilterPlan& plan, const Stage& stage, const std::vector<T>& picture) const {
    Engine engine(plan.plan, GetParam().machine, GetParam().threads);
    engine.poison();
    engine.write(plan.plan.picture(), std::as_bytes(std::span(picture)));
    for (const FilterPlan::Input& input : plan.inputs) engine.write(input.buffer, stage.input(plan, input));
    engine.run();
    return read_buffer<T>(engine, plan.plan.table());
  }
  /// All channels at once against one after the other, by tables of the algorithm (null: the default).
  void check(const std::vector<ChainLink>& chain, Extent extent, const Algorithm* by, unsigned seed) const {
    const Stage stage(noise(extent, seed));
    const Grey channels[]{noise(extent, seed + 1), noise(extent, seed + 2), noise(extent, seed + 3), noise(extent, seed + 4)};
    std::vector<Rgba> picture(extent.area());
    for (std::size_t i = 0; i < picture.size(); ++i)
      picture[i] = {channels[0].pixels[i], channels[1].pixels[i], channels[2].pixels[i], channels[3].pixels[i]};
    FilterRequest request{.extent = extent, .channels = 4};
    const Algorithm& four = by ? *by : default_algorithm(GetParam().machine);
    const std::vector<Rgba> all = run(chain_plan(chain, request, four), stage, picture);
    request.channels = 1;
    const FilterPlan one = chain_plan(chain, request, four);
    const bool alpha_stays = std::ranges::all_of(chain, [](const ChainLink& link) { return link.filter->alpha_stays; });
    for (std::size_t i = 0; alpha_stays && i < all.size(); ++i)
      ASSERT_EQ(all[i].a, picture[i].a) << to_text(chain) << ", pixel " << i;
    for (int c = 0; c < (alpha_stays ? 3 : 4); ++c) {
      std::vector<std::uint8_t> got;
      for (const Rgba& place : all) got.push_back(c == 0 ? place.r : c == 1 ? place.g : c == 2 ? place.b : place.a);
      EXPECT_EQ(got, run(one, stage, channels[c].pixels))
          << to_text(chain) << " on " << extent.width << "x" << extent.height << ", channel " << c << ", tables of " << four.id;
    }
  }
};

/// Whether the luma decides about all channels, so that none is filtered alone.
bool is_led(const Filter& filter, const Params& params) {
  if (filter.id == "contrast" || filter.id == "correlation") return true;
  if (filter.find_param("colour")) return choice(filter, params, "colour") == "luma";
  if (filter.find_param("guide")) return choice(filter, params, "guide") == "luma";
  return filter.find_param("by") && choice(filter, params, "by") == "content";
}

/// The filter as the subject runs it: with its kernels' threads from the last to the first, or as it is.
Filter turned(const Filter& filter, const Subject& subject) {
  Filter turned = filter;
  for (std::size_t i = 0; i < filters().size() && subject.name == "backwards"; ++i)
    if (filters()[i].id == filter.id) turned.draft = drafts_backwards()[i];
  return turned;
}

TEST_P(FourChannelFilters, EqualEachChannelAlone) {
  for (const Filter& filter : filters()) {
    if (!filter.by_channel) continue;
    const Filter own = turned(filter, GetParam());
    for (const Params& params : filter_params(filter)) {
      if (is_led(filter, params)) continue;
      for (const Extent extent : {Extent{1, 1}, Extent{1, 23}, Extent{23, 1}, Extent{37, 19}, Extent{261, 5}})
        check({{&own, params}}, extent, nullptr, 5);
    }
  }
}

TEST_P(FourChannelFilters, EqualEachChannelAloneWithEveryAlgorithm) {
  for (const Algorithm& tables : algorithms())
    for (const Filter& filter : filters()) {
      const FilterRequest four{.extent = {83, 57}, .channels = 4};
      const Filter own = turned(filter, GetParam());
      if (filter.by_channel && !is_led(filter, {}) && refusal(filter, four, tables, GetParam().machine).empty())
        check({{&own, {}}}, four.extent, &tables, 6);
    }
}

TEST_P(FourChannelFilters, HoldTheLargestSums) {
  for (const Filter& filter : filters()) {
    if (!filter.by_channel || !filter.find_param("r") || filter.id == "box-naive" || is_led(filter, {})) continue;
    const Filter own = turned(filter, GetParam());
    for (const std::string& border : filter.find_param("border")->choices)
      if (border != "clip")
        check({{&own, {{"r", filter.find_param("r")->range->max}, {"border", border}}}}, {19, 13}, nullptr, 7);
  }
}

TEST_P(FourChannelFilters, FollowOneAnother) {
  for (const char* text : {"variable r=9 map=painted; box r=2 border=mirror; gauss sigma=1.5", "box; box-running r=3; box r=1",
                           "median r=2 colour=channels; guided r=3; unsharp r=1 amount=80",
                           "depth map=painted r=7; motion-blur r=5; mosaic cell=3"})
    check(parse_chain(text), {67, 41}, nullptr, 8);
}

INSTANTIATE_TEST_SUITE_P(On, FourChannelFilters,
                         ::testing::ValuesIn(testing::those_built<Subject>(
                             !drafts_backwards().empty(), {Subject{"gpu", Machine::gpu, 0}, Subject{"cpu3", Machine::cpu, 3},
                                                           Subject{"backwards", Machine::cpu, 1}})),
                         [](const auto& subject) { return subject.param.name; });

TEST(FiltersOfFourChannels, HaveOneRadiusMapForAll) {
  for (const char* map : {"painted", "gradient"}) {
    const FilterRequest four{.extent = {9, 7}, .params = {{"map", std::string(map)}}, .channels = 4};
    const FilterPlan plan = filter_plan(*find_filter("variable"), four, *find_algorithm("serial"));
    for (const Buffer& buffer : plan.plan.buffers)
      EXPECT_EQ(buffer.channels, buffer.name == "radius map" ? 1 : 4) << buffer.name;
  }
}

// ---------------------------------------------------------------- where the luma leads

struct Colours {
  Grey channels[3], luma;
};

Colours coloured(Extent extent, unsigned seed) {
  Colours colours{{noise(extent, seed), noise(extent, seed + 1), page(extent)}, {extent, {}}};
  for (std::size_t i = 0; i < extent.area(); ++i) {
    const auto [r, g, b] =
        std::tuple{colours.channels[0].pixels[i], colours.channels[1].pixels[i], colours.channels[2].pixels[i]};
    colours.luma.pixels.push_back(static_cast<std::uint8_t>(luma_of_channels(r, g, b)));
  }
  return colours;
}

/// What a filter makes of three channels, compared with what `of(channel, x, y)` says.
void expect_colours(const Filter& filter, const Params& params, const Colours& colours, Machine machine, int threads,
                    const std::function<Allowed(const Grey&, int, int)>& of) {
  const Extent extent = colours.luma.extent;
  const FilterPlan plan = filter_plan(filter, {.extent = extent, .params = params, .channels = 4}, default_algorithm(machine));
  Engine engine(plan.plan, machine, threads);
  engine.poison();
  std::vector<Rgba> picture;
  for (std::size_t i = 0; i < extent.area(); ++i)
    picture.emplace_back(colours.channels[0].pixels[i], colours.channels[1].pixels[i], colours.channels[2].pixels[i],
                         static_cast<std::uint8_t>(i));
  engine.write(plan.plan.picture(), std::as_bytes(std::span(picture)));
  engine.run();
  const auto result = read_buffer<Rgba>(engine, plan.plan.table());
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      const auto i = static_cast<std::size_t>(y * extent.width + x);
      ASSERT_EQ(result[i].a, static_cast<std::uint8_t>(i)) << name_of(filter, params, extent);
      const double got[]{static_cast<double>(result[i].r), static_cast<double>(result[i].g), static_cast<double>(result[i].b)};
      for (std::size_t c = 0; c < 3; ++c) {
        const Allowed allowed = of(colours.channels[c], x, y);
        ASSERT_TRUE(got[c] >= allowed.least && got[c] <= allowed.most)
            << name_of(filter, params, extent) << " at " << x << ", " << y << ", channel " << c << ": " << got[c] << ", not "
            << allowed.least << " to " << allowed.most;
      }
    }
}

constexpr Extent k_coloured[]{{1, 1}, {1, 13}, {17, 1}, {29, 23}};

TEST_P(FourChannelFilters, ContrastTakesMeanAndDeviationOfTheLuma) {
  const Filter filter = turned(*find_filter("contrast"), GetParam());
  for (const Extent extent : k_coloured)
    for (const double r : {0.0, 2.0, 9.0})
      for (const std::string& border : filter.find_param("border")->choices) {
        const Params params{{"r", r}, {"border", border}, {"keep", 40.0}};
        const Colours colours = coloured(extent, 21);
        expect_colours(filter, params, colours, GetParam().machine, GetParam().threads, [&](const Grey& channel, int x, int y) {
          const Stats s = stats(colours.luma, known_in(k_borders, "border", border).value, x, y, static_cast<int>(r));
          const double luma = colours.luma.at(x, y), gain = 50 / std::max(std::sqrt(s.variance), 12.0);
          return rounded(128 * 0.6 + s.mean * 0.4 + gain * (luma - s.mean) + channel.at(x, y) - luma);
        });
      }
}

TEST_P(FourChannelFilters, MosaicSplitsWhereTheLumaHasContrast) {
  const Filter filter = turned(*find_filter("mosaic"), GetParam());
  for (const Extent extent : k_coloured)
    for (const double split : {0.0, 40.0, 70.0}) {
      const Params params{{"cell", 3.0}, {"by", std::string("content")}, {"levels", 2.0}, {"split", split}};
      const Colours colours = coloured(extent, 22);
      expect_colours(filter, params, colours, GetParam().machine, GetParam().threads, [&](const Grey& channel, int x, int y) {
        int side = 12;
        const auto moments = [&](const Grey& of) {
          double n = 0, sum = 0, squares = 0;
          for (int j = y / side * side; j < std::min(y / side * side + side, extent.height); ++j)
            for (int i = x / side * side; i < std::min(x / side * side + side, extent.width); ++i, ++n) {
              sum += of.at(i, j);
              squares += of.at(i, j) * of.at(i, j);
            }
          return std::tuple{n, sum, squares};
        };
        const auto contrasts = [&] {
          const auto [n, sum, squares] = moments(colours.luma);
          return n * squares - sum * sum > split * split * n * n;
        };
        while (side > 3 && contrasts()) side /= 2;
        const auto [n, sum, squares] = moments(channel);
        return exactly(halves_up(sum / n));
      });
    }
}

// in all channels what the luma alone gives; what was found is lit in colour
TEST_P(FourChannelFilters, ATemplateIsLookedForInTheLuma) {
  const Filter filter = turned(*find_filter("correlation"), GetParam());
  for (const Extent extent : k_coloured)
    for (const char* show : {"match", "signed", "found"}) {
      const Params params{{"w", 5.0}, {"h", 4.0}, {"least", 0.3}, {"show", std::string(show)}};
      const Colours colours = coloured(extent, 24);
      const Stage stage(colours.luma);
      const FilterRequest request = stage.request(params);
      const std::vector<Allowed> of_luma = filter_references().at("correlation")({filter, request, stage.picture});
      expect_colours(filter, params, colours, GetParam().machine, GetParam().threads, [&](const Grey& channel, int x, int y) {
        const Allowed luma = of_luma[static_cast<std::size_t>(y * extent.width + x)];
        if (show != std::string("found")) return luma;
        // a quarter of the luma is less than all of it, but for 0
        const double whole = colours.luma.at(x, y), own = channel.at(x, y);
        if (whole == 0) return Allowed{std::floor(own / 4), own};
        return Allowed{luma.least == whole ? own : std::floor(own / 4), luma.most == whole ? own : std::floor(own / 4)};
      });
    }
}

// what the luma changes by, each channel changes by
TEST_P(FourChannelFilters, OfTheLumaAloneKeepTints) {
  for (const char* id : {"median", "median-sliding", "histogram"}) {
    const Filter filter = turned(*find_filter(id), GetParam());
    for (const Extent extent : k_coloured)
      for (const char* bins : {"4", "16", "32"})
        for (const double r : {0.0, 3.0}) {
          const Params params{{"r", r}, {"bins", std::string(bins)}};
          const Colours colours = coloured(extent, 25);
          const Stage stage(colours.luma);
          const std::vector<Allowed> of_luma = filter_references().at(id)({filter, stage.request(params), stage.picture});
          expect_colours(
              filter, params, colours, GetParam().machine, GetParam().threads, [&](const Grey& channel, int x, int y) {
                const Allowed luma = of_luma[static_cast<std::size_t>(y * extent.width + x)];
                const double apart = channel.at(x, y) - colours.luma.at(x, y);
                return Allowed{std::clamp(luma.least + apart, 0.0, 255.0), std::clamp(luma.most + apart, 0.0, 255.0)};
              });
        }
  }
}

// He, Sun and Tang 2013, (5), (6) and (8), with the luma as guide: six means of boxes
TEST_P(FourChannelFilters, TheGuidedFilterFollowsTheLuma) {
  const Filter filter = turned(*find_filter("guided"), GetParam());
  for (const Extent extent : k_coloured)
    for (const double r : {0.0, 2.0, 30.0})
      for (const double eps : {0.01, 1.0})
        for (const std::string& border : filter.find_param("border")->choices) {
          const Params params{{"r", r}, {"eps", eps}, {"guide", std::string("luma")}, {"border", border}};
          const Border rule = known_in(k_borders, "border", border).value;
          const Colours colours = coloured(extent, 23);
          const auto mean = [&](const Field& of, int x, int y) { return window_mean(of, rule, x, y, static_cast<int>(r)); };
          const auto field = [&](const auto& value) {
            Field made{extent, {}};
            for (int y = 0; y < extent.height; ++y)
              for (int x = 0; x < extent.width; ++x) made.values.push_back(value(x, y));
            return made;
          };
          const Grey& guide = colours.luma;
          std::map<const Grey*, Field> results;
          for (const Grey& p : colours.channels) {
            const Field i = field([&](int x, int y) { return guide.at(x, y); }),
                        of_p = field([&](int x, int y) { return p.at(x, y); });
            const Field ip = field([&](int x, int y) { return guide.at(x, y) * p.at(x, y); });
            const Field ii = field([&](int x, int y) { return guide.at(x, y) * guide.at(x, y); });
            const Field a = field([&](int x, int y) {
              const double covariance = mean(ip, x, y) - mean(i, x, y) * mean(of_p, x, y);
              const double variance = std::max(0.0, mean(ii, x, y) - mean(i, x, y) * mean(i, x, y));
              return std::clamp(covariance / (variance + eps * 255 * 255), -16.0, 16.0);
            });
            const Field b = field([&](int x, int y) { return mean(of_p, x, y) - a.at(x, y) * mean(i, x, y); });
            results[&p] = field([&](int x, int y) { return mean(a, x, y) * guide.at(x, y) + mean(b, x, y); });
          }
          expect_colours(
              filter, params, colours, GetParam().machine, GetParam().threads,
              [&](const Grey& channel, int x, int y) { return rounded(results.at(&channel).at(x, y), 256.0 / 65536 + 1e-6); });
        }
}

TEST(FiltersOfFourChannels, CostFourTimesAsMuchButForTheMap) {
  const Algorithm& tables = *find_algorithm("scan-transpose-scan");
  for (const Filter& filter : filters()) {
    if (!filter.by_channel || filter.alpha_stays) continue;
    const FilterPlan one = filter_plan(filter, {.extent = {37, 21}}, tables);
    const FilterPlan four = filter_plan(filter, {.extent = {37, 21}, .channels = 4}, tables);
    ASSERT_EQ(one.plan.passes.size(), four.plan.passes.size()) << filter.id;
    for (std::size_t i = 0; i < one.plan.passes.size(); ++i) {
      const Pass &a = one.plan.passes[i], &b = four.plan.passes[i];
      double map = 0;
      for (const auto* buffers : {&a.reads, &a.writes})
        for (const int buffer : *buffers)
          if (const Buffer& about = one.plan.buffers[static_cast<std::size_t>(buffer)]; about.name == "radius map")
            map += static_cast<double>(about.bytes());
      EXPECT_EQ(b.cost.bytes - map, 4 * (a.cost.bytes - map)) << filter.id << ", " << a.name;
      EXPECT_EQ(b.cost.additions, 4 * a.cost.additions) << filter.id << ", " << a.name;
    }
  }
}

// plane by plane: three times the filter's passes less those that are the same for all, and the tables of one channel
TEST(FiltersOfFourChannels, TakeNoMoreTablesThanOne) {
  for (const Filter& filter : filters()) {
    if (!filter.alpha_stays) continue;
    const auto tables = [&](int channels) {
      const FilterDraft draft = filter.draft({.extent = {37, 21}, .channels = channels});
      std::set<int> made;
      for (const FilterStep& step : draft.steps)
        if (const TableStep* table = std::get_if<TableStep>(&step)) made.insert(table->table);
      for (const int table : made) EXPECT_EQ(draft.buffers[static_cast<std::size_t>(table)].channels, 1) << filter.id;
      return made.size();
    };
    EXPECT_EQ(tables(4), tables(1)) << filter.id;
    for (const Algorithm& algorithm : algorithms())
      if (refusal(filter, {.extent = {37, 21}}, algorithm, Machine::cpu).empty()) {
        EXPECT_EQ(refusal(filter, {.extent = {37, 21}, .channels = 4}, algorithm, Machine::cpu), "")
            << filter.id << " with tables of " << algorithm.id;
      }
  }
}

TEST(FiltersOfFourChannels, AreRefusedWithASentence) {
  const Algorithm& serial = *find_algorithm("serial");
  const FilterRequest four{.extent = {9, 9}, .channels = 4};
  const auto sentence = [](const std::string& why) { EXPECT_NE(why.find("not supported"), std::string::npos) << why; };
  for (const Filter& filter : filters()) {
    FilterRequest traced = four;
    traced.sizes = filter_trace_sizes().front();
    EXPECT_THROW(traced_filter_plan(filter, traced, serial), std::invalid_argument) << filter.id;
    FilterRequest three = four;
    three.channels = 3;
    sentence(refusal(filter, three, serial, Machine::cpu));
    EXPECT_THROW(filter_plan(filter, three, serial), std::invalid_argument) << filter.id;
    if (filter.by_channel) {
      EXPECT_EQ(refusal(filter, four, serial, Machine::cpu), "");
      continue;
    }
    sentence(refusal(filter, four, serial, Machine::cpu));
    EXPECT_THROW(filter_plan(filter, four, serial), std::invalid_argument) << filter.id;
    EXPECT_THROW(chain_plan(std::vector<ChainLink>{{find_filter("box"), {}}, {&filter, {}}}, four, serial),
                 std::invalid_argument)
        << filter.id;
  }
  for (const Algorithm& tables : algorithms()) {
    if (tables.four_channels) continue;
    sentence(refusal(*find_filter("box"), four, tables, Machine::cpu));
    EXPECT_THROW(filter_plan(*find_filter("box"), four, tables), std::invalid_argument);
  }
}

}  // namespace
}  // namespace satscope
