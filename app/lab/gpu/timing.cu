// SPDX-License-Identifier: Apache-2.0
// The main() that runs and times table() on a GPU; nvcc compiles it beside a student's file, and the linker gives it the file's
// calls of CUDA (--wrap). In a recorded run each launch also becomes a node of a graph, and memory that the file frees stays.
// The graph of some runs, each on memory of its own, is timed as our own kernels are: caches hold nothing from the run before,
// and the time of the host between two launches does not count.
//
//     program PICTURE WIDTH HEIGHT table  OUT            writes the table to OUT
//     program PICTURE WIDTH HEIGHT graph  OUT SETS N     times it, N samples (0: as many as fit), and writes them to OUT
//     program PICTURE WIDTH HEIGHT events OUT SETS N     the same without a graph: an event before and after each launch
// A third kind of output is a sentence why not, in OUT.error.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#define SATLAB_TABLE(T, U)                                  \
  void table(const T*, U*, int, int) __attribute__((weak)); \
  void table(T*, U*, int, int) __attribute__((weak));
SATLAB_TABLE(unsigned char, unsigned)
SATLAB_TABLE(unsigned char, int)
SATLAB_TABLE(unsigned char, float)
SATLAB_TABLE(float, float)
SATLAB_TABLE(int, int)
SATLAB_TABLE(unsigned, unsigned)

// The calls themselves, behind those that the file makes.
extern "C" {
cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __real_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
#if CUDART_VERSION >= 13000
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
#endif
cudaError_t __real_cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
cudaError_t __real_cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t __real_cudaMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t __real_cudaMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t __real_cudaMemcpyToSymbol(const void*, const void*, size_t, size_t, cudaMemcpyKind);
cudaError_t __real_cudaMemset(void*, int, size_t);
cudaError_t __real_cudaMemsetAsync(void*, int, size_t, cudaStream_t);
cudaError_t __real_cudaMemset2D(void*, size_t, int, size_t, size_t);
cudaError_t __real_cudaFree(void*);
cudaError_t __real_cudaFreeAsync(void*, cudaStream_t);
cudaError_t __real_cudaFreeHost(void*);
}

namespace {

using Clock = std::chrono::steady_clock;
using Enqueue = std::function<cudaError_t(cudaStream_t)>;

enum class Mode { plain, graph, events };
constexpr double k_sample_ms = 0.5, k_all_samples_ms = 1500;
constexpr int k_fewest = 5, k_most = 60, k_most_repeats = 10000;

std::string out;  // name of the output

[[noreturn]] void fail(const std::string& why) {
  if (std::FILE* file = std::fopen((out + ".error").c_str(), "w")) {
    std::fputs(why.c_str(), file);
    std::fclose(file);
  }
  std::_Exit(3);
}

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) fail(std::string(what) + ": " + cudaGetErrorString(error));
}

double milliseconds_since(Clock::time_point before) {
  return std::chrono::duration<double, std::milli>(Clock::now() - before).count();
}

/// What a run of table() copies to the host.
struct CopiedOut {
  const void* from;
  std::vector<char> bytes;
};

/// The state of the runs of the file, which the calls above read and change.
struct RunState {
  Mode mode = Mode::plain;
  const char *picture = nullptr, *picture_end = nullptr;
  int launches = 0;
  std::string no_graph;  ///< why a graph would not do what the file does
  // a recorded run
  cudaStream_t side = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t last = nullptr;
  std::vector<void*> freed;
  std::vector<CopiedOut> copied;
  // a run with events
  std::vector<std::pair<cudaEvent_t, cudaEvent_t>> events;
  std::size_t used = 0;
};
RunState course;

