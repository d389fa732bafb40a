// SPDX-License-Identifier: Apache-2.0
// Every filter of the list, on every machine, with every border rule, from radius 0 to beyond the picture, against a reference
// in double that is written from the definition. A new filter must bring its reference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "kernels/registry.h"
#include "tests/kernels/backwards.h"
#include "tests/kernels/filters_stage.h"

namespace satscope {

namespace {

using namespace testing;

double value_at(const std::vector<std::byte>& bytes, Scalar type, std::size_t i) {
  if (type == Scalar::u8) return static_cast<double>(std::to_integer<int>(bytes[i]));
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + 4 * i, 4);
  return value;
}

/// The filter with its kernels' threads from the last to the first.
Filter backwards(const Filter& filter) {
  Filter turned = filter;
  for (std::size_t i = 0; i < filters().size(); ++i)
    if (filters()[i].id == filter.id) turned.draft = drafts_backwards()[i];
  return turned;
}

struct Subject {
  std::string name;
  Machine machine;
  int threads;
};
void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

class EveryFilter : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (GetParam().machine == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
  void check(const Filter& filter, const FilterRequest& request, const Stage& stage, const Reference& reference) const {
    const std::string name = name_of(filter, request.params, request.extent);
    const Machine machine = GetParam().machine;
    const FilterPlan plan = GetParam().name == "backwards" ? filter_plan(backwards(filter), request, *find_algorithm("serial"))
                                                           : filter_plan(filter, request, default_algorithm(machine));
    Engine engine(plan.plan, machine, GetParam().threads);
    prepare(engine, plan, stage);
    engine.run();
    const std::vector<std::byte> result = bytes_of(engine, plan.plan.table());
    Asked asked{filter, request, stage.picture, stage.previous.pixels, {}, stage.rectangles, {}, stage.faces};
    for (const FilterPlan::Input& input : plan.inputs)
      if (input.name == "template") {
        asked.pattern.resize(stage.input(plan, input).size());
        std::memcpy(asked.pattern.data(), stage.input(plan, input).data(), asked.pattern.size());
      }
    for (std::size_t b = 0; b < plan.plan.buffers.size(); ++b)
      if (plan.plan.buffers[b].name.ends_with(" map")) {
        asked.map.resize(request.extent.area());
        engine.read(static_cast<int>(b), std::as_writable_bytes(std::span(asked.map)));
        if (choice(filter, request.params, "map") != "painted") check_map(filter, request, asked.map, name);
      }
    const std::vector<Allowed> allowed = reference(asked);
    const Buffer& about = plan.plan.buffers.back();
    ASSERT_EQ(allowed.size(), about.shape.area()) << name;
    int shown = 0;
    for (std::size_t i = 0; i < allowed.size() && shown < 4; ++i) {
      const double got = value_at(result, about.type, i);
      if (got >= allowed[i].least && got <= allowed[i].most) continue;
      ++shown;
      ADD_FAILURE() << name << ": (" << i % static_cast<std::size_t>(about.shape.width) << ", "
                    << i / static_cast<std::size_t>(about.shape.width) << ") is " << got << ", should be " << allowed[i].least
                    << (allowed[i].most > allowed[i].least ? fmt::format(" to {}", allowed[i].most) : "");
    }
  }
  static void check_map(const Filter& filter, const FilterRequest& request, const std::vector<std::uint8_t>& map,
                        const std::string& name) {
    const auto width = static_cast<std::size_t>(request.extent.width);
    for (std::size_t i = 0; i < map.size(); ++i) {
      const double expected = map_at(filter, request, static_cast<int>(i % width), static_cast<int>(i / width));
      // cut to whole numbers, and its line is given to 1/65536 pixel
      ASSERT_TRUE(map[i] <= expected + 1 && map[i] >= expected - 2)
          << name << ": map " << i << " is " << int{map[i]} << ", not " << expected;
    }
  }
};

TEST_P(EveryFilter, IsWhatItsDefinitionSays) {
  const std::vector<Grey> pictures = filter_pictures();
  for (const Filter& filter : filters()) {
    const auto reference = filter_references().find(filter.id);
    ASSERT_NE(reference, filter_references().end()) << filter.id << " has no reference in the tests";
    for (const Grey& picture : pictures) {
      const Stage stage(picture);
      for (const Params& params : filter_params(filter)) check(filter, stage.request(params), stage, reference->second);
    }
  }
}

// window sums beyond 2^32, and the largest squares
TEST_P(EveryFilter, HoldsTheLargestSums) {
  Grey white{{19, 13}, std::vector<std::uint8_t>(19 * 13, 255)};
  const Stage stage(white);
  for (const Filter& filter : filters()) {
    if (!filter.find_param("r") || !filter.find_param("border") || filter.id == "box-naive") continue;
    for (const std::string& border : filter.find_param("border")->choices) {
      if (border == "clip") continue;  // there a window has no more pixels than the picture
      const double most = filter.find_param("r")->range->max;
      Params params{{"r", most}, {"border", border}};
      if (filter.find_param("kernel")) params["kernel"] = std::string("box");
      check(filter, stage.request(params), stage, filter_references().at(filter.id));
    }
  }
}

// what the papers' "at most" means for a page of one grey: black is black, and a threshold below the grey leaves it white
TEST_P(EveryFilter, SolidBlackStaysBlackAndWhiteWhite) {
  const Extent extent{19, 13};
  const std::size_t area = extent.area();
  const auto all = [&](const char* id, Params params, int grey, int expected) {
    for (const char* border : {"clip", "clamp", "mirror"}) {
      params["border"] = std::string(border);
      const Filter& filter = *find_filter(id);
      const Stage stage(Grey{extent, std::vector<std::uint8_t>(area, static_cast<std::uint8_t>(grey))});
      const FilterRequest request = stage.request(params);
      const FilterPlan plan = GetParam().name == "backwards"
                                  ? filter_plan(backwards(filter), request, *find_algorithm("serial"))
                                  : filter_plan(filter, request, default_algorithm(GetParam().machine));
      Engine engine(plan.plan, GetParam().machine, GetParam().threads);
      prepare(engine, plan, stage);
      engine.run();
      EXPECT_EQ(bytes_of(engine, plan.plan.table()), std::vector<std::byte>(area, static_cast<std::byte>(expected)))
          << name_of(filter, params, extent) << " of grey " << grey;
    }
  };
  for (const char* id : {"bradley", "sauvola"})
    for (const double r : {0.0, 3.0, 70.0}) {
      all(id, {{"r", r}}, 0, 0);
      all(id, {{"r", r}}, 255, 255);
      all(id, {{"r", r}}, 7, 255);
    }
  all("bradley", {{"r", 3.0}, {"t", 0.0}}, 200, 0);  // equal to its mean
  all("bradley", {{"r", 3.0}, {"t", 100.0}}, 1, 255);
}

INSTANTIATE_TEST_SUITE_P(On, EveryFilter,
                         ::testing::ValuesIn(testing::those_built<Subject>(
                             !drafts_backwards().empty(), {Subject{"gpu", Machine::gpu, 0}, Subject{"cpu3", Machine::cpu, 3},
                                                           Subject{"backwards", Machine::cpu, 1}})),
                         [](const auto& subject) { return subject.param.name; });

TEST(GpuAndCpu, AgreeAfterEveryPassOfEveryFilter) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Grey& picture : {noise({1, 1}, 1), noise({33, 31}, 2), page({301, 61})})
    for (const Filter& filter : filters()) {
      const Stage stage(picture);
      for (Params params : filter_params(filter)) {
        const FilterPlan plan = filter_plan(filter, stage.request(params), default_algorithm(Machine::gpu));
        for (std::size_t passes = 1; passes <= plan.plan.passes.size(); ++passes) {
          Engine gpu(plan.plan, Machine::gpu), cpu(plan.plan, Machine::cpu, 2);
          for (Engine* engine : {&gpu, &cpu}) {
            prepare(*engine, plan, stage);
            engine->run(passes);
          }
          for (const int buffer : plan.plan.passes[passes - 1].writes)
            ASSERT_EQ(bytes_of(gpu, buffer), bytes_of(cpu, buffer))
                << name_of(filter, params, picture.extent) << " after " << plan.plan.passes[passes - 1].name;
        }
      }
    }
}

