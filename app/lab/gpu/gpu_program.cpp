// SPDX-License-Identifier: Apache-2.0
#include "app/lab/gpu/gpu_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/lab/cache.h"
#include "app/lab/finding.h"
#include "app/lab/gpu/timing_text.h"
#include "kernels/device.h"
#include "kernels/not_supported.h"

namespace satscope::app::lab {
namespace {

namespace fs = std::filesystem;

/// Calls of the file that pass through the program's own.
constexpr std::array k_wrapped{"cudaLaunchKernel",
                               "__cudaLaunchKernel",
                               "cudaLaunchCooperativeKernel",
                               "cudaLaunchKernelExC",
                               "cudaMemcpy",
                               "cudaMemcpyAsync",
                               "cudaMemcpy2D",
                               "cudaMemcpy2DAsync",
                               "cudaMemcpyToSymbol",
                               "cudaMemset",
                               "cudaMemsetAsync",
                               "cudaMemset2D",
                               "cudaFree",
                               "cudaFreeAsync",
                               "cudaFreeHost",
                               "cudaDeviceReset"};

constexpr int k_seconds_of_gpu_table = 20, k_seconds_of_times = 60;

/// The first line that says what is wrong.
std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != line.npos || line.find("undefined reference") != line.npos) return line;
    if (first.empty()) first = line;
  }
  return first.empty() ? "it says nothing" : first;
}

void compile(const std::vector<std::string>& words, const std::string& source, const std::stop_token& stop) {
  const Ended ended = run_process({.words = words, .limits = {.seconds = 120}, .stop = stop});
  if (ended.code == 0) return;
  if (stop.stop_requested()) throw NotSupported("the compiler was stopped: not supported");
  throw NotSupported(fmt::format("nvcc does not compile {}, so a GPU is not supported: {}", reported({source, 0, 0}),
                                 first_error(ended.output)));
}

std::optional<Nvcc> find_nvcc() {
  for (const char* command : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
    const Ended ended = run_process({.words = {command, "--version"}});
    if (ended.code == 0) return Nvcc{command, ended.output};
  }
  return std::nullopt;
}

/// The object with the main() of all these programs.
std::string timing_object(const Nvcc& nvcc, const std::stop_token& stop) {
  const std::string text(lab_timing_text("timing.cu"));
  const fs::path place = kept(cache_folder() / ("gpu-" + hash_of(nvcc.version + text)), [&](const fs::path& folder) {
    const std::string source = (folder / "timing.cu").string();
    std::ofstream(source, std::ios::binary) << text;
    compile({nvcc.command, "-O2", "-std=c++17", "-x", "c++", "-c", source, "-o", (folder / "timing.o").string()}, source, stop);
  });
  return (place / "timing.o").string();
}

std::vector<double> numbers_in(const nlohmann::json& json, const char* name) {
  auto numbers = json.at(name).get<std::vector<double>>();
  if (numbers.empty() || std::ranges::any_of(numbers, [](double one) { return !(one > 0 && one < 1e9); }))
    throw std::runtime_error("the program wrote times that are none");
  return numbers;
}

}  // namespace

const std::optional<Nvcc>& found_nvcc() {
  static const std::optional<Nvcc> nvcc = find_nvcc();
  return nvcc;
}

const std::string& why_no_gpu_program() {
  static const std::string why = [] {
    if (!gpu_status().usable) return gpu_status().reason;
    return found_nvcc() ? std::string() : "there is no nvcc here, so on a GPU a file of your own is not supported";
  }();
  return why;
}

