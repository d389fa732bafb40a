// SPDX-License-Identifier: Apache-2.0
// Writes the trace while kernels run on machine Traced: every read and write passes through here. With threads apart it only
// keeps the memory, unless it is asked to record: each thread runs the kernel by itself.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/known.h"
#include "kernels/trace/fibers.h"
#include "kernels/trace/race_detector.h"
#include "kernels/trace/trace.h"
#include "kernels/trace/warp_accesses.h"

namespace satscope {

struct RecorderOptions {
  Schedule schedule = {};
  int banks = 32;
  std::set<Barrier> deleted_barriers = {};  ///< are left out, to see what they are for
  /// Instead of recording: each thread of a block runs from barrier to barrier by itself, in this order; blocks in turn.
  std::optional<Schedule> threads_apart = {};
  /// With threads apart: record all the same. A step is then what one thread does; nothing but steps, barriers of theirs and
  /// origins is noted, no counters and no races.
  bool records_apart = false;
};

class Recorder {
 public:
  explicit Recorder(RecorderOptions options);

  /// The recorder of the kernels that run on this thread.
  static Recorder& now();

  int add_buffer(TraceBuffer about);  ///< returns its number; shared memory and registers take pass and block from the run
  /// The types of the request whose kernels run.
  const TypePair& types() const { return types_; }
  void set_types(const TypePair& types) { types_ = types; }

  /// The numbers of the buffers that the next pass knows as 0, 1, ...; empty: the same.
  void renumber_plan_buffers(std::vector<int> numbers) { plan_buffers_ = std::move(numbers); }
  int plan_buffer(int number) const { return plan_buffers_.empty() ? number : plan_buffers_[static_cast<std::size_t>(number)]; }
  Extent shape(int buffer) const { return trace_.buffers[static_cast<std::size_t>(buffer)].shape; }
  std::vector<Cell>& content(int buffer) { return content_[static_cast<std::size_t>(buffer)]; }

  /// Runs the blocks of one launch. body(bx, by) runs a whole block.
  void run_pass(const std::string& name, int grid_x, int grid_y, int threads, int warp_size,
                const std::function<void(int bx, int by)>& body);

  // ---- from within a block
  void begin_step(std::string label, const char* file, int line);
  /// Threads first ... end - 1 of the first `active` run the step now: all, or the one that runs by itself.
  struct ThreadRange {
    int first, end;
  };
  ThreadRange taking_part(int active) const;
  void begin_thread(int thread);
  void resume_thread(int thread);  ///< that began in this step already
  void end_step();
  void block_barrier(Site site);
  void warp_barrier(Site site);
  /// The barrier within an exchange between lanes: not one of the kernel's, so it cannot be deleted and is not counted.
  void await_warp();
  Cell read(int buffer, std::size_t index, Site site, Touch how = Touch::plain) { return read(buffer, index, site, how, 1); }
  void write(int buffer, std::size_t index, Site site, Cell value, Touch how = Touch::plain) {
    write(buffer, index, site, value, how, 1);
  }
  /// Adjacent elements from `index` on, in one access.
  void read_together(int buffer, std::size_t index, Site site, std::span<Cell> values);
  void write_together(int buffer, std::size_t index, Site site, std::span<const Cell> values, Touch how = Touch::plain);
  /// Waits for what the threads wrote as Touch::copy. A trace shows it written at once.
  void copied(Site site);

  // Words: cells with a status, empty at the start of a launch.
  void publish(int buffer, std::size_t index, Site site, Cell value, Known known);
  /// The status of the word and, if there is one, its number.
  Seen<Cell> look(int buffer, std::size_t index, Site site);
  /// The same once something is known; until then the block is suspended.
  Seen<Cell> await(int buffer, std::size_t index, Site site);
  void push_round(std::uint32_t line, int round);
  void pop_round();
  /// The sum of two numbers, or with a sign of -1 their difference, whose bits the kernel has computed: counts it.
  Cell combine(const Cell& a, const Cell& b, int sign, std::uint64_t bits, Scalar type);
  /// A number with these bits that the kernel computed from another one; it keeps that one's pixels.
  Cell derive(const Cell& source, Scalar source_type, std::uint64_t bits, Scalar type);
  int thread() const { return at_->thread; }
  int block() const { return at_->block; }
  std::string where() const;  ///< label and thread, for messages