TEST(Filters, GiveTheSameWithTheTablesOfEveryAlgorithm) {
  const Stage stage(page({83, 57}));
  for (const Filter& filter : filters()) {
    std::vector<std::byte> first;
    for (const Algorithm& tables : algorithms()) {
      if (!refusal(filter, stage.request(), tables, Machine::cpu).empty()) continue;
      const FilterPlan plan = filter_plan(filter, stage.request(), tables);
      Engine engine(plan.plan, Machine::cpu, 1);
      prepare(engine, plan, stage);
      engine.run();
      const std::vector<std::byte> result = bytes_of(engine, plan.plan.table());
      if (first.empty()) first = result;
      EXPECT_EQ(result, first) << filter.id << " with " << tables.id;
    }
  }
}

TEST(Filters, DescribeThemselves) {
  std::set<std::string> ids;
  for (const Filter& filter : filters()) {
    EXPECT_TRUE(ids.insert(filter.id).second) << filter.id;
    for (const std::string* text : {&filter.title, &filter.paper, &filter.definition, &filter.text, &filter.reads})
      EXPECT_FALSE(text->empty()) << filter.id;
    EXPECT_EQ(find_filter(filter.id), &filter);
    EXPECT_TRUE(filter.rival_of.empty() || find_filter(filter.rival_of)) << filter.id;
    EXPECT_GT(filter.reads_per_pixel({.extent = {64, 64}}), 0) << filter.id;
    for (const Param& param : filter.params) {
      EXPECT_FALSE(param.help.empty()) << param.id;
      EXPECT_EQ(param.parse(to_text(param.fallback)), param.fallback) << filter.id << " " << param.id;
    }
    const FilterPlan plan = filter_plan(filter, {.extent = {40, 30}}, *find_algorithm("serial"));
    EXPECT_EQ(plan.plan.buffers.front().shape, (Extent{40, 30}));
    EXPECT_EQ(plan.parts.at(0).tables > 0, !filter.tables.empty()) << filter.id;
    if (filter.makes_picture) {
      EXPECT_EQ(plan.plan.buffers.back().shape, (Extent{40, 30})) << filter.id;
      EXPECT_EQ(plan.plan.buffers.back().type, Scalar::u8) << filter.id;
    }
    for (const Pass& pass : plan.plan.passes) {
      EXPECT_TRUE(pass.cpu) << pass.name;
      EXPECT_GT(pass.cost.bytes, 0) << pass.name;
      for (const int buffer : pass.writes) EXPECT_LT(static_cast<std::size_t>(buffer), plan.plan.buffers.size());
    }
  }
  EXPECT_EQ(find_filter("no-such"), nullptr);
}

