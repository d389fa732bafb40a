// SPDX-License-Identifier: Apache-2.0
// What is said of a step: every sum that is written out is right and of numbers that the thread met, and every label has its
// idea.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "kernels/filters/filter_trace.h"
#include "kernels/registry.h"
#include "kernels/trace/effects.h"
#include "kernels/trace/narration.h"
#include "kernels/trace/tracing.h"
#include "tests/kernels/all_params.h"
#include "tests/kernels/all_sizes.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;

Trace trace_of(const Algorithm& algorithm, const Request& request, const char* schedule = "ticket") {
  return trace(algorithm, request, testing::draw(request.extent, request.types.in, Content::whole_noise, 4),
               {.schedule = parse_schedule(schedule)});
}

/// With tables of the serial algorithm, which traces squares too, and every input filled with small numbers.
Trace trace_of(const Filter& filter, Extent extent, const Params& params) {
  const Algorithm& tables = known_algorithm("serial");
  const FilterRequest request{.extent = extent, .params = params, .sizes = filter_trace_sizes().front()};
  const FilterPlan plan = traced_filter_plan(filter, request, tables);
  std::vector<std::vector<std::byte>> inputs;
  for (const FilterPlan::Input& input : plan.inputs)
    inputs.emplace_back(plan.plan.buffers[static_cast<std::size_t>(input.buffer)].bytes(), std::byte{1});
  const std::vector<std::span<const std::byte>> given(inputs.begin(), inputs.end());
  return trace_filter(filter, request, tables, testing::draw(extent, Scalar::u8, Content::noise, 3), given);
}

/// Reads texts of numbers from the left. No regular expressions, because under sanitizers the compiler warns of the library's
/// own.
class Reader {
 public:
  explicit Reader(std::string text) : text_(std::move(text)) {}
  bool done() const { return at_ >= text_.size(); }
  void skip() { ++at_; }
  /// What comes next is this: goes past it.
  bool take(std::string_view words) {
    if (text_.compare(at_, words.size(), words) != 0) return false;
    at_ += words.size();
    return true;
  }
  /// Letters and blanks.
  void take_words() {
    while (!done() && (text_[at_] == ' ' || std::islower(static_cast<unsigned char>(text_[at_])))) ++at_;
  }
  std::optional<double> number() {
    const std::size_t digit = at_ + (text_[at_] == '-');
    if (digit >= text_.size() || !std::isdigit(static_cast<unsigned char>(text_[digit]))) return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(text_.c_str() + at_, &end);
    at_ = static_cast<std::size_t>(end - text_.c_str());
    return value;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

/// The sums written out in a text, right or not: "a + b = c" and, after it, ", and d above: e".
int check_sums(std::string text, const std::string& what) {
  constexpr std::string_view k_minus = "\u2212";
  for (std::size_t at = text.find(k_minus); at != text.npos; at = text.find(k_minus)) {
    std::string plain = text.substr(0, at);
    plain += '-';
    plain += text.substr(at + k_minus.size());
    text = std::move(plain);
  }
  const auto near = [&](double sum, double reported) {
    EXPECT_NEAR(sum, reported, 1e-4 * std::max(1.0, std::abs(reported))) << what << ": " << text;
  };
  int count = 0;
  for (Reader in(text); !in.done();) {
    std::optional<double> sum = in.number();
    if (!sum) {
      in.skip();
      continue;
    }
    int terms = 1;
    for (bool more = true; more;) {
      const double sign = in.take(" + ") ? 1 : in.take(" - ") ? -1 : 0;
      const std::optional<double> term = sign != 0 ? in.number() : std::nullopt;
      more = term.has_value();
      if (more) *sum += sign * *term, ++terms;
    }
    if (terms < 2 || !in.take(" = ")) continue;
    std::optional<double> reported = in.number();
    if (!reported) continue;
    near(*sum, *reported);
    ++count;
    while (in.take(", and ")) {
      const std::optional<double> added = in.number();
      in.take_words();
      const std::optional<double> after = added && in.take(": ") ? in.number() : std::nullopt;
      if (!after) break;
      near(*reported + *added, *after);
      reported = after;
      ++count;
    }
  }
  return count;
}

struct Counts {
  std::int64_t sums = 0, written_sums = 0, reported = 0;
};

/// Every effect of every thread of the step, against the record.
void check_step(const Trace& t, const Step& step, const std::string& what, Counts& counts) {
  std::size_t writes = 0;
  for (const std::uint32_t thread : busy_threads(t, step)) {
    const std::vector<Effect> effects = effects_of(t, step, thread);
    writes += effects.size();
    for (const Effect& effect : effects) {
      const Scalar type = t.buffers[effect.write.buffer].type;
      EXPECT_EQ(effect.result, number(effect.write.after, type)) << what;
      EXPECT_EQ(effect.write.thread, thread) << what;
      for (const Term& term : effect.terms) {
        if (!term.read) continue;
        EXPECT_EQ(term.read->thread, thread) << what;
        EXPECT_EQ(term.value, number(term.read->value, t.buffers[term.read->buffer].type)) << what;
      }
      const Origin::Kind kind = t.origins[effect.write.after.origin].kind;
      const bool added = kind == Origin::Kind::sum || kind == Origin::Kind::difference;
      counts.written_sums += added && effect.kind != Effect::Kind::moved;
      if (effect.kind == Effect::Kind::sum) {
        ++counts.sums;
        EXPECT_TRUE(adds_up(effect.terms, effect.result, type)) << what;
        EXPECT_GE(effect.terms.size(), 2U) << what;
      }
      if (effect.kind == Effect::Kind::moved) {
        EXPECT_TRUE(effect.terms[0].read || effect.terms[0].effect >= 0) << what;
      }
      // what is put is no sum of pixels
      if (effect.kind == Effect::Kind::put) {
        EXPECT_EQ(effect.write.after.pixels, 0U) << what;
      }
    }
    counts.reported += check_sums(describe_thread(t, step, thread, 99), what);
  }
  EXPECT_EQ(writes, step.writes) << what;
}

TEST(DescriptionOfEveryAlgorithm, WritesOutSumsThatAreRightOfNumbersThatTheThreadMet) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    Counts counts;
    for (const Params& params : testing::all_params(algorithm))
      for (const Form form : {Form::inclusive, Form::exclusive, Form::padded}) {
        const Request request{.extent = {9, 7}, .form = form, .params = params, .sizes = algorithm.trace_sizes.front()};
        if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
        Trace t;
        try {
          t = trace_of(algorithm, request, "reversed:8");
        } catch (const std::invalid_argument&) {
          continue;  // a trace of this machine does not take these parameters
        }
        for (const Step& step : t.steps)
          check_step(t, step, fmt::format("{} {} {}", algorithm.id, id_of(form), step.label), counts);
      }
    // every number that a kernel added up is written as that sum
    EXPECT_EQ(counts.sums, counts.written_sums) << algorithm.id;
    EXPECT_GT(counts.reported, 20) << algorithm.id;
  }
}