void append_to_graph(const Enqueue& enqueue) {
  cudaGraph_t one = nullptr;
  cudaError_t error = cudaStreamBeginCapture(course.side, cudaStreamCaptureModeRelaxed);
  if (error == cudaSuccess) {
    error = enqueue(course.side);
    const cudaError_t ended = cudaStreamEndCapture(course.side, &one);
    if (error == cudaSuccess) error = ended;
  }
  cudaGraphNode_t node = nullptr;
  if (error == cudaSuccess)
    error = cudaGraphAddChildGraphNode(&node, course.graph, course.last ? &course.last : nullptr, course.last ? 1 : 0, one);
  if (one) cudaGraphDestroy(one);
  if (error == cudaSuccess)
    course.last = node;
  else
    course.no_graph = std::string("a launch cannot be recorded: ") + cudaGetErrorString(error);
}

/// Work of the device that counts as the file's own. made: as the file calls it; enqueue: the same on another stream.
cudaError_t own_work(cudaStream_t stream, const std::function<cudaError_t()>& made, const Enqueue& enqueue) {
  if (course.mode != Mode::events) {
    const cudaError_t error = made();
    if (course.mode == Mode::graph && error == cudaSuccess) append_to_graph(enqueue);
    return error;
  }
  if (course.used == course.events.size()) {
    auto& [before, after] = course.events.emplace_back();
    must(cudaEventCreate(&before), "cudaEventCreate");
    must(cudaEventCreate(&after), "cudaEventCreate");
  }
  const auto [before, after] = course.events[course.used++];
  cudaEventRecord(before, stream);
  const cudaError_t error = made();
  cudaEventRecord(after, stream);
  return error;
}

cudaError_t launched(cudaStream_t stream, const Enqueue& enqueue) {
  ++course.launches;
  return own_work(
      stream, [&] { return enqueue(stream); }, enqueue);
}

bool on_device(const void* place) {
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, place) != cudaSuccess) return cudaGetLastError(), false;
  return found.type == cudaMemoryTypeDevice || found.type == cudaMemoryTypeManaged;
}

void refuse_graph(const char* why) {
  if (course.mode == Mode::graph && course.no_graph.empty()) course.no_graph = why;
}

cudaError_t copied(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                   const std::function<cudaError_t()>& made) {
  const bool to_device = kind == cudaMemcpyDefault ? on_device(to) : kind == cudaMemcpyHostToDevice;
  const bool from_device = kind == cudaMemcpyDefault ? on_device(from) : kind == cudaMemcpyDeviceToHost;
  if (kind == cudaMemcpyDeviceToDevice || (to_device && from_device))
    return own_work(stream, made, [=](cudaStream_t other) {
      return __real_cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, other);
    });
  if (to_device) {
    const auto* first = static_cast<const char*>(from);
    if (first < course.picture || first + bytes > course.picture_end)
      refuse_graph("the host copies more than the picture to the device");
    else if (course.launches > 0)
      refuse_graph("the host copies to the device after a launch");
  }
  const cudaError_t error = made();
  if (course.mode == Mode::graph && from_device && error == cudaSuccess) {
    cudaStreamSynchronize(stream);
    course.copied.push_back({from, {static_cast<char*>(to), static_cast<char*>(to) + bytes}});
  }
  return error;
}

}  // namespace

