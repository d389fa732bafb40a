// SPDX-License-Identifier: Apache-2.0
// The GPU without CUDA's headers: its status, and RAII for its resources. In a build without CUDA, or on a machine without a
// GPU, gpu_status says so and everything else throws NotSupported.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace satscope {

/// What this process found when it first looked for a GPU.
struct GpuStatus {
  bool usable = false;
  std::string reason = {};   ///< why not usable, a sentence that contains "not supported"; else empty
  std::string cure = {};     ///< what a user can do about it; may be empty
  std::string device = {};   ///< its name
  std::string driver = {};   ///< the CUDA version the driver supports, "13.0"; empty without driver
  std::string toolkit = {};  ///< the CUDA version of the build; empty without CUDA
  int index = 0;             ///< CUDA's number of the device
  int major = 0, minor = 0;  ///< compute capability
  int multiprocessors = 0;
  std::size_t memory_bytes = 0;  ///< in all
  std::size_t l2_bytes = 0;
};
const GpuStatus& gpu_status();

/// Free device memory in bytes; 0 without a GPU.
std::size_t gpu_free_bytes();

class Event;

/// Rows in memory.
struct PlacedRows {
  void* at;           ///< the first
  std::size_t pitch;  ///< bytes from row to row
};

/// Handles of the host for CUDA objects.
class Stream {
 public:
  Stream();  ///< non-blocking: does not wait for the default stream
  ~Stream();
  Stream(Stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Stream& operator=(Stream&&) = delete;
  void* handle() const { return handle_; }  ///< cudaStream_t
  void wait() const;
  void wait_for(const Event& event) const;  ///< what comes later in the stream; the host does not wait
  void copy_to_device(void* device, const void* host, std::size_t bytes) const;  ///< asynchronous from pinned memory
  void copy_to_host(void* host, const void* device, std::size_t bytes) const;    ///< asynchronous to pinned memory
  /// `count` rows of `row_bytes` bytes, on the device or the host; asynchronous likewise.
  void copy_rows(PlacedRows to, PlacedRows from, std::size_t row_bytes, std::size_t count) const;
  void copy_on_device(void* to, const void* from, std::size_t bytes) const;
  void fill(void* device, unsigned char byte, std::size_t bytes) const;

 private:
  void* handle_ = nullptr;
};

/// An event in a stream.
class Event {
 public:
  Event();
  ~Event();
  Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Event& operator=(Event&&) = delete;
  void record(const Stream& stream);
  void* handle() const { return handle_; }  ///< cudaEvent_t
  bool reached() const;                     ///< does not wait; true before the first record
  void wait() const;
  /// Milliseconds between two recorded, reached events.
  static double milliseconds(const Event& from, const Event& to);

 private:
  void* handle_ = nullptr;
};

/// Work that is recorded once and launched as a whole.
class Graph {
 public:
  Graph(const Stream& stream, const std::function<void()>& enqueue);
  ~Graph();
  Graph(Graph&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Graph& operator=(Graph&&) = delete;
  void launch(const Stream& stream) const;

 private:
  void* handle_ = nullptr;
};

/// Memory of the GPU.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::size_t bytes);  ///< throws NotSupported, which says how much was asked and is free
  ~DeviceMemory();
  DeviceMemory(DeviceMemory&& other) noexcept : at_(std::exchange(other.at_, nullptr)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(at_, other.at_);
    return *this;
  }
  void* get() const { return at_; }

 private:
  void* at_ = nullptr;
};

/// Host memory that the GPU copies by itself. Without a GPU it is ordinary memory.
class PinnedMemory {
 public:
  PinnedMemory() = default;
  explicit PinnedMemory(std::size_t bytes);
  ~PinnedMemory();
  PinnedMemory(PinnedMemory&& other) noexcept
      : at_(std::exchange(other.at_, nullptr)), pinned_(std::exchange(other.pinned_, false)) {}
  PinnedMemory& operator=(PinnedMemory&& other) noexcept {
    std::swap(at_, other.at_);
    std::swap(pinned_, other.pinned_);
    return *this;
  }
  void* get() const { return at_; }

 private:
  void* at_ = nullptr;
  bool pinned_ = false;
};

}  // namespace satscope