std::string built_for_gpu(const LabProgram& program, const Nvcc& nvcc, const std::string& architecture,
                          const std::stop_token& stop) {
  const std::string timing = timing_object(nvcc, stop);
  // because: the program for the CPU is kept under a name that its whole text, with all headers, gives; nvcc reads the file as
  // it is now
  const fs::path place =
      cache_folder() / "programs" / hash_of(program.path + file_text(program.source) + timing + architecture);
  kept(place, [&](const fs::path& folder) {
    std::vector<std::string> words{
        nvcc.command, "-O3", "-w", "-arch", architecture, program.source, timing, "-o", (folder / "program").string()};
    for (const char* call : k_wrapped) words.insert(words.end(), {"-Xlinker", fmt::format("--wrap={}", call)});
    compile(words, program.source, stop);
  });
  mark_used(place);
  return (place / "program").string();
}

GpuTimes times_in(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    return {.kernels_ms = numbers_in(json, "kernels_ms"),
            .with_copies_ms = numbers_in(json, "with_copies_ms"),
            .sets = std::clamp(json.at("sets").get<int>(), 1, 1 << 20),
            .by_events = json.at("how").get<std::string>() != "graph"};
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error("the program wrote times that are none");
  }
}

GpuRunner::GpuRunner(std::string program, Extent extent, std::span<const std::byte> picture, std::stop_token stop)
    : program_(std::move(program)), extent_(extent), stop_(std::move(stop)) {
  std::ofstream file(folder_.path() + "/picture", std::ios::binary);
  file.write(reinterpret_cast<const char*>(picture.data()), static_cast<std::streamsize>(picture.size()));
  if (!file) throw NotSupported(fmt::format("{} has no room for the picture: not supported", folder_.path()));
}

std::string GpuRunner::run(std::vector<std::string> words, int seconds) const {
  const std::string out = folder_.path() + "/out";
  std::error_code ignored;
  for (const std::string& file : {out, out + ".error"}) fs::remove(file, ignored);
  const std::string mode = words.front();
  words.erase(words.begin());
  std::vector<std::string> all{
      program_, folder_.path() + "/picture", fmt::format("{}", extent_.width), fmt::format("{}", extent_.height), mode, out};
  all.insert(all.end(), words.begin(), words.end());
  constexpr std::uint64_t k_no_limit = ~std::uint64_t{0};  // because: the driver reserves much more than it uses
  const Ended ended =
      run_process({.words = all,
                   .folder = folder_.path(),
                   .limits = {.seconds = seconds, .data_bytes = k_no_limit, .file_bytes = std::uint64_t{8} << 30},
                   .shut_in = folder_.path(),
                   .on_gpu = true,
                   .stop = stop_});
  if (ended.code == 0) return {};
  if (fs::exists(out + ".error", ignored)) return file_text(out + ".error").substr(0, 400);
  if (ended.out_of_time) return fmt::format("it did not end within {} s", seconds);
  if (ended.signal) return fmt::format("it was ended by signal {}", ended.signal);
  return fmt::format("it ended with exit code {}", ended.code);
}

std::vector<std::byte> GpuRunner::table(std::size_t bytes) const {
  const std::string why = run({"table"}, k_seconds_of_gpu_table);
  if (stop_.stop_requested()) return {};
  if (!why.empty()) throw NotSupported(fmt::format("on the GPU it makes no table: {}; that is not supported", why));
  const std::string out = folder_.path() + "/out", text = fs::exists(out) ? file_text(out) : std::string();
  if (text.size() != bytes) throw NotSupported("on the GPU it makes a table of another size; that is not supported");
  const auto whole = std::as_bytes(std::span(text));
  return {whole.begin(), whole.end()};
}

GpuTimes GpuRunner::times(int sets, int samples) const {
  std::string why;
  for (const char* mode : {"graph", "events"}) {
    const std::vector<std::string> words{mode, fmt::format("{}", sets), fmt::format("{}", samples)};
    why = run(words, k_seconds_of_times);
    if (stop_.stop_requested()) return {};
    try {
      if (why.empty()) return times_in(file_text(folder_.path() + "/out"));
    } catch (const std::runtime_error& wrong) {
      why = wrong.what();
    }
  }
  throw NotSupported(fmt::format("on the GPU it cannot be timed: {}; that is not supported", why));
}

}  // namespace satscope::app::lab