TEST(DescriptionOfEveryFilter, WritesOutSumsThatAreRightOfNumbersThatTheThreadMet) {
  for (const Filter& filter : filters()) {
    const Param* border = filter.find_param("border");
    for (const std::string& choice : border ? border->choices : std::vector<std::string>{""}) {
      Params params;
      if (filter.find_param("r")) params["r"] = 1.0;
      if (border) params["border"] = choice;
      const Trace t = trace_of(filter, {7, 5}, params);
      Counts counts;
      for (const Step& step : t.steps) check_step(t, step, fmt::format("{} {}", filter.id, step.label), counts);
      EXPECT_GT(counts.reported, 5) << filter.id;
    }
  }
}

TEST(DescriptionOfEveryAlgorithm, EveryLabelHasOneDescription) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    std::set<const Phase*> used;
    for (const Params& params : testing::all_params(algorithm))
      for (const Form form : {Form::inclusive, Form::padded})
        for (const Extent extent : {Extent{1, 1}, Extent{40, 12}}) {
          const Request request{.extent = extent, .form = form, .params = params, .sizes = algorithm.trace_sizes.front()};
          if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
          for (const char* schedule : {"ticket", "random:1"}) try {
              const Trace t = trace_of(algorithm, request, schedule);
              for (const Step& step : t.steps) {
                const Phase* phase = algorithm.find_phase(step.label);
                EXPECT_TRUE(phase) << algorithm.id << ": '" << step.label << "' has no idea";
                used.insert(phase);
              }
              for (const TracePass& pass : t.passes) used.insert(algorithm.find_phase(pass.name));
            } catch (const std::invalid_argument&) {
              continue;  // a trace of this machine does not take these parameters
            }
        }
    for (const Phase& phase : algorithm.phases)
      EXPECT_TRUE(used.contains(&phase)) << algorithm.id << ": no step is called '" << phase.label << "'";
  }
}