  Provenance& provenance() { return trace_.provenance; }
  /// The trace as recorded. Call once, at the end.
  Trace take();

 private:
  struct Occurrence {
    Site site;
    std::uint32_t round;
    bool write;
    std::uint32_t count;
  };
  /// A number on its way to a place.
  struct Copy {
    int buffer;
    std::size_t index;
    Cell value;
  };
  /// The state of one block, or of one thread that runs by itself.
  struct Context {
    int block = 0;
    int alone = -1;            ///< the thread that runs by itself; -1: all do
    std::size_t declared = 0;  ///< buffers of the block that it has encountered
    int thread = -1;
    bool open = false;
    std::string label = {};
    int label_number = 0;
    const char* file = "";
    int line = 0;
    OriginId first_origin = 0;
    bool touched = false;  ///< by the current thread in this step
    int busy_threads = 0;
    std::vector<Read> reads = {};
    std::vector<Write> writes = {};
    std::vector<Message> messages = {};
    std::vector<SiteAccess> accesses = {};
    std::vector<Occurrence> occurrences = {};  ///< of the current thread in this step
    std::vector<std::uint32_t> rounds = {0};
    std::vector<Copy> copies = {};  ///< of a thread that runs by itself
  };

  /// Threads that wait for each other at a barrier.
  struct Arrivals {
    int expected = 0, arrived = 0;
  };

  /// Whether the current thread runs by itself, and its accesses are not recorded.
  bool unrecorded() const { return at_->alone >= 0 && !options_.records_apart; }
  void run_apart(int blocks, const std::function<void(int block)>& body);
  void arrive_and_wait(Arrivals& at);
  Step* last_step();  ///< of this block in this pass; null: none yet
  Instruction instruction(Site site, std::uint32_t together) const;
  OriginId add_origin(const Origin& origin);
  std::uint8_t file_number(const char* file);
  /// The origin of a number; a constant gets one here.
  OriginId origin_of(const Cell& cell, Scalar type);
  void check(int buffer, std::size_t index, Site site) const;
  /// Whether the barrier at this place has not been deleted.
  bool is_kept(Site site);
  // together: elements of one access, given with the first of them; 0 for the others
  Cell read(int buffer, std::size_t index, Site site, Touch how, std::uint32_t together);
  void write(int buffer, std::size_t index, Site site, Cell value, Touch how, std::uint32_t together);
  void note(bool write, int buffer, std::size_t index, Site site, Touch how, std::uint32_t together);
  void say(Message::Kind kind, int buffer, std::size_t index, Known known);
  template <class Action>
  void away(Action&& action);
  void yield_block();
  std::uint32_t& state(int buffer, std::size_t index);
  /// Suspends the block until `wake(key)`. The current step ends; it continues as a step with the same label.
  void wait(const void* key, const std::string& why);
  void wake(const void* key);

  RecorderOptions options_;
  TypePair types_ = k_type_pairs[0];
  Trace trace_;
  Fibers fibers_;
  RaceDetector races_;
  std::vector<std::vector<Cell>> content_;
  std::vector<std::vector<std::uint32_t>> states_;  ///< of the words of each buffer that has some
  std::vector<int> plan_buffers_;
  int pass_ = -1, threads_ = 1, warp_size_ = 32;
  Counters* counters_ = nullptr;
  std::vector<int> of_block_;  ///< buffers of the block whose threads run apart, as declared
  Arrivals block_arrivals_;
  std::vector<Arrivals> warp_arrivals_;
  std::map<std::pair<const char*, std::uint32_t>, bool> kept_;  ///< of each barrier encountered, by file and line
  Context outside_;
  Context* at_ = &outside_;
};

}  // namespace satscope