extern "C" {
cudaError_t __wrap_cudaLaunchKernel(const void* f, dim3 grid, dim3 block, void** with, size_t shared, cudaStream_t stream) {
  return launched(stream, [=](cudaStream_t on) { return __real_cudaLaunchKernel(f, grid, block, with, shared, on); });
}
#if CUDART_VERSION >= 13000
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t f, dim3 grid, dim3 block, void** with, size_t shared, cudaStream_t stream) {
  return launched(stream, [=](cudaStream_t on) { return __real___cudaLaunchKernel(f, grid, block, with, shared, on); });
}
#endif
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* f, dim3 grid, dim3 block, void** with, size_t shared,
                                               cudaStream_t stream) {
  return launched(stream,
                  [=](cudaStream_t on) { return __real_cudaLaunchCooperativeKernel(f, grid, block, with, shared, on); });
}
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* how, const void* f, void** with) {
  return launched(how->stream, [=](cudaStream_t on) {
    cudaLaunchConfig_t there = *how;
    there.stream = on;
    return __real_cudaLaunchKernelExC(&there, f, with);
  });
}
cudaError_t __wrap_cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copied(to, from, bytes, kind, nullptr, [=] { return __real_cudaMemcpy(to, from, bytes, kind); });
}
cudaError_t __wrap_cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copied(to, from, bytes, kind, stream, [=] { return __real_cudaMemcpyAsync(to, from, bytes, kind, stream); });
}
cudaError_t __wrap_cudaMemcpy2D(void* to, size_t a, const void* from, size_t b, size_t width, size_t height,
                                cudaMemcpyKind kind) {
  refuse_graph("it copies by cudaMemcpy2D");
  return __real_cudaMemcpy2D(to, a, from, b, width, height, kind);
}
cudaError_t __wrap_cudaMemcpy2DAsync(void* to, size_t a, const void* from, size_t b, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  refuse_graph("it copies by cudaMemcpy2DAsync");
  return __real_cudaMemcpy2DAsync(to, a, from, b, width, height, kind, stream);
}
cudaError_t __wrap_cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  refuse_graph("it copies by cudaMemcpyToSymbol");
  return __real_cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
cudaError_t __wrap_cudaMemset(void* to, int byte, size_t bytes) {
  return own_work(
      nullptr, [=] { return __real_cudaMemset(to, byte, bytes); },
      [=](cudaStream_t on) { return __real_cudaMemsetAsync(to, byte, bytes, on); });
}
cudaError_t __wrap_cudaMemsetAsync(void* to, int byte, size_t bytes, cudaStream_t stream) {
  const Enqueue enqueue = [=](cudaStream_t on) { return __real_cudaMemsetAsync(to, byte, bytes, on); };
  return own_work(
      stream, [&] { return enqueue(stream); }, enqueue);
}
cudaError_t __wrap_cudaMemset2D(void* to, size_t pitch, int byte, size_t width, size_t height) {
  refuse_graph("it clears by cudaMemset2D");
  return __real_cudaMemset2D(to, pitch, byte, width, height);
}
// the graph still works on this memory
cudaError_t __wrap_cudaFree(void* memory) {
  if (course.mode != Mode::graph) return __real_cudaFree(memory);
  return course.freed.push_back(memory), cudaSuccess;
}
cudaError_t __wrap_cudaFreeAsync(void* memory, cudaStream_t stream) {
  if (course.mode != Mode::graph) return __real_cudaFreeAsync(memory, stream);
  return course.freed.push_back(memory), cudaSuccess;
}
cudaError_t __wrap_cudaFreeHost(void* memory) { return course.mode == Mode::graph ? cudaSuccess : __real_cudaFreeHost(memory); }
// because: what we made on the device would go, too
cudaError_t __wrap_cudaDeviceReset() { return cudaDeviceSynchronize(); }
}

namespace {

using Run = std::function<void()>;

struct Job {
  std::string picture, mode;
  int width = 0, height = 0, sets = 1, samples = 0;
  std::vector<char> table;
  std::size_t places() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
};

std::vector<char> read_whole(const std::string& path) {
  std::vector<char> bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) fail("the picture cannot be read");
  char part[1 << 16];
  for (std::size_t got; (got = std::fread(part, 1, sizeof part, file)) > 0;) bytes.insert(bytes.end(), part, part + got);
  std::fclose(file);
  return bytes;
}

void run_once(const Run& run) {
  course.launches = 0;
  course.used = 0;
  run();
  const cudaError_t device = cudaDeviceSynchronize();
  must(device, "a kernel failed on the GPU");
  must(cudaGetLastError(), "a call of CUDA failed");
}

/// How many samples fit, as in a bench.
int samples_of(const Job& job, double sample_ms) {
  if (job.samples > 0) return job.samples;
  return std::max(k_fewest, std::min(k_most, static_cast<int>(k_all_samples_ms / std::max(sample_ms, 1e-3))));
}