TEST(DescriptionOfEveryFilter, EveryLabelHasOneDescription) {
  for (const Filter& filter : filters()) {
    std::set<const Phase*> used;
    // every choice of every parameter, one at a time
    std::vector<Params> all{{}};
    for (const Param& param : filter.params) {
      for (const std::string& choice : param.choices) all.push_back({{param.id, choice}});
      if (std::holds_alternative<bool>(param.fallback)) all.push_back({{param.id, true}});
    }
    for (const Params& params : all) {
      const Trace t = trace_of(filter, {7, 5}, params);
      for (const Step& step : t.steps) {
        const Phase *own = filter.find_phase(step.label), *of_table = known_algorithm("serial").find_phase(step.label);
        EXPECT_NE(own == nullptr, of_table == nullptr) << filter.id << ": '" << step.label << "'";
        if (own) used.insert(own);
      }
    }
    for (const Phase& phase : filter.phases)
      EXPECT_TRUE(used.contains(&phase)) << filter.id << ": no step is called '" << phase.label << "'";
  }
}

/// As one sentence each, without a label twice.
template <class List>
void check_ideas(const List& list) {
  for (const Described& one : list) {
    std::set<std::string> labels;
    for (const Phase& phase : one.phases) {
      EXPECT_TRUE(labels.insert(phase.label).second) << one.id << " " << phase.label;
      EXPECT_FALSE(phase.label.empty()) << one.id;
      for (const std::string& text : {phase.idea, phase.watch}) {
        if (text.empty() && &text != &phase.idea) continue;
        if (text.empty()) continue;
        EXPECT_TRUE(std::isupper(static_cast<unsigned char>(text.front()))) << text;
        EXPECT_EQ(text.back(), '.') << text;
        EXPECT_EQ(text.find(". "), text.npos) << text;
        EXPECT_LE(text.size(), 160U) << text;
      }
      EXPECT_FALSE(phase.idea.empty()) << one.id << " " << phase.label;
    }
    for (const Slip& slip : one.slips)
      for (const std::string& text : {slip.printed, slip.effect, slip.here}) {
        ASSERT_FALSE(text.empty()) << slip.where;
        EXPECT_EQ(text.back(), '.') << text;
      }
  }
}
TEST(DescriptionOfEveryAlgorithm, SaysEachIdeaInASentence) {
  check_ideas(algorithms());
  check_ideas(filters());
}

TEST(Phase, CoversWholeWordsAndTheLongestWins) {
  Described one{
      .id = "one", .title = {}, .paper = {}, .text = {}, .params = {}, .phases = {{"load", "A."}, {"load back", "B."}}};
  EXPECT_EQ(one.find_phase("load")->idea, "A.");
  EXPECT_EQ(one.find_phase("load, first")->idea, "A.");
  EXPECT_EQ(one.find_phase("load 3")->idea, "A.");
  EXPECT_EQ(one.find_phase("load back d=3")->idea, "B.");
  EXPECT_EQ(one.find_phase("loading"), nullptr);
  EXPECT_EQ(one.find_phase("unload"), nullptr);
}

Trace small(const char* id, const char* numbers, Extent extent, const Params& params = {}) {
  std::vector<std::byte> pixels;
  for (const char* at = numbers; *at != 0; ++at)
    if (*at != ' ') pixels.push_back(static_cast<std::byte>(*at - '0'));
  const Algorithm& algorithm = known_algorithm(id);
  return trace(algorithm,
               {.extent = extent, .form = algorithm.natural_form, .params = params, .sizes = algorithm.trace_sizes.front()},
               pixels);
}
const Step& step_of(const Trace& t, std::string_view label, int nth = 0) {
  for (const Step& step : t.steps)
    if (step.label == label && nth-- == 0) return step;
  throw std::out_of_range(std::string(label));
}

