// SPDX-License-Identifier: Apache-2.0
// Pictures beyond the usual ones: how they are turned, the many formats at their own depth, and files from which no pixel may
// come that is not in them.
#include <gtest/gtest.h>
#include <malloc.h>
// clang-format off
#include <cstdio>
#include <jpeglib.h>
// clang-format on

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "app/sources/live/live_open.h"
#include "app/sources/live/video_encoder.h"
#include "app/sources/samples.h"
#include "app/sources/still_input.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

using test::bytes;
using test::Folder;

std::vector<double> numbers_of(const Samples& samples) {
  std::vector<double> list;
  for (int y = 0; y < samples.extent.height; ++y)
    for (int x = 0; x < samples.extent.width; ++x) list.push_back(samples.value(x, y));
  return list;
}

std::string why_not(const std::string& input) {
  try {
    load_input(input);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string number(std::uint32_t value, std::size_t size, bool little = true) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = little ? i : size - 1 - i;
    text += place < sizeof(value) ? static_cast<char>(value >> 8 * place) : '\0';
  }
  return text;
}

/// A little-endian TIFF of one strip, or without one: EXIF.
std::string make_tiff(std::uint32_t width, std::uint32_t height, std::uint32_t bits, std::uint32_t format,
                      std::string_view data, std::uint32_t orientation = 1) {
  const auto entry = [](std::uint32_t tag, std::uint32_t type, std::uint32_t value) {
    return number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4);
  };
  const auto size = static_cast<std::uint32_t>(data.size());
  return std::string("II*\0", 4) + number(8 + size, 4) + std::string(data) + number(11, 2) + entry(256, 3, width) +
         entry(257, 3, height) + entry(258, 3, bits) + entry(259, 3, 1) + entry(262, 3, 1) + entry(273, 4, 8) +
         entry(274, 3, orientation) + entry(277, 3, 1) + entry(278, 3, height) + entry(279, 4, size) + entry(339, 3, format) +
         number(0, 4);
}
std::string exif(std::uint32_t orientation) { return make_tiff(1, 1, 8, 1, "", orientation); }

bool has_openimageio(const Folder& folder) {
  const std::string why = why_not(folder.write("try.tif", make_tiff(1, 1, 16, 1, bytes({1, 2}))));
  return why.find("OpenImageIO") == why.npos;
}

/// A JPEG of greys by libjpeg.
std::string jpeg_of(int width, int height, const std::function<void(jpeg_compress_struct&)>& set) {
  jpeg_compress_struct its{};
  jpeg_error_mgr errors{};
  its.err = jpeg_std_error(&errors);
  jpeg_create_compress(&its);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&its, &memory, &size);
  its.image_width = static_cast<JDIMENSION>(width);
  its.image_height = static_cast<JDIMENSION>(height);
  its.input_components = 3;
  its.in_color_space = JCS_RGB;
  jpeg_set_defaults(&its);
  jpeg_set_quality(&its, 95, TRUE);
  set(its);
  jpeg_start_compress(&its, TRUE);
  std::vector<JSAMPLE> row(static_cast<std::size_t>(width) * 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width * 3; ++x) row[static_cast<std::size_t>(x)] = static_cast<JSAMPLE>((x * x + 7 * y * x / 3) % 251);
    JSAMPROW at = row.data();
    jpeg_write_scanlines(&its, &at, 1);
  }
  jpeg_finish_compress(&its);
  std::string file(reinterpret_cast<const char*>(memory), size);
  jpeg_destroy_compress(&its);
  std::free(memory);
  return file;
}

// ---------------------------------------------------------------- orientation

