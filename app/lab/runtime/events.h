// SPDX-License-Identifier: Apache-2.0
// The recording: one memory that satscope and the student's program both map. satscope writes the settings and starts the
// program; the program appends events and survives nothing: whatever it had written when it ended, in any way, is here.
//
//   Header | events, 32 bytes each | texts and copied bytes
#pragma once
#include <cstddef>
#include <cstdint>

#include "include/satlab_types.h"

namespace satlab {

enum class Kind : std::uint8_t {
  together,  ///< lockstep: the accesses up to the next one of these are one instruction of a warp; value: its lanes
  read,
  write,
  atomic_read,
  atomic_write,
  block_barrier,  ///< value: k_whole_grid if all blocks met
  warp_barrier,   ///< address: the warp in its block; value: the lanes that met
  exchange,       ///< a lane's part in a warp function; address: function << 32 | lane it read from; value: what it got
  fence,          ///< value: 0 in the block, 1 on the device
  exit,           ///< the thread ends
  launch,         ///< value: text NAME|LINE|X,Y,Z|X,Y,Z|BYTES|ARGUMENTS|PARAMETERS|POINTERS
  launched,       ///< the launch is over; value: 1 if the device failed in it
  allocate,       ///< address; value: text NAME|LINE|TYPE|ELEMENT|COLUMNS|BYTES; flags: k_managed
  name_shared,    ///< likewise, of a shared array
  name_global,    ///< likewise, of a __device__ or __constant__ variable
  release,
  copy_in,            ///< site: bytes; value: where they are among the texts, or k_unknown
  copy_host_touched,  ///< likewise of managed memory, before a launch; as many bytes follow: 1 where the host wrote
  fill,               ///< site: bytes; value: the byte
  copy_out,           ///< value: bytes
  settled,      ///< value: where among the texts is how many parts of this memory hold no filling (32 bits), and begin and
                ///< end of each
  stream_work,  ///< what follows, a launch or a copy, is work of a stream, and there are several; address: stream << 32 | its
                ///< number in the stream; value: text of how much of each stream is done before it begins
  report,       ///< size: a Report; value: text SUBJECT\tINDEX\tLENGTH\tSENTENCE
};

/// What the program itself finds while it runs; the rest is found in the recording.
enum class Report : std::uint8_t {
  bounds,
  freed,
  null_pointer,
  host_memory,
  foreign_stack,
  misaligned,
  divergent_barrier,
  left_before_barrier,
  warp_function,
  deadlock,
  overflow,
  shift,
  division,
  host_misuse,
  never_freed,
  bad_launch,
  refused,
  assertion,
  crash,
  endless,
  forbidden,
  memory,
  block_order,
  budget,      ///< the recording is full
  unfinished,  ///< the time is over
  tolerated,   ///< the Lab does something else instead
  unset_local,
};

inline constexpr std::uint16_t k_volatile = 1, k_more_follows = 2, k_managed = 4;
inline constexpr std::uint64_t k_unknown = ~std::uint64_t{0}, k_whole_grid = std::uint64_t{1} << 32;

struct Event {
  Kind kind;
  std::uint8_t size;  ///< bytes of an access
  std::uint16_t flags;
  std::uint32_t thread;  ///< in its block
  std::uint32_t block;
  std::uint32_t site;  ///< return address in the program, which is loaded below 4 GB; 0: none
  std::uint64_t address, value;
};
static_assert(sizeof(Event) == 32);

enum class Order : std::uint32_t { forward, reverse, random };
enum class End : std::uint32_t { running, exited, too_many, stuck, crashed };
enum class TableForm : std::uint32_t { none, no_overload, written };

struct Settings {
  std::uint64_t most_events = 4u << 20, most_bytes = 64u << 20;  ///< bytes: of texts and copies
  std::uint32_t width = 8, height = 8;                           ///< of the picture that table() gets
  std::uint32_t picture = 1;                                     ///< its seed
  Order order = Order::forward;  ///< in which blocks begin, and the threads of a block run from barrier to barrier
  std::uint32_t order_seed = 1;
  std::uint32_t lockstep = 0;  ///< 1: lanes of a warp go together from access to access
  std::uint32_t record = 1;    ///< 0: run and check, but keep no accesses
  std::uint32_t given = 0;     ///< 1: the pixels are at the start of the texts, 8 bytes each (double), instead of random ones
  std::uint32_t seconds = 5;   ///< of processor time
  std::uint32_t calls = 1;     ///< of table(), one after the other; the last is judged
  char folder[256] = {};       ///< where the program may write
  /// Whether table() gets a picture so small that the time of a run is more than enough for it.
  bool has_small_picture() const {
    const std::uint64_t pixels = std::uint64_t{width} * height;
    return pixels > 0 && pixels <= 256;
  }
};

struct Header {
  Settings settings;
  std::uint64_t events, bytes, accesses;
  End end;
  std::int32_t signal;  ///< that crashed it
  Type pixel_type;      ///< that table() takes
  Type table_type;      ///< of the entries
  TableForm table_form;
  std::uint32_t polled;  ///< 1: a query returned cudaErrorNotReady
  std::uint64_t table;   ///< where they are among the texts
  // copies of the device to the table's own memory
  std::uint32_t table_copies, table_copy_site;
  std::uint64_t table_copied;  ///< bytes
  std::uint64_t table_from;    ///< where among the texts is, for each entry, the address it was copied from, or one of these:
};
inline constexpr std::uint64_t k_from_nowhere = 0, k_from_host = 1;  ///< nothing wrote it; code of the host did
inline constexpr std::size_t k_header_bytes = 4096;
static_assert(sizeof(Header) <= k_header_bytes);
inline constexpr int k_recording_file = 200;  ///< its descriptor in the program

inline std::size_t recording_bytes(const Settings& s) {
  return k_header_bytes + static_cast<std::size_t>(s.most_events) * sizeof(Event) + static_cast<std::size_t>(s.most_bytes);
}

// Fixed places, so that two runs can be compared address by address.
inline constexpr std::uint64_t k_device = 0x200000000000, k_device_bytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t k_shared = 0x210000000000, k_shared_bytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t k_stacks = 0x220000000000, k_stack_bytes = 256 << 10;
inline constexpr std::uint64_t k_dynamic_bytes = 232 << 10, k_dynamic_guard = 64 << 10;
/// Shared memory of a block, bytes: without cudaFuncSetAttribute(), and at most with it (compute capability 9.0 to 10.0).
inline constexpr std::uint64_t k_usual_shared = 48 << 10, k_most_shared = 227 << 10;
inline constexpr unsigned k_warp = 32;

/// The pixels of a picture, one after another.
class Pixels {
 public:
  explicit Pixels(std::uint32_t picture) : state_(88172645463325252ull + std::uint64_t{picture} * 0x9e3779b97f4a7c15ull) {}
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ >> 20 & 255);
  }

 private:
  std::uint64_t state_;
};

}  // namespace satlab