// read by those who know no table: plain words come first, those of the field in brackets
TEST(Filters, SayFirstWhatTheyAreFor) {
  const auto begins = [](const char* filter, const char* title, const char* text) {
    EXPECT_TRUE(find_filter(filter)->title.starts_with(title)) << find_filter(filter)->title;
    EXPECT_TRUE(find_filter(filter)->text.starts_with(text)) << find_filter(filter)->text;
  };
  begins("variable", "Tilt-shift", "Makes a street look like a toy model");
  begins("lens", "Texture and sharpness", "Shows where the picture has detail");
  begins("box", "Box mean", "Blurs the picture evenly");
  begins("stored", "Blur with few bits", "Shows what happens when a computer saves memory");
  begins("haar", "Bright beside dark", "Asks at every pixel: is the rectangle above it brighter than the one below");
  begins("unsharp", "Unsharp mask", "Makes a soft or hazy picture crisp");
  EXPECT_NE(find_filter("motion")->text.find("in a photo, no rectangle lights up"), std::string::npos);
  EXPECT_NE(find_filter("faces")->text.find("can take something else for one"), std::string::npos);
}

TEST(Filters, KnowTheirBorderRules) {
  EXPECT_EQ(find_filter("box")->borders(), (std::vector<Border>{Border::clip, Border::clamp, Border::mirror, Border::zero}));
  EXPECT_TRUE(find_filter("motion")->borders().empty());
  EXPECT_EQ(find_filter("box")->find_param("border")->fallback, ParamValue{std::string("clip")});
}