// 3 x 2, stored as 1 2 3 / 4 5 6; what people see for the orientations 1 ... 8 is worked out by hand
const std::string k_stored = bytes({1, 2, 3, 4, 5, 6});
const std::vector<std::vector<double>> k_seen{{1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1}, {4, 5, 6, 1, 2, 3},
                                              {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3}, {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};

std::string png_with_exif(std::uint32_t orientation) {
  return test::with_orientation(test::make_png(3, 2, 8, 0, k_stored), static_cast<int>(orientation));
}

TEST(Orientation, PicturesAreTurnedAsTheySay) {
  const Folder folder;
  for (std::uint32_t orientation = 1; orientation <= 8; ++orientation) {
    const Samples png = load_input(folder.write("a.png", png_with_exif(orientation)));
    EXPECT_EQ(png.extent, (orientation < 5 ? Extent{3, 2} : Extent{2, 3})) << orientation;
    EXPECT_EQ(numbers_of(png), k_seen[orientation - 1]) << orientation;
    EXPECT_EQ(png.notes.size(), orientation == 1 ? 0U : 1U);
    if (!has_openimageio(folder)) continue;
    EXPECT_EQ(numbers_of(load_input(folder.write("a.tif", make_tiff(3, 2, 8, 1, k_stored, orientation)))),
              k_seen[orientation - 1]);
  }
}

TEST(Orientation, OfAJpeg) {
  const Folder folder;
  std::string halves;  // the left half black, the right half white
  for (int i = 0; i < 16 * 8; ++i) halves.push_back(static_cast<char>(i % 16 < 8 ? 0 : 255));
  std::string jpeg = test::make_jpeg(16, 8, 1, halves);
  const std::string part = std::string("Exif\0\0", 6) + exif(6);
  jpeg.insert(2, "\xff\xe1" + number(static_cast<std::uint32_t>(part.size() + 2), 2, false) + part);
  const Samples seen = load_input(folder.write("a.jpg", jpeg));
  EXPECT_EQ(seen.extent, (Extent{8, 16}));
  EXPECT_LT(seen.value(7, 0), 10) << "turned to the right, its left side is above";
  EXPECT_GT(seen.value(7, 15), 245);
  keep_as_stored();
  const Samples stored = load_input(folder.file("a.jpg"));
  keep_as_stored(false);
  EXPECT_EQ(stored.extent, (Extent{16, 8}));
  EXPECT_NE(stored.notes.at(0).find("as stored"), std::string::npos);
}

TEST(Orientation, WhatIsDamagedTurnsNothing) {
  const Folder folder;
  const std::string whole = test::make_jpeg(16, 8, 1, std::string(128, 'a'));
  const std::string good = std::string("Exif\0\0", 6) + exif(6);
  for (std::size_t size = 0; size < good.size(); ++size) {
    std::string jpeg = whole;
    jpeg.insert(2, "\xff\xe1" + number(static_cast<std::uint32_t>(size + 2), 2, false) + good.substr(0, size));
    EXPECT_EQ(why_not(folder.write("a.jpg", jpeg)), "") << size;
  }
}

// ---------------------------------------------------------------- what is not in the file

/// The values, twice, with memory that comes filled with something else; equal, or the test fails.
std::vector<double> the_same_each_time(const std::string& file) {
  std::vector<std::vector<double>> read;
  for (const int filling : {60, 120}) {
    mallopt(M_PERTURB, filling);
    read.push_back(why_not(file).empty() ? numbers_of(load_input(file)) : std::vector<double>{});
  }
  mallopt(M_PERTURB, 0);
  EXPECT_EQ(read[0], read[1]) << file;
  return read[0];
}

std::string make_bmp_of(const std::string& header, const std::string& palette, const std::string& pixels) {
  const auto offset = static_cast<std::uint32_t>(14 + header.size() + palette.size());
  return "BM" + number(offset + static_cast<std::uint32_t>(pixels.size()), 4) + number(0, 4) + number(offset, 4) + header +
         palette + pixels;
}
std::string info_header(std::uint32_t width, std::uint32_t height, std::uint32_t bits, std::uint32_t compression = 0) {
  return number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2) + number(bits, 2) + number(compression, 4) +
         number(0, 20);
}
std::string os2_header(std::uint32_t width, std::uint32_t height, std::uint32_t bits) {
  return number(12, 4) + number(width, 2) + number(height, 2) + number(1, 2) + number(bits, 2);
}
std::string greys(int count, int step, int size) {
  std::string palette;
  for (int i = 0; i < count; ++i) palette += bytes({i * step, i * step, i * step, 0}).substr(0, static_cast<std::size_t>(size));
  return palette;
}

