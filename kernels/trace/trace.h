// SPDX-License-Identifier: Apache-2.0
// The result of a traced run: buffers, steps with every read and write, counters, races, deadlocks. Plain data.
#pragma once
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/known.h"
#include "kernels/table.h"
#include "kernels/trace/provenance.h"
#include "kernels/types.h"

namespace satscope {

/// Number of an Origin in its trace. 0: a constant that was never stored, or initial content.
using OriginId = std::uint32_t;

enum class Space : std::uint8_t { global, shared, registers };
inline constexpr std::array k_spaces{Named<Space>{Space::global, "global"}, Named<Space>{Space::shared, "shared"},
                                     Named<Space>{Space::registers, "registers"}};
constexpr std::string_view id_of(Space space) { return k_spaces[static_cast<std::size_t>(space)].id; }

/// One element: the raw bits of its number, and which pixels it sums.
struct Cell {
  std::uint64_t bits = 0;
  PixelSet pixels = 0;
  OriginId origin = 0;  ///< how the number came to be; a copy keeps it
  bool operator==(const Cell& other) const { return bits == other.bits && pixels == other.pixels; }
};
/// The number that a cell of this type holds.
Value number(const Cell& cell, Scalar type);

/// A buffer of the plan, or the shared memory or a register of one block of one pass.
struct TraceBuffer {
  std::string name;
  Space space = Space::global;
  Scalar type = Scalar::u32;
  Extent shape;   ///< row-major; registers: a column per thread, a row per slot
  int pass = -1;  ///< -1: lives from the start to the end
  int block = -1;
  std::vector<Cell> start = {};  ///< its content before the first step
  std::size_t bytes = 0;         ///< of an element that is narrower than the type it is drawn as; 0: as wide
  int row = 0;                   ///< shared memory: places that are one row of what it holds; 0: it has no rows
  int declared = 0;              ///< its places, where only the first ones, which are used, are kept; else 0
};

/// Which accesses a warp makes at once: those of one line, column and round, each lane's first, second, ... of them together.
struct Instruction {
  std::uint32_t round = 0;     ///< the same number: the same rounds of the loops around the access
  std::uint16_t column = 0;    ///< of the access in its line
  std::uint16_t together = 1;  ///< elements of one access, given with the first of them; 0 with the others
};

struct Read {
  std::uint32_t buffer, index, thread;
  std::uint32_t line : 24, file : 8;  ///< of the access; file: number in Trace::files
  Cell value;
  Instruction instruction = {};
};
struct Write {
  std::uint32_t buffer, index, thread;
  std::uint32_t line : 24, file : 8;
  Cell before, after;
  Instruction instruction = {};
};

/// What blocks exchange through words: who published which word as what, who read it, and what it found.
struct Message {
  enum class Kind : std::uint8_t {
    publish,
    look,
    wait,  ///< a look that found nothing, after which its block stands still until the word is there
  } kind = Kind::publish;
  Known known = Known::nothing;
  std::uint32_t buffer = 0, index = 0, thread = 0;
  std::uint32_t moment = 0;  ///< steps of all blocks that were complete by then
};

/// How a number was computed: the dependencies of a trace. Copies through registers and shared memory are not origins.
struct Origin {
  enum class Kind : std::uint8_t {
    constant,    ///< put there by the kernel
    load,        ///< read from global memory
    sum,         ///< first + second
    difference,  ///< first - second
    made,        ///< computed from first, 0 if not known, and perhaps from more that the thread read in that step
  } kind = Kind::constant;
  OriginId first = 0;  ///< load: of what the place held
  OriginId second = 0;
  std::uint32_t thread = 0;
  std::uint32_t buffer = 0, index = 0;  ///< load: the place
  Scalar type = Scalar::u32;
  std::uint64_t bits = 0;
  PixelSet pixels = 0;
};

/// Work as a paper counts it. Additions are those of table values, not of addresses. Conflicts and sectors are those of a model
/// in which all lanes of a warp access memory at once.
struct Counters {
  std::int64_t steps = 0;
  std::int64_t additions = 0;
  std::int64_t reads = 0, writes = 0;  ///< of all spaces
  std::int64_t global_reads = 0, global_writes = 0;
  std::int64_t shared_reads = 0, shared_writes = 0;
  std::int64_t register_reads = 0, register_writes = 0;
  std::int64_t barriers = 0;  ///< of blocks
  std::int64_t warp_barriers = 0;
  std::int64_t idle_lanes = 0;       ///< threads that touched nothing in a step
  std::int64_t shared_accesses = 0;  ///< warp-wide instructions
  std::int64_t bank_conflicts = 0;   ///< rounds that a warp waits for a bank, beyond the first
  std::int64_t global_accesses = 0;  ///< warp-wide instructions
  std::int64_t sectors = 0;          ///< of 32 bytes, that those touch
  Counters& operator+=(const Counters& other);
};

/// Name and member of each counter, for JSON and window.
struct CounterField {
  std::string_view id;
  std::int64_t Counters::*value;
};
std::span<const CounterField> counter_fields();

/// What the threads of one block do between two barriers: one `each` of a kernel.
struct Step {
  std::string label;  ///< "up-sweep d=4"; the first word is the phase
  int pass = 0;
  int block = 0;
  const char* file = "";
  int line = 0;  ///< of the `each`
  int threads = 0;
  std::uint32_t first_read = 0, reads = 0;        ///< range in Trace::reads
  std::uint32_t first_write = 0, writes = 0;      ///< range in Trace::writes
  OriginId first_origin = 0, origins = 0;         ///< range in Trace::origins
  std::uint32_t first_message = 0, messages = 0;  ///< range in Trace::messages, those of its block since its step before
  bool barrier_after = false;
  int barriers = 0, warp_barriers = 0;  ///< that follow before the next step of its block
  std::string_view phase() const { return std::string_view(label).substr(0, label.find_first_of(" ,")); }
};

/// A place in the source of a kernel, as the compiler reports it.
struct Site {
  std::uint32_t line = 0, column = 0;
  const char* file = "";
  bool operator==(const Site&) const = default;  ///< of the same file, if one compiler run made both
  template <class SourceLocation>                // because: clang before 16 has no std::source_location
  static Site of(const SourceLocation& at) {
    return {at.line(), at.column(), at.file_name()};
  }
};

/// A line of the source of kernels.
struct SourceLine {
  std::string file;  ///< "transpose.h", without folders
  std::uint32_t line = 0;
  SourceLine() = default;
  SourceLine(std::string name, std::uint32_t number) : file(std::move(name)), line(number) {}
  explicit SourceLine(const Site& site);
  auto operator<=>(const SourceLine&) const = default;
  std::string text() const { return file + ":" + std::to_string(line); }  ///< "transpose.h:46"
};
/// What threads wait for: the others of their block or warp, or their own copies.
using Barrier = SourceLine;

/// One side of a race.
struct Party {
  std::string label;
  SourceLine at;
  int block = 0, thread = 0;
};
struct Race {
  std::string kind;    ///< "read after write", "write after read", "write after write"
  std::string buffer;  ///< by name
  std::uint32_t index = 0;
  Party first, second;
  std::int64_t times = 1;                           ///< races between the same two lines
  std::string sentence(int first_block = 1) const;  ///< first_block: its name, as Trace::first_block()
};

struct TracePass {
  std::string name;
  int blocks = 0, threads = 0;
  Counters counters;
  int warp = 32;  ///< lanes
};

struct Trace {
  Extent picture;
  std::vector<TraceBuffer> buffers;  ///< first those of the plan, in order
  int table = 0;                     ///< number of the buffer that holds the result
  std::vector<TracePass> passes;
  std::vector<Step> steps;
  std::vector<const char*> files;  ///< sources that touch memory
  std::vector<Read> reads;
  std::vector<Write> writes;
  std::vector<Origin> origins{1};
  std::vector<Message> messages;
  Counters total;
  std::vector<Race> races;
  std::set<Barrier> barriers;          ///< that blocks reached, deleted ones too
  std::vector<std::string> deadlocks;  ///< a sentence per block that waits forever
  std::vector<std::string> mistakes;   ///< of a user's file, other than these: a sentence each
  Provenance provenance;
  bool of_file = false;           ///< of a user's CUDA file: how numbers came to be is inferred, and some is not known
  bool has_table = true;          ///< false: of a user's file that has its own main()
  bool result_matches = false;    ///< the table equals the 64-bit reference
  bool provenance_exact = false;  ///< each entry is the sum of exactly its pixels, once

  std::span<const Read> reads_of(const Step& step) const { return {reads.data() + step.first_read, step.reads}; }
  std::span<const Write> writes_of(const Step& step) const { return {writes.data() + step.first_write, step.writes}; }
  std::span<const Message> messages_of(const Step& step) const { return {messages.data() + step.first_message, step.messages}; }
  /// What texts call the first block of a launch: of a user's file as blockIdx counts.
  int first_block() const { return of_file ? 0 : 1; }
  std::size_t bytes() const;  ///< memory held
};

}  // namespace satscope
