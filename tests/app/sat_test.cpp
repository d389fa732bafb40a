// SPDX-License-Identifier: Apache-2.0
// satscope sat: files as NumPy reads them, values as the definition says.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstring>

#include "kernels/device.h"
#include "kernels/host_memory.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"
#include "tests/app/program.h"
#include "tests/kernels/all_sizes.h"

namespace satscope::test {
namespace {

/// A two-dimensional array file, read by the text of the format's description.
struct Npy {
  std::string type;
  int rows = 0, columns = 0;
  std::string elements;

  template <class T>
  T at(int row, int column) const {
    T value;
    std::memcpy(&value, elements.data() + sizeof(T) * static_cast<std::size_t>(row * columns + column), sizeof(T));
    return value;
  }
};

Npy read_npy(const std::string& name) {
  const std::string file = read_file(name);
  EXPECT_TRUE(file.starts_with(std::string("\x93NUMPY\x01\x00", 8)));
  const std::size_t length = static_cast<unsigned char>(file.at(8)) + 256U * static_cast<unsigned char>(file.at(9));
  EXPECT_EQ((10 + length) % 64, 0U);
  const std::string header = file.substr(10, length);
  char type[8] = "";
  Npy npy{.type = {}, .rows = 0, .columns = 0, .elements = file.substr(10 + length)};
  int end = 0;
  EXPECT_EQ(std::sscanf(header.c_str(), "{'descr': '%3s', 'fortran_order': False, 'shape': (%d, %d), }%n", type, &npy.rows,
                        &npy.columns, &end),
            3)
      << header;
  EXPECT_EQ(header.substr(static_cast<std::size_t>(end)).find_first_not_of(' '),
            header.size() - 1 - static_cast<std::size_t>(end));
  EXPECT_EQ(header.back(), '\n');
  npy.type = type;
  return npy;
}

// a picture whose every pixel is given in the test
constexpr int k_width = 7, k_height = 5;
int pixel(int x, int y) { return (x * 37 + y * 91 + x * y * 5) % 256; }

std::string csv() {
  std::string text;
  for (int y = 0; y < k_height; ++y)
    for (int x = 0; x < k_width; ++x) text += std::to_string(pixel(x, y)) + (x + 1 < k_width ? "," : "\n");
  return text;
}

/// P(X, Y) by the definition, of the pixels or of their squares.
std::uint64_t padded(int X, int Y, bool squares) {
  std::uint64_t sum = 0;
  for (int y = 0; y < Y; ++y)
    for (int x = 0; x < X; ++x) sum += static_cast<std::uint64_t>(squares ? pixel(x, y) * pixel(x, y) : pixel(x, y));
  return sum;
}

template <class T>
void expect_table(const Npy& table, const std::string& form, bool squares = false) {
  const int first = form == "inclusive" ? 1 : 0, more = form == "padded" ? 1 : 0;
  ASSERT_EQ(table.columns, k_width + more);
  ASSERT_EQ(table.rows, k_height + more);
  ASSERT_EQ(table.elements.size(), sizeof(T) * static_cast<std::size_t>(table.columns * table.rows));
  for (int row = 0; row < table.rows; ++row)
    for (int column = 0; column < table.columns; ++column)
      ASSERT_EQ(table.at<T>(row, column), static_cast<T>(padded(column + first, row + first, squares)))
          << column << ", " << row;
}

TEST(Sat, EveryAlgorithmTypeAndForm) {
  const Folder folder;
  const std::string input = folder.write("in.csv", csv()), out = folder.file("out.npy");
  for (const Algorithm& algorithm : algorithms())
    for (const TypePair& type : k_type_pairs)
      for (const Named<Form>& form : k_forms) {
        SCOPED_TRACE(algorithm.id + " " + std::string(type.id) + " " + std::string(form.id));
        const Outcome outcome = run({"sat", input, "-o", out, "--machine", "cpu", "--algorithm", algorithm.id, "--type",
                                     std::string(type.id), "--form", std::string(form.id)});
        const Request request{.extent = {k_width, k_height}, .types = type, .form = form.value};
        if (const std::string why = algorithm.refusal(request, Machine::cpu); !why.empty()) {
          EXPECT_NE(outcome.code, 0);
          EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
          continue;
        }
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(outcome.err, "");
        const Npy table = read_npy(out);
        switch (type.out) {
          case Scalar::s32:
            EXPECT_EQ(table.type, "<i4");
            expect_table<std::int32_t>(table, std::string(form.id));
            break;
          case Scalar::f64:
            EXPECT_EQ(table.type, "<f8");
            expect_table<double>(table, std::string(form.id));
            break;
          case Scalar::u32:
            EXPECT_EQ(table.type, "<u4");
            expect_table<std::uint32_t>(table, std::string(form.id));
            break;
          case Scalar::u64:
            EXPECT_EQ(table.type, "<u8");
            expect_table<std::uint64_t>(table, std::string(form.id), type.id == "8u64u-sq");
            break;
          case Scalar::f32:
            EXPECT_EQ(table.type, "<f4");
            expect_table<float>(table, std::string(form.id));
            break;
          case Scalar::u8: FAIL();
        }
      }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"in.csv", "out.npy"}));
}