// the words of the recursion and of a tree, by hand from the numbers 3 1 7 0 4 1 6 3 and Bilgic's picture
TEST(Captioned, SaysWhatAPersonWouldSay) {
  const Trace serial = small("serial", "2131 3211 4131", {4, 3});
  EXPECT_EQ(describe_thread(serial, step_of(serial, "recursion row 1", 1), 0),
            "thread 0: 3 + 2 = 5, and 3 above: 8, stored at table(1, 1)");
  EXPECT_EQ(describe_thread(serial, step_of(serial, "recursion row 0", 1), 0),
            "thread 0: 2 + 1 = 3, stored in row sum and at table(1, 0)");
  EXPECT_EQ(describe_machine(serial, step_of(serial, "recursion row 0"), 1), "One thread is busy.");
  const Trace tree = small("scan-transpose-scan", "31704163", {8, 1}, {{"padding", false}});
  EXPECT_EQ(describe_thread(tree, step_of(tree, "up-sweep d=4"), 3), "thread 3: 6 + 3 = 9, stored at temp[7]");
  EXPECT_EQ(describe_thread(tree, step_of(tree, "up-sweep d=2"), 1), "thread 1: 5 + 9 = 14, stored at temp[7]");
  EXPECT_EQ(describe_thread(tree, step_of(tree, "down-sweep d=2"), 1),
            "thread 1: copies 11 from temp[7] to temp[5]; 5 + 11 = 16, stored at temp[7]");
  EXPECT_EQ(describe_machine(tree, step_of(tree, "up-sweep d=2"), 1),
            "2 of 4 threads are busy, 2 idle; then all wait at the barrier.");
  EXPECT_EQ(typical_thread(tree, step_of(tree, "up-sweep d=4")), 0U);
  EXPECT_EQ(typical_thread(tree, step_of(tree, "down-sweep d=2")), 1U);  // thread 0 moves a 0
  EXPECT_EQ(typical_thread(tree, step_of(tree, "down-sweep d=1")), 0U);  // the only one
  const Trace doubling = small("recursive-doubling", "31704163", {8, 1});
  EXPECT_EQ(describe_thread(doubling, step_of(doubling, "rows, distance 2"), 1), "thread 1: copies 4 from ping[1] to pong[1]");
  EXPECT_EQ(describe_thread(doubling, step_of(doubling, "rows, distance 2"), 2), "thread 2: 3 + 8 = 11, stored at pong[2]");
  const Trace lanes = small("scanrow-brlt", "31704163", {8, 1});
  EXPECT_EQ(describe_thread(lanes, step_of(lanes, "warp scan, stage 0"), 1, 1),
            "thread 1: lane 1 reads 3 from lane 0: 3 + 1 = 4, stored in data[0]; and 1 number more");
}

/// A number to which the thread adds in its place is written as the whole sum; the last number of each place stays.
TEST(Captioned, DescribesASumWithAllThatIsAddedInItsPlace) {
  const Algorithm& algorithm = known_algorithm("single-pass");
  for (const char* type : {"8u32u", "32f32f"}) {
    const Request request{
        .extent = {32, 16}, .types = *find_type_pair(type), .form = Form::inclusive, .sizes = algorithm.trace_sizes.front()};
    const Trace t = trace_of(algorithm, request);
    int folded = 0, columns = 0;
    for (const Step& step : t.steps)
      for (const std::uint32_t thread : busy_threads(t, step)) {
        const std::vector<Effect> all = effects_of(t, step, thread), whole = whole_effects_of(t, step, thread);
        folded += static_cast<int>(all.size() - whole.size());
        std::map<std::pair<std::uint32_t, std::uint32_t>, Value> kept, reported;
        for (const Effect& effect : all) kept[{effect.write.buffer, effect.write.index}] = effect.result;
        for (std::size_t i = 0; i < whole.size(); ++i) {
          const Effect& effect = whole[i];
          reported[{effect.write.buffer, effect.write.index}] = effect.result;
          if (effect.kind == Effect::Kind::sum) {
            EXPECT_TRUE(adds_up(effect.terms, effect.result, t.buffers[effect.write.buffer].type)) << step.label;
          }
          for (const Term& term : effect.terms) {
            EXPECT_LT(term.effect, static_cast<int>(i)) << step.label;
            if (term.effect >= 0) {
              EXPECT_EQ(whole[static_cast<std::size_t>(term.effect)].result, term.value) << step.label;
            }
          }
          if (step.label != "down, sum columns") continue;
          EXPECT_EQ(effect.kind, Effect::Kind::sum) << "two rows of a strip";
          EXPECT_EQ(effect.terms.size(), 2U);
          ++columns;
        }
        EXPECT_EQ(kept, reported) << step.label;
      }
    EXPECT_EQ(columns, 4 * 16 * 4) << "four of each thread in four blocks, " << type;
    EXPECT_GE(folded, columns) << type;
    // a word is named by its row or column and by whose it is
    EXPECT_NE(describe_thread(t, step_of(t, "publish rows"), 0).find(", published as a prefix at row word 0 of block 1"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace satscope