TEST(NotInTheFile, AColourOutsideThePalette) {
  const Folder folder;
  std::string png = test::make_png(4, 1, 8, 0, bytes({0, 1, 2, 3}));
  // an indexed one: the type in its header, a palette behind it; the checksums are made anew by the python script below
  std::ofstream(folder.file("make.py")) << R"(
import struct, sys, zlib
chunk = lambda t, d: struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))
def png(name, colours, indices, bits=8, width=4, extra=b''):
  open(name, 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, 1, bits, 3, 0, 0, 0)) +
    chunk(b'PLTE', b''.join(bytes([c] * 3) for c in colours)) + extra + chunk(b'IDAT', zlib.compress(bytes([0] + indices))) + chunk(b'IEND', b''))
png('out.png', [0, 255], [0, 1, 2, 3])
png('in.png', [7, 255, 9, 11], [0, 1, 2, 3], extra=chunk(b'tRNS', bytes([0, 128])))
png('two.png', [7, 255, 9, 11], [0b00011011], bits=2)
)";
  ASSERT_EQ(std::system(("cd " + folder.path().string() + " && python3 make.py").c_str()), 0);
  EXPECT_NE(why_not(folder.file("out.png")).find("a pixel of colour 2, and a palette of 2"), std::string::npos);
  EXPECT_EQ(numbers_of(load_input(folder.file("in.png"))), (std::vector<double>{7, 255, 9, 11}));
  EXPECT_EQ(numbers_of(load_input(folder.file("two.png"))), (std::vector<double>{7, 255, 9, 11}));
  const std::string bmp = make_bmp_of(info_header(4, 1, 8), greys(2, 255, 4), bytes({0, 1, 2, 3}));
  EXPECT_NE(why_not(folder.write("a.bmp", bmp)).find("palette of 2"), std::string::npos) << why_not(folder.file("a.bmp"));
}