TEST(Sat, SumsBeyondTheTypeAreReported) {
  const Folder folder;
  const std::string out = folder.file("out.npy");
  const auto reported = [&](const std::string& input, const std::string& type, const std::string& form = "inclusive") {
    const Outcome outcome = run({"sat", input, "-o", out, "--machine", "cpu", "--type", type, "--form", form});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  const std::string small = folder.write("a.csv", "4294967295,1\n5,6\n");
  const std::string said = reported(small, "32u32u");
  EXPECT_NE(said.find("3 of 4 entries are beyond 2^32 and wrapped around modulo 2^32: (1, 0) is 0, should be 4294967296"),
            said.npos)
      << said;
  EXPECT_NE(said.find("32u32u holds sums below 2^32, which two pixels can reach"), said.npos) << said;
  EXPECT_EQ(reported(small, "64f64f"), "");
  // of the exclusive form no entry is: its last is the sum of the first pixel
  EXPECT_EQ(reported(small, "32u32u", "exclusive"), "");
  const std::string negative = reported(folder.write("b.csv", "-2147483648,-1\n"), "32s32s");
  EXPECT_NE(negative.find(
                "1 of 2 entries are beyond 2^31 and wrapped around modulo 2^32: (1, 0) is 2147483647, should be -2147483649"),
            negative.npos)
      << negative;

  // 255 X Y of white is beyond from 16,843,010 pixels on
  std::size_t beyond = 0;
  for (std::size_t Y = 1; Y <= 4200; ++Y)
    for (std::size_t X = 1; X <= 4200; ++X) beyond += 255 * X * Y >= std::size_t{1} << 32 ? 1 : 0;
  const std::string white = reported("pattern:white:4200x4200", "8u32u");
  EXPECT_NE(white.find(std::to_string(beyond) + " of 17640000 entries are beyond 2^32"), white.npos) << white;
  EXPECT_NE(white.find("a box of more than 16843009 pixels can reach"), white.npos) << white;
  EXPECT_NE(white.find("--type 8u64u"), white.npos) << white;
  EXPECT_EQ(reported("pattern:zero:4200x4200", "8u32u"), "") << "black sums to nothing";
}

TEST(Sat, FloatsThatRoundOrOverflowAreReported) {
  const Folder folder;
  const std::string out = folder.file("out.npy");
  const auto reported = [&](const std::string& input, const std::string& type) {
    const Outcome outcome = run({"sat", input, "-o", out, "--machine", "cpu", "--type", type});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  const std::string rounded = reported(folder.write("a.csv", "16777216,1\n"), "32f32f");
  EXPECT_NE(rounded.find("entries are off by up to 1: (1, 0) is 16777216, should be 16777217"), rounded.npos) << rounded;
  // 255 times 90,000 is above 2^24, and odd sums there have no float
  const std::string white = reported("pattern:white:301x299", "8u32f");
  EXPECT_NE(white.find("off by up to"), white.npos) << white;
  EXPECT_NE(white.find("gaps above 2^24, which entries over more than 65793 pixels can pass"), white.npos) << white;
  // what is finite in the file stays of use, so it is written: exit 0
  const std::string overflowed = reported(folder.write("b.csv", "3e38,3e38\n"), "32f32f");
  EXPECT_NE(overflowed.find("1 of 2 entries overflowed: (1, 0) is inf, should be 6.0000000"), overflowed.npos) << overflowed;
  EXPECT_NE(overflowed.find("--type 64f64f"), overflowed.npos) << overflowed;
  EXPECT_EQ(read_npy(out).at<float>(0, 0), 3e38F);
  const std::string beyond = reported(folder.write("c.csv", "1e308,1e308\n"), "64f64f");
  EXPECT_NE(beyond.find("(1, 0) is inf, because its sum is beyond the largest 64-bit float\n"), beyond.npos) << beyond;
}

TEST(Sat, ATableOfRoundedPixelsIsNotExact) {
  const Folder folder;
  const std::string input = folder.write("a.csv", "16777217,16777217\n16777217,16777217\n");  // 2^24 + 1 has no float
  const auto said = [&](const std::string& type) {
    return run_json({"sat", input, "-o", folder.file("out.npy"), "--machine", "cpu", "--type", type, "--json"});
  };
  const nlohmann::json rounded = said("32f32f");
  EXPECT_EQ(read_npy(folder.file("out.npy")).at<float>(1, 1), 67108864.0F);
  EXPECT_EQ(rounded.at("exact"), false);
  EXPECT_EQ(rounded.at("rounded_pixels"), 4);
  for (const char* part : {"4 pixels of the input are rounded to 32-bit floats", "16777217 at x = 0, y = 0 became 16777216",
                           "--type 64f64f keeps such pixels"})
    EXPECT_NE(rounded.at("note").get<std::string>().find(part), std::string::npos) << rounded;
  const nlohmann::json kept = said("64f64f");
  EXPECT_EQ(read_npy(folder.file("out.npy")).at<double>(1, 1), 67108868.0);
  EXPECT_EQ(kept.at("exact"), true);
  EXPECT_EQ(kept.at("rounded_pixels"), 0);
  const std::string one = run({"sat", folder.write("b.csv", "0.1,16777216,1\n"), "-o", folder.file("out.npy"), "--machine",
                               "cpu", "--type", "32f32f"})
                              .err;
  EXPECT_NE(one.find("1 pixel of the input is rounded"), one.npos) << one;
  EXPECT_NE(one.find("Of these pixels, entries are off by up to"), one.npos) << one;
}

TEST(Sat, TheWorstOfTheChannelsIsDescribed) {
  const Folder folder;
  const auto reported = [&](int grey) {  // R, G and B alike; A is 255, so the sums of A are the largest and round the most
    std::string text = "P3\n401 301\n255\n";
    for (int i = 0; i < 401 * 301; ++i) text += fmt::format("{} {} {}\n", grey, grey, grey);
    const Outcome outcome = run({"sat", folder.write("a.ppm", text), "-o", folder.file("out.npy"), "--machine", "cpu", "--type",
                                 "32f32f", "--channels", "4", "--algorithm", "serial"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(reported(251).find("entries of A are off by up to"), std::string::npos) << reported(251);
  EXPECT_NE(reported(251).find("; R, G, B are inexact, too\n"), std::string::npos) << reported(251);
  EXPECT_EQ(reported(3).find("inexact, too"), std::string::npos) << "3 times 120,701 is below 2^24: " << reported(3);
}

TEST(Sat, EachChannelIsComparedByItself) {
  if (!testing::all_sizes()) GTEST_SKIP() << testing::k_why_not_all_sizes;
  const Folder folder;
  // alpha is 255 everywhere, the colours are black
  const Outcome outcome =
      run({"sat", "pattern:zero:4200x4200", "-o", folder.file("out.npy"), "--machine", "cpu", "--channels", "4"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("18450 of 17640000 entries of A are beyond"), std::string::npos) << outcome.err;
}

TEST(Sat, DefaultsAreInclusive8u32uAndSayTheMachine) {
  const Folder folder;
  const std::string input = folder.write("in.csv", csv()), out = folder.file("out.npy");
  const Outcome outcome = run({"sat", input, "--output", out});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Npy table = read_npy(out);
  EXPECT_EQ(table.type, "<u4");
  expect_table<std::uint32_t>(table, "inclusive");
  const Machine machine = gpu_status().usable ? Machine::gpu : Machine::cpu;
  const nlohmann::json said = run_json({"sat", input, "--output", out, "--json"});  // the sentence comes once only
  EXPECT_EQ(said.at("machine"), id_of(machine));
  EXPECT_EQ(said.at("algorithm"), default_algorithm(machine).id);
}

TEST(Sat, AWrongTableIsNotWritten) {
  const Folder folder;
  const std::string input = folder.write("in.csv", csv()), out = folder.file("out.npy");
  const std::string wrong = folder.write("wrong.cu", R"(
__global__ void ones(unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 1;
}
void table(const unsigned char* in, unsigned* out, int width, int height) {
  const int count = width * height;
  unsigned* device;
  cudaMalloc(&device, count * sizeof(unsigned));
  ones<<<(count + 31) / 32, 32>>>(device, count);
  cudaMemcpy(out, device, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(device);
}
)");
  const std::vector<std::string> words{"sat", input, "-o", out, "--algorithm", wrong, "--machine", "cpu"};
  const Outcome outcome = run(words);
  if (outcome.err.find("compiler") != std::string::npos) GTEST_SKIP() << outcome.err;
  EXPECT_EQ(outcome.code, k_failed) << outcome.err;
  for (const char* part : {"wrong table", "out.npy' is not written", "of 35 entries are wrong"})
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(out));
  std::vector<std::string> unchecked = words;
  unchecked.emplace_back("--unchecked");
  const Outcome written = run(unchecked);
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_NE(written.err.find("unchecked"), std::string::npos) << written.err;
  EXPECT_EQ(read_npy(out).at<std::uint32_t>(4, 6), 1U);
}

TEST(Sat, SaysAsJsonWhatItWrote) {
  const Folder folder;
  const nlohmann::json said = run_json({"sat", folder.write("in.csv", csv()), "-o", folder.file("out.npy"), "--machine", "cpu",
                                        "--algorithm", "serial", "--form", "padded", "--json"});
  EXPECT_EQ(said["version"], 1);
  EXPECT_EQ(said["w"], k_width + 1);
  EXPECT_EQ(said["h"], k_height + 1);
  EXPECT_EQ(said["type"], "8u32u");
  EXPECT_EQ(said["checked"], true);
  EXPECT_EQ(said["exact"], true);
}

TEST(Sat, ParametersOnePerOccurrence) {
  const Folder folder;
  const std::string input = folder.write("in.csv", csv()), out = folder.file("out.npy");
  // the input is behind: an option that swallows words would take it
  const Outcome outcome = run({"sat", "--algorithm", "scan-transpose-scan", "--param", "padding=off", "--param", "segment=128",
                               input, "-o", out, "--machine", "cpu", "--threads", "2"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_table<std::uint32_t>(read_npy(out), "inclusive");
}

// four pixels of colours that differ in red, green and blue, the last one see-through, which pictures are not here; two of a
// grey picture
TEST(Sat, FourChannelsAreEachATable) {
  const Folder folder;
  const std::string out = folder.file("out.npy");
  const std::vector<int> colours{1, 2, 3, 255, 10, 20, 30, 255, 100, 200, 5, 255, 7, 0, 250, 9};  // as the file has it
  std::string raw;
  for (const int value : colours) raw.push_back(static_cast<char>(value));
  const std::string colour = folder.write("colour.png", make_png(2, 2, 8, 6, raw));
  const auto sums = [&](const std::string& input, const std::string& shape, const std::vector<std::string>& more) {
    std::vector<std::string> words{"sat", input, "-o", out, "--machine", "cpu", "--channels", "4"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string file = read_file(out);
    EXPECT_NE(file.find("'shape': " + shape), std::string::npos) << shape;
    const std::size_t start = 10 + static_cast<unsigned char>(file.at(8)) + 256U * static_cast<unsigned char>(file.at(9));
    return file.substr(start);
  };
  std::vector<std::uint32_t> expected(16);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x)
      for (int c = 0; c < 4; ++c)
        for (int j = 0; j <= y; ++j)
          for (int i = 0; i <= x; ++i)
            expected[static_cast<std::size_t>((y * 2 + x) * 4 + c)] +=
                c == 3 ? 255U : static_cast<std::uint32_t>(colours[static_cast<std::size_t>((j * 2 + i) * 4 + c)]);
  std::vector<std::uint32_t> table(16);
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.four_channels) {
      expect_refused({"sat", colour, "-o", out, "--machine", "cpu", "--channels", "4", "--algorithm", algorithm.id}, k_failed,
                     {algorithm.id, "not supported"});
      continue;
    }
    const std::string elements = sums(colour, "(2, 2, 4)", {"--algorithm", algorithm.id});
    ASSERT_EQ(elements.size(), 64U);
    std::memcpy(table.data(), elements.data(), 64);
    EXPECT_EQ(table, expected) << algorithm.id;
  }
  EXPECT_EQ(sums(colour, "(3, 3, 4)", {"--form", "padded", "--type", "32f32f"}).size(), 9U * 16);
  const std::string grey = sums(folder.write("grey.pgm", std::string("P5 1 2 255\n\x05\x07", 13)), "(2, 1, 4)", {});
  ASSERT_EQ(grey.size(), 32U);
  std::memcpy(table.data(), grey.data(), 32);
  table.resize(8);
  EXPECT_EQ(table, (std::vector<std::uint32_t>{5, 5, 5, 255, 12, 12, 12, 510}));
  expect_refused({"sat", folder.write("in.csv", csv()), "-o", out, "--channels", "4"}, k_failed, {"in.csv", "8-bit picture"});
  expect_refused({"sat", colour, "-o", out, "--channels", "4", "--type", "8u64u-sq", "--machine", "cpu"}, k_failed,
                 {"8u64u-sq", "not supported"});
}

TEST(Sat, WrongWordsAreUsageAndWriteNothing) {
  const Folder folder;
  const auto refused = [&](std::vector<std::string> words, const std::vector<std::string>& parts) {
    std::vector<std::string> all{"sat", "pattern:zero:4x4", "-o", "out.npy"};
    all.insert(all.end(), words.begin(), words.end());
    expect_refused(all, k_usage, parts, folder.path().string());
  };
  refused({"--algorithm", "magic"}, {"magic", "serial", "brlt-scanrow"});
  refused({"--type", "9u9u"}, {"9u9u", "8u32u, 8u32s, 8u64u"});
  refused({"--form", "round"}, {"round", "inclusive, exclusive, padded"});
  refused({"--machine", "abacus"}, {"abacus", "auto, gpu, cpu"});
  refused({"--algorithm", "scan-transpose-scan", "--param", "nope=1"}, {"nope", "padding, banks, segment, transpose"});
  refused({"--algorithm", "scan-transpose-scan", "--param", "segment=100"}, {"100", "512"});
  refused({"--algorithm", "scan-transpose-scan", "--param", "segment"}, {"NAME=VALUE"});
  refused({"--algorithm", "scan-transpose-scan", "--param", "segment=128", "--param", "segment=256"}, {"twice"});
  refused({"--algorithm", "serial", "--param", "x=1"}, {"serial", "listing"});
  refused({"--algorithm", "wavefront", "--param", "x=1"}, {"wavefront", "none"});
  refused({"--algorithm", "rows-n", "--param", "n=3"}, {"an even number from 2 to 64"});
  refused({"--algorithm", "thread-per-row", "--param", "threads=0"}, {"a whole number from 1 to 65536, or auto"});
  for (const char* channels : {"0", "3", "four", ""}) refused({"--channels", channels}, {"--channels must be 1", "4"});
  refused({"--threads", "-1"}, {"--threads", "-1"});
  refused({"--threads", "many"}, {"many"});
  EXPECT_TRUE(folder.names().empty());
}

TEST(Sat, ValuesThatDoNotFitNameTheirPlace) {
  const Folder folder, work;
  const auto refused = [&](const std::string& content, const std::vector<std::string>& parts) {
    expect_refused({"sat", folder.write("in.csv", content), "-o", "out.npy", "--type", "8u32u"}, k_failed, parts,
                   work.path().string());
  };
  refused("1,2\n3,-1\n", {"-1 at x = 1, y = 1", "0 to 255; --type 32s32s holds such pixels and their sums"});
  refused("1,2\n3.5,1\n",
          {"3.5 at x = 0, y = 1; 8-bit pixels are whole numbers from 0 to 255; --type 64f64f takes any numbers"});
  refused("1,300\n", {"300 at x = 1, y = 0"});
  refused("300,2147483647\n", {"--type 32u32u holds such pixels"});  // 2^31 + 299
  refused("300,4294967000\n", {"--type 64f64f takes any numbers"});  // 2^32 + 4
  expect_refused(
      {"sat", folder.write("in.png", make_png(2, 1, 16, 0, bytes({0, 5, 1, 44}))), "-o", "out.npy", "--type", "8u32u"},
      k_failed, {"300 at x = 1, y = 0", "--type 32s32s holds such pixels"}, work.path().string());
  EXPECT_TRUE(work.names().empty());
  EXPECT_EQ(run({"sat", folder.file("in.png"), "-o", folder.file("out.npy"), "--type", "32f32f", "--machine", "cpu"}).code, 0);
  EXPECT_EQ(read_npy(folder.file("out.npy")).at<float>(0, 1), 305.0F);
}

TEST(Sat, OtherPixelsThanBytesGetATypeThatHoldsTheirSums) {
  const Folder folder;
  const auto type = [&](const std::string& content) {
    const Outcome made = run({"sat", folder.write("in.csv", content), "-o", folder.file("out.npy"), "--machine", "cpu"});
    EXPECT_EQ(made.code, 0) << made.err;
    const std::string descr = read_npy(folder.file("out.npy")).type;
    EXPECT_EQ(
        made.err.find("the pixels are not all whole numbers from 0 to 255, so the table has the types ") == std::string::npos,
        content == "0,255\n")
        << made.err;
    return descr;
  };
  EXPECT_EQ(type("0,255\n"), "<u4");
  expect_refused({"sat", folder.write("wide.png", make_png(1, 1, 16, 2, bytes({9, 1, 8, 2, 7, 3}))), "-o",
                  folder.file("out.npy"), "--channels", "4"},
                 k_failed, {"wide.png' does not have 8-bit pixels; four channels need an 8-bit picture"});
  EXPECT_EQ(type("-1,255\n"), "<i4");
  EXPECT_EQ(type("1,256\n"), "<i4");
  EXPECT_EQ(read_npy(folder.file("out.npy")).at<std::int32_t>(0, 1), 257);
  EXPECT_EQ(type("300,2147483647\n"), "<u4");  // 2^31 + 299
  EXPECT_EQ(type("300,4294967000\n"), "<f8");  // 2^32 + 4
  EXPECT_EQ(type("0.5,1\n"), "<f4");
  EXPECT_EQ(read_npy(folder.file("out.npy")).at<float>(0, 1), 1.5F);
}

TEST(Sat, ALiveSourceIsNoPicture) {
  for (const char* input : {"camera", "screen", "synthetic:64x64", "camera:/dev/video9"})
    expect_refused({"sat", input, "-o", "x.npy"}, k_usage, {"is a live source, and this command takes one picture"});
  const Folder folder;
  folder.write("camera", "1,2\n");
  EXPECT_EQ(run({"sat", "camera", "-o", "x.npy"}, folder.path().string()).code, 0) << "a file";
}

TEST(Sat, PlacesThatCannotBeWritten) {
  const Folder folder;
  folder.write("file", "kept");
  for (const std::string name : {"missing/out.npy", "file/out.npy", "."})
    expect_refused({"sat", "pattern:zero:4x4", "-o", folder.file(name)}, k_failed, {"cannot write"});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
  // an input that fails leaves an older output alone
  expect_refused({"sat", folder.file("missing.png"), "-o", folder.file("file")}, k_failed);
  EXPECT_EQ(read_file(folder.file("file")), "kept");
}

TEST(Sat, AGpuThatCannotRunIsAFailure) {
  const Folder folder;
  if (gpu_status().usable) GTEST_SKIP() << "a GPU is usable here";
  expect_refused({"sat", "pattern:zero:4x4", "-o", "out.npy", "--machine", "gpu"}, k_failed, {"not supported"},
                 folder.path().string());
  // a wrong word is reported before the missing GPU
  expect_refused({"sat", "pattern:zero:4x4", "-o", "out.npy", "--machine", "gpu", "--form", "round"}, k_usage, {"round"},
                 folder.path().string());
  EXPECT_TRUE(folder.names().empty());
}

TEST(Sat, WhatTakesMostOfTheMachineIsRefusedAtOnce) {
  const std::size_t free = available_host_memory();
  if (free == k_unlimited_memory) GTEST_SKIP() << "this system does not say how much memory it has";
  // a byte a pixel, and a table of eight: 0.9 of what is free
  const std::size_t height = free / 10 / 50000;
  const Folder out;
  const auto began = std::chrono::steady_clock::now();
  expect_refused(
      {"sat", fmt::format("pattern:white:50000x{}", height), "--type", "8u64u", "--machine", "cpu", "-o", out.file("a.npy")},
      k_failed, {fmt::format("50000x{}", height), "GB"});
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
  EXPECT_TRUE(out.names().empty());
}

}  // namespace
}  // namespace satscope::test