std::vector<double> times_with_copies(const Job& job, const Run& run) {
  Clock::time_point before = Clock::now();
  run_once(run);
  std::vector<double> times;
  for (int left = samples_of(job, milliseconds_since(before)); left > 0; --left) {
    before = Clock::now();
    run_once(run);
    times.push_back(milliseconds_since(before));
  }
  return times;
}

std::vector<double> times_by_events(const Job& job, const Run& run) {
  course.mode = Mode::events;
  Clock::time_point before = Clock::now();
  run_once(run);
  std::vector<double> times;
  for (int left = samples_of(job, milliseconds_since(before)); left > 0; --left) {
    run_once(run);
    double sum = 0;
    for (std::size_t k = 0; k < course.used; ++k) {
      float one = 0;
      must(cudaEventElapsedTime(&one, course.events[k].first, course.events[k].second), "cudaEventElapsedTime");
      sum += static_cast<double>(one);
    }
    times.push_back(sum);
  }
  course.mode = Mode::plain;
  return times;
}

/// Runs that are recorded, each on memory of its own; how many.
int record_runs(const Job& job, const Run& run) {
  int sets = 0;
  course.mode = Mode::graph;
  for (std::size_t largest = 0; sets < std::max(1, job.sets) && course.no_graph.empty(); ++sets) {
    std::size_t before = 0, after = 0, all = 0;
    must(cudaMemGetInfo(&before, &all), "cudaMemGetInfo");
    if (sets > 0 && before < 2 * largest) break;
    run_once(run);
    must(cudaMemGetInfo(&after, &all), "cudaMemGetInfo");
    largest = std::max(largest, before > after ? before - after : 0);
  }
  course.mode = Mode::plain;
  if (course.no_graph.empty() && course.copied.empty()) course.no_graph = "the table is not copied by cudaMemcpy";
  return sets;
}