TEST(NotInTheFile, AJpegThatIsCutAndClosed) {
  const Folder folder;
  const std::string with_marks = jpeg_of(101, 77, [](jpeg_compress_struct& its) { its.restart_interval = 3; });
  ASSERT_EQ(why_not(folder.write("whole.jpg", with_marks)), "");
  const std::size_t mark = with_marks.find("\xff\xd3", with_marks.find("\xff\xda"));
  ASSERT_NE(mark, with_marks.npos);
  EXPECT_NE(why_not(folder.write("a.jpg", with_marks.substr(0, mark) + "\xff\xd9")), "");
  const std::string plain = jpeg_of(101, 77, [](jpeg_compress_struct&) {});
  EXPECT_NE(why_not(folder.write("b.jpg", plain.substr(0, plain.size() * 6 / 10) + "\xff\xd9")), "");
  // a scan for each component, of which the last is missing
  const std::string apart = jpeg_of(64, 48, [](jpeg_compress_struct& its) {
    static const jpeg_scan_info scans[]{{1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
    its.scan_info = scans;
    its.num_scans = 3;
  });
  ASSERT_EQ(why_not(folder.write("apart.jpg", apart)), "");
  const std::size_t last = apart.rfind("\xff\xda"), tables = apart.rfind("\xff\xc4");
  EXPECT_NE(why_not(folder.write("c.jpg", apart.substr(0, std::min(last, tables)) + "\xff\xd9")), "");
  const std::string progressive = jpeg_of(64, 48, [](jpeg_compress_struct& its) { jpeg_simple_progression(&its); });
  ASSERT_EQ(why_not(folder.write("p.jpg", progressive)), "");
  EXPECT_NE(why_not(folder.write("d.jpg", progressive.substr(0, progressive.rfind("\xff\xda")) + "\xff\xd9")), "");
  for (std::size_t size = 2; size < progressive.size(); size += 31)
    EXPECT_NE(why_not(folder.write("e.jpg", progressive.substr(0, size))), "") << size;
}

TEST(NotInTheFile, NothingDiffersFromRunToRun) {
  const Folder folder;
  the_same_each_time(
      folder.write("a.bmp", make_bmp_of(os2_header(5, 1, 8), greys(256, 1, 3), bytes({0, 128, 251, 252, 255, 0, 0, 0}))));
  the_same_each_time(
      folder.write("b.bmp", make_bmp_of(info_header(8, 4, 8, 1), greys(256, 1, 4), bytes({2, 7, 0, 2, 3, 1, 2, 9, 0, 1}))));
  const std::string tiff = make_tiff(8, 8, 16, 1, std::string(100, 'x'));  // shorter than it says
  the_same_each_time(folder.write("a.tif", tiff));
}

// ---------------------------------------------------------------- variants and formats

TEST(Formats, JpegHoweverItIsCoded) {
  const Folder folder;
  const auto plain = load_input(folder.write("a.jpg", jpeg_of(40, 30, [](jpeg_compress_struct&) {})));
  const auto arithmetic =
      load_input(folder.write("b.jpg", jpeg_of(40, 30, [](jpeg_compress_struct& its) { its.arith_code = TRUE; })));
  EXPECT_EQ(plain.values, arithmetic.values) << "the same numbers in another code";
  const std::string file = test::read_file(folder.file("a.jpg"));
  const std::string trailer =
      file.substr(0, file.size() - 2) + bytes({0, 0, 1, 10}) + "MotionPhoto_Data" + std::string(300, 'm');
  EXPECT_EQ(load_input(folder.write("c.jpg", trailer)).values, plain.values) << "something else instead of the end mark";
  EXPECT_EQ(load_input(folder.write("d.jpg", file + std::string(300, 'm'))).values, plain.values) << "and behind it";
  std::string frame = file;  // of a video: the usual tables are left out
  for (std::size_t at; (at = frame.find("\xff\xc4")) != frame.npos;)
    frame.erase(at, 2U + (static_cast<unsigned char>(frame[at + 2]) << 8U | static_cast<unsigned char>(frame[at + 3])));
  EXPECT_EQ(load_input(folder.write("e.jpg", frame)).values, plain.values);
}

TEST(Formats, TgaFromTheRight) {
  const Folder folder;
  const std::string tga = bytes({0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 8, 0x30, 30, 20, 10});
  EXPECT_EQ(numbers_of(load_input(folder.write("a.tga", tga))), (std::vector<double>{10, 20, 30}));
}

TEST(Formats, ABmpOfThreeBitsIsRefused) {
  const Folder folder;
  for (const std::uint32_t bits : {0, 2, 3, 5, 6, 7}) {
    const std::string whole = info_header(4, 1, bits), no_size = number(0, 4) + info_header(4, 1, bits, 1).substr(4);
    for (const std::string& header : {whole, no_size})
      EXPECT_FALSE(why_not(folder.write("a.bmp", make_bmp_of(header, greys(1, 255, 4), bytes({0, 255, 3, 255})))).empty())
          << bits;
  }
}

TEST(Formats, UnusualBmp) {
  const Folder folder;
  if (!has_openimageio(folder)) GTEST_SKIP() << "this build has no OpenImageIO";
  const auto read = [&](const std::string& bmp) { return numbers_of(load_input(folder.write("a.bmp", bmp))); };
  const std::string two_rows = bytes({10, 10, 10, 20, 20, 20, 0, 0, 30, 30, 30, 40, 40, 40, 0, 0});
  const std::vector<double> from_the_top{10, 20, 30, 40};
  EXPECT_EQ(read(make_bmp_of(info_header(2, static_cast<std::uint32_t>(-2), 24), "", two_rows)), from_the_top);
  EXPECT_EQ(read(make_bmp_of(info_header(2, static_cast<std::uint32_t>(-2), 24), std::string(10, '\0'), two_rows)),
            from_the_top);
  EXPECT_EQ(read(make_bmp_of(os2_header(5, 1, 8), greys(256, 1, 3), bytes({0, 128, 251, 252, 255, 0, 0, 0}))),
            (std::vector<double>{0, 128, 251, 252, 255}));
  EXPECT_EQ(read(make_bmp_of(os2_header(4, 1, 4), greys(16, 17, 3), bytes({0x0B, 0xCF, 0, 0}))),
            (std::vector<double>{0, 187, 204, 255}));
  EXPECT_EQ(read(make_bmp_of(info_header(4, 1, 8, 1), greys(256, 1, 4), bytes({4, 7, 0, 1}))),
            (std::vector<double>{7, 7, 7, 7}));
}

TEST(Formats, TiffAndPfmAtTheirOwnDepth) {
  const Folder folder;
  if (!has_openimageio(folder)) GTEST_SKIP() << "this build has no OpenImageIO";
  EXPECT_EQ(numbers_of(load_input(folder.write("a.tif", make_tiff(3, 2, 8, 1, k_stored)))), k_seen[0]);
  std::string deep;
  for (const std::uint32_t value : {0U, 8U * 257, 300U, 65535U}) deep += number(value, 2);
  const Samples words = load_input(folder.write("b.tif", make_tiff(4, 1, 16, 1, deep)));
  EXPECT_EQ(numbers_of(words), (std::vector<double>{0, 8 * 257, 300, 65535}));
  EXPECT_TRUE(std::holds_alternative<std::vector<std::uint16_t>>(words.values));
  const float floats[]{0.25F, -3.5F, 1e6F};
  const std::string raw(reinterpret_cast<const char*>(floats), sizeof floats);
  EXPECT_EQ(numbers_of(load_input(folder.write("c.tif", make_tiff(3, 1, 32, 3, raw)))), (std::vector<double>{0.25, -3.5, 1e6}));
  EXPECT_EQ(numbers_of(load_input(folder.write("d.tif", make_tiff(10, 2, 1, 1, bytes({0x80, 0x40, 0x01, 0x00}))))),
            (std::vector<double>{255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0}));
  std::string without_bits = test::read_file(folder.file("d.tif"));
  without_bits.erase(without_bits.find(number(258, 2) + number(3, 2)), 12);  // then they have one bit
  without_bits[8 + 4] = 10;                                                  // tags
  if (media_support().why_not.empty()) {
    EXPECT_EQ(load_input(folder.write("e.tif", without_bits)).values, load_input(folder.file("d.tif")).values);
  }
  EXPECT_EQ(numbers_of(load_input(folder.write("a.pfm", "Pf\n3 1\n-1.0\n" + raw))), (std::vector<double>{0.25, -3.5, 1e6}));
  const float none[]{0.0F, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_NE(why_not(folder.write("n.pfm", "Pf\n2 1\n-1.0\n" + std::string(reinterpret_cast<const char*>(none), sizeof none)))
                .find("finite"),
            std::string::npos);
}

TEST(Formats, OfOtherProgramsInEveryWay) {
  const Folder folder;
  if (!has_openimageio(folder) || !media_support().why_not.empty()) GTEST_SKIP() << "this build lacks OpenImageIO or FFmpeg";
  const std::string eight = bytes({255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 10, 20, 30, 1, 2, 3, 77, 77, 77});
  const std::vector<double> lumas{76, 150, 29, 255, 0, 18, 2, 77};
  folder.write("a.ppm", "P6 4 2 255\n" + eight);
  const auto make = [&](const std::string& options, const std::string& name) {
    return std::system(
               ("ffmpeg -loglevel error -y -i " + folder.file("a.ppm") + " " + options + " " + folder.file(name)).c_str()) == 0;
  };
  std::filesystem::create_directory(folder.file("all"));
  for (const auto& [options, name, near] : {std::tuple{"-lossless 1 -pix_fmt bgra", "a.webp", 0.0},
                                            {"-compression_algo lzw", "a.tif", 0.0},
                                            {"-distance 0", "a.jxl", 0.0},
                                            {"-pix_fmt gbrpf32le", "a.exr", 0.01}}) {
    SCOPED_TRACE(name);
    if (!make(options, std::string("all/") + name)) continue;  // an encoder that this FFmpeg does not have
    const std::string file = folder.file(std::string("all/") + name);
    const Samples samples = load_input(file);
    const double scale = near > 0 ? 255 : 1;
    const std::vector<double> numbers = numbers_of(samples);
    ASSERT_EQ(numbers.size(), lumas.size());
    for (std::size_t i = 0; i < lumas.size(); ++i) EXPECT_NEAR(scale * numbers[i], lumas[i], near > 0 ? 1 : 0) << i;
    EXPECT_TRUE(is_a_still(file));
    EXPECT_FALSE(is_live(file));
    EXPECT_TRUE(belongs_to_a_folder(file));
    const Opened opened = open_live(file, {});
    ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
    EXPECT_EQ(opened.input->describe().pace, Pace::request);
  }
  EXPECT_GE(open_live(folder.file("all"), {}).input->describe().count, 3);
}

TEST(Formats, HdrPicturesSaySo) {
  const Folder folder;
  if (!media_support().why_not.empty()) GTEST_SKIP() << "this build lacks FFmpeg";
  for (const auto& [curve, title] : {std::pair{"smpte2084", "PQ"}, {"arib-std-b67", "HLG"}, {"bt709", ""}}) {
    const std::string file = folder.file(std::string(curve) + ".avif");
    if (std::system(
            ("ffmpeg -loglevel error -y -f lavfi -i testsrc2=size=64x48:rate=10 -frames:v 1 -c:v libaom-av1 -cpu-used 8 "
             "-still-picture 1 -pix_fmt yuv420p10le -color_primaries bt2020 -colorspace bt2020nc -color_trc " +
             std::string(curve) + " " + file)
                .c_str()) != 0)
      GTEST_SKIP() << "this FFmpeg does not write AVIF";
    int notes = 0;
    for (const std::string& note : load_input(file).notes)
      if (note.find("HDR") != note.npos) {
        ++notes;
        EXPECT_NE(note.find("HDR (" + std::string(title) + "), shown without tone mapping"), note.npos) << note;
      }
    EXPECT_EQ(notes, *title ? 1 : 0) << curve;
  }
}

TEST(Formats, AGifThatMovesIsAVideo) {
  const Folder folder;
  if (!media_support().why_not.empty()) GTEST_SKIP() << "this build lacks FFmpeg";
  for (const int frames : {1, 3}) {
    const std::string gif = folder.file(std::to_string(frames) + ".gif");
    ASSERT_EQ(std::system(
                  ("ffmpeg -loglevel error -y -f lavfi -i testsrc=s=32x16:r=10 -frames:v " + std::to_string(frames) + " " + gif)
                      .c_str()),
              0);
    EXPECT_EQ(is_live(gif), frames > 1);
    EXPECT_EQ(load_input(gif).extent, (Extent{32, 16})) << "its first picture";
  }
}

TEST(Formats, ANameIsAFileAndNoSeries) {
  const Folder folder;
  if (!media_support().why_not.empty()) GTEST_SKIP() << "this build lacks FFmpeg";
  const auto make = [&](const char* colour, const std::string& name) {
    return std::system(("ffmpeg -loglevel error -y -f lavfi -i color=c=" + std::string(colour) +
                        ":s=8x8,format=rgb24 -frames:v 1 -update 1 " + folder.file(name))
                           .c_str());
  };
  ASSERT_EQ(make("blue", "img000.pcx"), 0);
  ASSERT_EQ(make("red", "red.pcx"), 0);
  std::filesystem::rename(folder.file("red.pcx"), folder.file("img%03d.pcx"));
  Opened opened = open_live(folder.file("img%03d.pcx"), {});
  ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
  EXPECT_EQ(opened.input->next().frame.words()[0] & 0xFFFFFFU, 0x0000FFU) << "red";
}

}  // namespace
}  // namespace satscope::app