TEST(Filters, CheckTheirParameters) {
  const Filter& box = *find_filter("box");
  const auto planned = [&](Params params) {
    return filter_plan(box, {.extent = {8, 8}, .params = std::move(params)}, *find_algorithm("serial"));
  };
  EXPECT_NO_THROW(planned({{"r", 300.0}}));
  EXPECT_THROW(planned({{"r", -1.0}}), std::invalid_argument);
  EXPECT_THROW(planned({{"r", 4097.0}}), std::invalid_argument);
  EXPECT_THROW(planned({{"r", 1.5}}), std::invalid_argument);
  EXPECT_THROW(planned({{"r", std::nan("")}}), std::invalid_argument);
  EXPECT_THROW(planned({{"r", std::string("many")}}), std::invalid_argument);
  EXPECT_THROW(planned({{"border", std::string("wrap")}}), std::invalid_argument);
  EXPECT_THROW(planned({{"radius", 3.0}}), std::invalid_argument);
  EXPECT_THROW(filter_plan(*find_filter("motion"), {.extent = {8, 8}, .regions = 0}, *find_algorithm("serial")),
               std::invalid_argument);
}

TEST(Filters, RefuseWhatTheirTablesRefuse) {
  const Filter& sauvola = *find_filter("sauvola");
  EXPECT_EQ(refusal(sauvola, {.extent = {5000, 5000}}, *find_algorithm("serial"), Machine::cpu), "");
  const std::string why = refusal(sauvola, {.extent = {5000, 5000}}, *find_algorithm("serial"), Machine::gpu);
  EXPECT_NE(why.find("not supported"), std::string::npos) << why;
}

TEST(Gauss, SaysTheSigmaThatItReaches) {
  const Filter& gauss = *find_filter("gauss");
  // the widths of Kovesi's formula have this variance, (w^2 - 1) / 12 each
  for (const double sigma : {0.5, 0.8, 1.0, 1.8, 2.5, 5.0, 10.0, 47.5, 300.0})
    for (const int n : {1, 2, 3, 4, 5, 6}) {
      double variance = 0;
      std::vector<int> widths;
      for (const int r : kovesi_radii(sigma, n)) {
        variance += ((2.0 * r + 1) * (2.0 * r + 1) - 1) / 12;
        widths.push_back(2 * r + 1);
      }
      const int last = widths.back();
      widths.pop_back();
      const std::string boxes = n == 1 ? fmt::format("a box {} pixels wide gives", last)
                                       : fmt::format("boxes {} and {} pixels wide give", fmt::join(widths, ", "), last);
      const std::string reached = fmt::format("{:.2f}", std::sqrt(variance)), asked = fmt::format("{:.2f}", sigma);
      const Params params{{"sigma", sigma}, {"n", static_cast<double>(n)}};
      EXPECT_EQ(gauss.remark({.extent = {9, 9}, .params = params}),
                fmt::format("{} sigma {}{}", boxes, reached, reached == asked ? "" : " instead of " + asked));
    }
  EXPECT_EQ(gauss.remark({.extent = {9, 9}, .params = {{"sigma", 5.0}}}),
            "boxes 9, 9 and 11 pixels wide give sigma 4.83 instead of 5.00");
}

// an impulse comes out with the second moment that was promised: the profile is that of a Gaussian of this sigma
TEST(Gauss, SpreadsAnImpulseAsFarAsItSays) {
  Grey picture{{101, 101}, std::vector<std::uint8_t>(101 * 101, 0)};
  for (int y = 0; y < 101; ++y)
    for (int x = 50; x < 101; ++x)
      picture.pixels[static_cast<std::size_t>(y * 101 + x)] = 255;  // a step: its slope is the profile
  const Stage stage(picture);
  const FilterPlan plan =
      filter_plan(*find_filter("gauss"), stage.request({{"sigma", 6.0}, {"n", 4.0}}), *find_algorithm("serial"));
  Engine engine(plan.plan, Machine::cpu, 1);
  prepare(engine, plan, stage);
  engine.run();
  const auto row = read_buffer<std::uint8_t>(engine, plan.plan.table());
  double total = 0, second = 0;
  for (int x = 1; x < 101; ++x) {
    const double slope = row[static_cast<std::size_t>(50 * 101 + x)] - row[static_cast<std::size_t>(50 * 101 + x - 1)];
    total += slope;
    second += slope * (x - 50.0) * (x - 50.0);
  }
  EXPECT_DOUBLE_EQ(total, 255);
  EXPECT_NEAR(std::sqrt(second / total), 6.0, 0.15);  // 8-bit steps and odd widths
}

}  // namespace
}  // namespace satscope