/// Whether two more runs of the graph end in what the file copied.
bool same_again(cudaGraphExec_t graph) {
  for (int k = 0; k < 2; ++k) must(cudaGraphLaunch(graph, course.side), "cudaGraphLaunch");
  must(cudaStreamSynchronize(course.side), "a kernel failed when it ran again");
  std::vector<char> again;
  for (const CopiedOut& one : course.copied) {
    again.resize(one.bytes.size());
    must(__real_cudaMemcpy(again.data(), one.from, again.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (again != one.bytes) return false;
  }
  return true;
}

std::vector<double> times_of_graph(const Job& job, cudaGraphExec_t graph, int sets) {
  cudaEvent_t before, after;
  must(cudaEventCreate(&before), "cudaEventCreate");
  must(cudaEventCreate(&after), "cudaEventCreate");
  const auto timed = [&](int rounds) {
    cudaEventRecord(before, course.side);
    for (int k = 0; k < rounds; ++k) must(cudaGraphLaunch(graph, course.side), "cudaGraphLaunch");
    cudaEventRecord(after, course.side);
    must(cudaEventSynchronize(after), "a kernel failed while it was timed");
    float all = 0;
    must(cudaEventElapsedTime(&all, before, after), "cudaEventElapsedTime");
    return static_cast<double>(all);
  };
  timed(1);
  const double round = timed(1);
  const int rounds = std::min(k_most_repeats, 1 + static_cast<int>(k_sample_ms / std::max(round, 1e-4)));
  std::vector<double> times;
  for (int left = samples_of(job, round * rounds); left > 0; --left) times.push_back(timed(rounds) / rounds / sets);
  return times;
}

/// None, and a sentence in course.no_graph, where a graph would not do what the file does.
std::vector<double> times_by_graph(const Job& job, const Run& run, int& sets) {
  must(cudaStreamCreateWithFlags(&course.side, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  must(cudaGraphCreate(&course.graph, 0), "cudaGraphCreate");
  sets = record_runs(job, run);
  std::vector<double> times;
  cudaGraphExec_t graph = nullptr;
  if (course.no_graph.empty()) {
    must(cudaGraphInstantiate(&graph, course.graph, 0), "cudaGraphInstantiate");
    if (same_again(graph))
      times = times_of_graph(job, graph, sets);
    else
      course.no_graph = "a second run of its kernels on the same memory gives another table";
  }
  for (void* memory : course.freed) __real_cudaFree(memory);
  return times;
}

void print_times(std::FILE* file, const char* name, const std::vector<double>& times) {
  std::fprintf(file, ", \"%s\": [", name);
  for (std::size_t k = 0; k < times.size(); ++k) std::fprintf(file, "%s%.9g", k ? ", " : "", times[k]);
  std::fputs("]", file);
}

void time_it(const Job& job, const Run& run) {
  run_once(run);
  const std::vector<double> whole = times_with_copies(job, run);
  int sets = 1;
  std::vector<double> kernels;
  if (job.mode == "graph") kernels = times_by_graph(job, run, sets);
  const bool by_graph = !kernels.empty();
  if (!by_graph) kernels = times_by_events(job, run), sets = 1;
  std::FILE* file = std::fopen(out.c_str(), "w");
  if (!file) fail("the times cannot be written");
  std::fprintf(file, "{\"how\": \"%s\", \"why\": \"%s\", \"sets\": %d", by_graph ? "graph" : "events", course.no_graph.c_str(),
               sets);
  print_times(file, "kernels_ms", kernels);
  print_times(file, "with_copies_ms", whole);
  std::fputs("}\n", file);
  std::fclose(file);
}

void write_table(const Job& job, const Run& run) {
  run_once(run);
  std::FILE* file = std::fopen(out.c_str(), "wb");
  if (!file || std::fwrite(job.table.data(), 1, job.table.size(), file) != job.table.size() || std::fclose(file) != 0)
    fail("the table cannot be written");
}

template <class T, class U>
bool try_types(Job& job, const std::vector<char>& picture, void (*one)(const T*, U*, int, int),
               void (*other)(T*, U*, int, int)) {
  if (!one && !other) return false;
  if (picture.size() != job.places() * sizeof(T)) fail("table() takes pixels of another type");
  std::vector<T> in(job.places());
  std::memcpy(in.data(), picture.data(), picture.size());
  job.table.assign(job.places() * sizeof(U), static_cast<char>(0xcd));
  course.picture = reinterpret_cast<const char*>(in.data());
  course.picture_end = course.picture + picture.size();
  const Run run = [&] {
    auto* const place = reinterpret_cast<U*>(job.table.data());
    one ? one(in.data(), place, job.width, job.height) : other(in.data(), place, job.width, job.height);
  };
  job.mode == "table" ? write_table(job, run) : time_it(job, run);
  return true;
}

template <class T, class U>
bool run_as(Job& job, const std::vector<char>& picture) {
  return try_types<T, U>(job, picture, ::table, ::table);
}

}  // namespace

int main(int count, char** words) {
  if (count < 6) return 2;
  out = words[5];
  Job job{words[1], words[4], std::atoi(words[2]), std::atoi(words[3])};
  if (count > 7) job.sets = std::atoi(words[6]), job.samples = std::atoi(words[7]);
  int devices = 0;
  must(cudaGetDeviceCount(&devices), "no GPU can be used");
  const std::vector<char> picture = read_whole(job.picture);
  const bool found = run_as<unsigned char, unsigned>(job, picture) || run_as<unsigned char, int>(job, picture) ||
                     run_as<unsigned char, float>(job, picture) || run_as<float, float>(job, picture) ||
                     run_as<int, int>(job, picture) || run_as<unsigned, unsigned>(job, picture);
  if (!found) fail("there is no table(in, out, width, height) of known types");
  std::fflush(nullptr);
  _exit(0);  // because: what a program left on the device does not matter any more
}
