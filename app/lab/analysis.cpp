// SPDX-License-Identifier: Apache-2.0
#include "app/lab/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unordered_map>

#include "app/lab/arrays.h"
#include "app/lab/races.h"
#include "app/lab/table_check.h"

namespace satscope::app::lab {
namespace {

using satlab::Event;
using satlab::Kind;
using satlab::Report;

class Analyser {
 public:
  Analyser(const Recording& recording, const LineTable& lines, const std::string& source, std::stop_token stop)
      : recording_(recording),
        lines_(lines),
        source_(source),
        stop_(std::move(stop)),
        races_([this](const Touch& a, const Touch& b, const Array& array, std::uint64_t address) {
          race(a, b, array, address);
        }) {}

  Analysis run() {
    for (const Event& event : recording_.events()) {
      if (stop_.stop_requested()) break;
      look_at(event);
    }
    find_unwritten_entries();
    result_.findings.drop_doubles();
    result_.findings.drop_overflows_that_follow();
    return std::move(result_);
  }

 private:
  void look_at(const Event& e) {
    switch (e.kind) {
      case Kind::read:
      case Kind::write: return access(e, e.kind == Kind::write, false);
      case Kind::atomic_read:
      case Kind::atomic_write: return access(e, e.kind == Kind::atomic_write, true);
      case Kind::block_barrier:
        if (e.value == satlab::k_whole_grid) forget_accesses();
        return races_.block_barrier(e.block);
      case Kind::warp_barrier: return races_.warp_barrier(e.block, static_cast<std::uint32_t>(e.address));
      case Kind::fence:
        if (e.value) races_.fence(e.block, e.thread);
        return;
      case Kind::launch: return launch(recording_.text(e.value));
      case Kind::stream_work: return stream_work(e);
      case Kind::allocate: return allocate(e);
      case Kind::name_shared: return add_shared(e);
      case Kind::name_global: return add_global(e);
      case Kind::copy_in:
      case Kind::copy_host_touched:
      case Kind::fill: return written_by_host(e);
      case Kind::copy_out: return copied_out(e);
      case Kind::settled: return settled(e);
      case Kind::report: return report(e);
      default: return;
    }
  }

  // ---- arrays
  void allocate(const Event& e) {
    Array array = Array::from(recording_.text(e.value), e.address, false);
    if (array.bytes == 0) return;
    // because: a name like `a` may be allocated twice
    const auto same = std::count_if(buffers_.begin(), buffers_.end(),
                                    [&](const Array& other) { return other.name == array.name && other.line != array.line; });
    if (same > 0) array.name += fmt::format(" (line {})", array.line);
    array.managed = (e.flags & satlab::k_managed) != 0;
    array.written.resize(array.bytes);
    buffers_.push_back(std::move(array));
  }
  void add_global(const Event& e) {
    Array array = Array::from(recording_.text(e.value), e.address, false);
    array.written.assign(array.bytes, true);  // with its initial value, or 0
    if (array.bytes > 0) buffers_.push_back(std::move(array));
  }
  void add_shared(const Event& e) {
    Array array = Array::from(recording_.text(e.value), e.address, true);
    if (array.bytes > 0 && array.bytes <= satlab::k_shared_bytes && shared_.size() < 1000) shared_.push_back(std::move(array));
  }

  Array* buffer_at(std::uint64_t address) {
    if (last_ < buffers_.size() && buffers_[last_].holds(address)) return &buffers_[last_];
    for (std::size_t k = buffers_.size(); k-- > 0;)
      if (buffers_[k].holds(address)) return last_ = k, &buffers_[k];
    return nullptr;
  }

  Array* array_of(const Event& e) {
    if (e.address - satlab::k_device < satlab::k_device_bytes) return buffer_at(e.address);
    std::vector<Array>& own = shared_of_[e.block];
    for (Array& array : own)
      if (array.holds(e.address)) return &array;
    for (const Array& array : shared_)
      if (array.holds(e.address)) {
        own.push_back(array);
        own.back().written.assign(array.bytes, false);
        return &own.back();
      }
    return buffer_at(e.address);
  }

  static void mark(Array& array, std::uint64_t offset, std::uint64_t bytes) {
    std::fill(array.written_at(offset), array.written_at(offset + bytes), true);
  }

  void written_by_host(const Event& e) {
    Array* array = buffer_at(e.address);
    if (!array) return;
    if (e.kind == Kind::fill) stream_races_.name("a cudaMemset");
    if (e.kind != Kind::copy_host_touched) in_stream(*array, e.address, e.site, true);
    const std::uint64_t offset = e.address - array->at;
    if (e.kind != Kind::copy_host_touched) return mark(*array, offset, e.site);
    const std::string_view bytes = recording_.bytes(e.value, 2 * std::uint64_t{e.site});
    if (bytes.empty()) return mark(*array, offset, e.site);
    host_touched(*array, offset, bytes.substr(0, e.site), bytes.substr(e.site));
  }

  /// Managed memory: the hooks saw what the host wrote. Where a byte changed without them, a library wrote it (fread), and all
  /// is taken as written.
  static void host_touched(Array& array, std::uint64_t offset, std::string_view bytes, std::string_view wrote) {
    bool unseen = false;
    for (std::size_t k = 0; k < bytes.size() && offset + k < array.bytes; ++k) {
      const auto at = static_cast<std::size_t>(offset + k);
      unseen |= !array.written[at] && !wrote[k] && static_cast<unsigned char>(bytes[k]) != 0xcd;
      if (wrote[k]) array.written[at] = true;
    }
    if (unseen) mark(array, offset, bytes.size());
  }

  void settled(const Event& e) {
    Array* array = buffer_at(e.address);
    const auto number = [&](std::uint64_t k) {
      std::uint32_t value = 0;
      if (const auto bytes = recording_.bytes(e.value + 4 * k, 4); !bytes.empty()) std::memcpy(&value, bytes.data(), 4);
      return value;
    };
    for (std::uint64_t k = 0, parts = std::min(number(0), 4096u); array && k < parts; ++k)
      mark(*array, e.address - array->at + number(2 * k + 1), number(2 * k + 2) - number(2 * k + 1));
  }

  void copied_out(const Event& e) {
    Array* array = buffer_at(e.address);
    if (array) in_stream(*array, e.address, e.value, false);
    if (!array || !recording_.settings().record) return;
    const std::uint64_t begin = e.address - array->at, end = std::min(array->bytes, begin + e.value);
    const std::uint64_t unit = array->type == satlab::Type::unknown ? std::min(array->step(), 4u) : array->step();
    std::uint64_t missing = 0, first = end;
    // because: of a number that was stored without a hook some bytes may look like the filling
    for (std::uint64_t k = begin, next = 0; k < end; k = next) {
      next = std::min(end, (k / unit + 1) * unit);
      const auto to = array->written_at(next);
      if (std::find(array->written_at(k), to, true) == to && missing++ == 0) first = k;
    }
    if (missing == 0) return;
    const std::uint64_t count = std::max<std::uint64_t>(1, missing * unit / array->step());
    LabFinding finding = about(*array, array->at + first, "uninitialised", e.site);
    finding.sentence =
        fmt::format("{} element{} of {} {} copied to the host although no thread has written {}; the first is {}.", count,
                    count == 1 ? "" : "s", array->name, count == 1 ? "is" : "are", count == 1 ? "it" : "them",
                    array->place(array->at + first));
    result_.findings.add("copied out " + array->name, std::move(finding));
  }

  void find_unwritten_entries() {
    const satlab::Header& header = recording_.header();
    if (header.table_form != satlab::TableForm::written) return;
    const std::size_t count = std::size_t{recording_.settings().width} * recording_.settings().height;
    const std::string_view bytes = recording_.bytes(header.table_from, count * sizeof(std::uint64_t));
    for (std::size_t k = 0; k < bytes.size() / sizeof(std::uint64_t); ++k) {
      std::uint64_t from = 0;
      std::memcpy(&from, bytes.data() + k * sizeof from, sizeof from);
      // because: without accesses it is not known which memory a kernel wrote
      const Array* array = recording_.settings().record ? buffer_at(from) : nullptr;
      result_.unwritten_entries.push_back(from == satlab::k_from_nowhere ||
                                          (array && !array->written[static_cast<std::size_t>(from - array->at)]));
    }
  }

  // ---- launches
  void launch(std::string_view text) {
    const auto parts = parts_of(text, '|');
    if (parts.size() < 8) return;
    LabLaunch launch;
    launch.kernel = parts[0];
    launch.line = static_cast<int>(whole_number(parts[1]));
    for (const auto& [part, size] : {std::pair{parts[2], &launch.grid}, std::pair{parts[3], &launch.block}}) {
      const auto numbers = parts_of(part, ',');
      for (std::size_t k = 0; k < 3 && k < numbers.size(); ++k)
        (*size)[k] = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(whole_number(numbers[k])));
    }
    launch.shared_bytes = whole_number(parts[4]);
    for (const std::string_view pointer : parts_of(parts[7], ' ')) learn_type(parts_of(pointer, ':'));
    stream_races_.name(fmt::format("the kernel {}", launch.kernel));
    result_.launches.push_back(std::move(launch));
    races_.begin_launch();
    shared_of_.clear();
    shared_.clear();
    repeated_.clear();
    forget_accesses();
  }

  /// A buffer that was allocated through void* has the type of the parameter that takes it.
  void learn_type(const std::vector<std::string_view>& pointer) {
    if (pointer.size() != 4) return;
    Array* array = buffer_at(whole_number(pointer[1]));
    if (!array || array->type != satlab::Type::unknown) return;
    array->type = static_cast<satlab::Type>(
        std::min<std::uint64_t>(whole_number(pointer[2]), static_cast<std::uint64_t>(satlab::Type::f64)));
    array->element = static_cast<unsigned>(std::clamp<std::uint64_t>(whole_number(pointer[3]), 1, 1 << 20));
  }

  void forget_accesses() {
    for (Array& array : buffers_) array.places.clear();
  }

  // ---- accesses
  void access(const Event& e, bool write, bool atomic) {
    Array* array = array_of(e);
    if (!array || e.size == 0 || e.size > 8 || e.thread >= 1024) return;
    const std::uint64_t offset = e.address - array->at;
    if (write)
      mark(*array, offset, e.size);
    else if (reads_unwritten(e, *array, offset))
      unwritten(e, *array);
    if (!write && !atomic && !array->shared && !(e.flags & satlab::k_volatile)) ++repeated(e).times;
    races_.access(e, *array, write, atomic);
    in_stream(*array, e.address, e.size, write);
  }

  /// How often a thread reads one word at one place without reading another: it waits for it.
  struct Repeated {
    std::uint32_t site = 0, times = 0;
    std::uint64_t address = 0;
  };
  Repeated& repeated(const Event& e) {
    Repeated& last = repeated_[std::uint64_t{e.block} << 10 | e.thread];
    if (last.site != e.site || last.address != e.address) last = {e.site, 0, e.address};
    return last;
  }
  bool waits(const Touch& reader, std::uint64_t address) const {
    const auto last = repeated_.find(std::uint64_t{reader.block} << 10 | reader.thread);
    return !reader.write && last != repeated_.end() && last->second.site == reader.site && last->second.address == address &&
           last->second.times >= 4;
  }

  /// g++ announces no store of a struct that a function returns. What no longer is the filling was written.
  static bool reads_unwritten(const Event& e, Array& array, std::uint64_t offset) {
    bool missing = false, filling = true;
    for (unsigned k = 0; k < e.size && offset + k < array.bytes; ++k) {
      if (array.written[static_cast<std::size_t>(offset + k)]) continue;
      missing = true;
      filling = filling && (e.value >> 8 * k & 255) == 0xcd;
    }
    if (missing && !filling) mark(array, offset, e.size);
    return missing && filling;
  }

  void unwritten(const Event& e, const Array& array) {
    LabFinding finding = about(array, e.address, "uninitialised", e.site);
    finding.party.thread = e.thread;
    finding.party.block = e.block;
    finding.party.access = "reads";
    finding.sentence =
        fmt::format("{} reads {}, but no thread has written it before{}.", who(e.thread, e.block), array.place(e.address),
                    array.shared    ? " (shared memory begins with whatever was there)"
                    : array.managed ? " (cudaMallocManaged does not clear memory)"
                                    : " (cudaMalloc does not clear memory)");
    result_.findings.add("unwritten " + array.name + key_of(finding.party.place), std::move(finding));
  }

  LabFinding about(const Array& array, std::uint64_t address, const char* kind, std::uint32_t site) const {
    LabFinding finding;
    finding.kind = kind;
    finding.party.place = place_of(site);
    finding.array = array.name;
    finding.index = array.index(address);
    finding.length = static_cast<std::int64_t>(array.bytes / array.step());
    return finding;
  }

  // ---- races
  Party party_of(const Touch& touch, const Array& array) const {
    return {place_of(touch.site), touch.thread, touch.block,
            touch.atomic  ? "changes atomically"
            : touch.write ? "writes"
                          : "reads",
            array.number(touch.value, array.cell_bytes())};
  }

  void race(const Touch& a, const Touch& b, const Array& array, std::uint64_t address) {
    const bool same_value = a.write && b.write && !a.atomic && !b.atomic && a.value == b.value;
    const bool warp = a.block == b.block && a.thread / satlab::k_warp == b.thread / satlab::k_warp;
    LabFinding finding = about(array, address, "race", b.site);
    finding.party = party_of(b, array);
    finding.other = party_of(a, array);
    finding.note = same_value;
    const auto reported = [&](const Party& party) {
      const std::string in_line = party.place.line > 0 ? " in " + line_text(party.place, finding.party.place) : "";
      return fmt::format("{} {} it{}{} (value {})", who(party.thread, party.block),
                         party.access.substr(0, party.access.find(' ')),
                         party.access.ends_with(" atomically") ? " atomically" : "", in_line, party.value);
    };
    const std::string both = fmt::format("{}{}: {}, {}", array.place(address), array.shared ? " (shared)" : "",
                                         reported(*finding.other), reported(finding.party));
    finding.sentence =
        same_value
            ? fmt::format("Two threads write the same value to {}. That is harmless as long as the values are equal.", both)
            : fmt::format("Race on {}. {}", both,
                          a.block != b.block ? "Nothing orders blocks within a launch: which comes first is chance."
                          : warp ? "No __syncwarp() or __syncthreads() is between them: which comes first is chance."
                                 : "No __syncthreads() is between them: which comes first is chance.");
    finding.take_lines();
    (a.block != b.block ? finding.between_blocks : finding.in_a_block) = true;
    finding.lacks_fence = !same_value && a.block != b.block && races_.lacks_fence(a, b);
    finding.waits = !same_value && (waits(a, address) || waits(b, address));
    const std::string kernel = result_.launches.empty() ? "" : result_.launches.back().kernel;
    result_.findings.add(fmt::format("{} {} {}", same_value ? "same value" : "race", array.name, kernel), std::move(finding));
  }

  // ---- streams
  void stream_work(const Event& e) {
    StreamRaces::Work work{static_cast<std::uint32_t>(e.address >> 32), static_cast<std::uint32_t>(e.address), e.site, {}};
    for (const std::string_view number : parts_of(recording_.text(e.value), ' '))
      work.done.push_back(static_cast<std::uint32_t>(whole_number(number)));
    stream_races_.begin(std::move(work));
  }

  void in_stream(const Array& array, std::uint64_t address, std::uint64_t bytes, bool write) {
    const auto race = stream_races_.access(array, address, bytes, write);
    if (!race) return;
    const auto& [before, now] = *race;
    LabFinding finding = about(array, address, "race", now->site);
    finding.other = Party{place_of(before->site), 0, 0, "", ""};
    // because: that of a launch is of the rewritten text
    finding.party.place.column = finding.other->place.column = 0;
    finding.take_lines();
    const auto used = [&](const StreamRaces::Work& work, const Place& place) {
      return fmt::format("{} ({}, {})", work.name, line_text(place, finding.party.place),
                         work.stream == 0 ? "default stream" : fmt::format("stream {}", work.stream));
    };
    finding.sentence = fmt::format("Race on {} between streams: {}, {}. ", array.name, used(*before, finding.other->place),
                                   used(*now, finding.party.place));
    finding.sentence +=
        "At least one of them writes, and neither waits for the other: use cudaEventRecord() and cudaStreamWaitEvent(), or "
        "cudaStreamSynchronize().";
    result_.findings.add(fmt::format("streams {}{}{}", array.name, key_of(finding.other->place), key_of(finding.party.place)),
                         std::move(finding));
  }

  // ---- reports of the program itself
  void report(const Event& e) {
    const auto parts = parts_of(recording_.text(e.value), '\t');
    if (parts.size() < 4) return;
    const auto what = static_cast<Report>(e.size);
    LabFinding finding;
    finding.kind = kind_of(what);
    finding.note = what == Report::left_before_barrier || what == Report::block_order || what == Report::budget ||
                   what == Report::unfinished || what == Report::tolerated;
    // because: what a thread leaves unset beyond the picture does no harm
    if (what == Report::unset_local) finding.note = check_table(recording_).comes_out();
    finding.party = {place_of(e.site), e.thread, e.block, "", ""};
    Place& at = finding.party.place;
    const bool foreign = at.line == 0 || at.file.starts_with("/usr/") || at.file.find("/satlab_") != at.file.npos;
    if (foreign && e.address - 1 < 0xffffffff)
      at = place_of(static_cast<std::uint32_t>(e.address));  // because: std::sort() reads in its header
    if (what == Report::bad_launch) at = {at.line > 0 ? at.file : source_, static_cast<int>(whole_number(parts[1])), 0};
    if (what == Report::bounds || what == Report::freed || what == Report::host_misuse) finding.array = parts[0];
    if (what == Report::bounds && parts[2] != "-1") {
      finding.index = parts[1].starts_with('-') ? -static_cast<std::int64_t>(whole_number(parts[1].substr(1)))
                                                : static_cast<std::int64_t>(whole_number(parts[1]));
      finding.length = static_cast<std::int64_t>(whole_number(parts[2]));
    }
    if (what == Report::divergent_barrier) finding.other = Party{place_of(static_cast<std::uint32_t>(e.address)), 0, 0, "", ""};
    finding.sentence = std::string(parts[3]);
    name_lines(finding);
    const std::string key = fmt::format("{} {} {}", finding.kind, parts[0], key_of(finding.party.place));
    result_.findings.add(key, std::move(finding));
  }

  /// {@40123} in a sentence is a place in the program, {@40123:20} its line 20 (a launch may have several).
  void name_lines(LabFinding& finding) const {
    std::string& sentence = finding.sentence;
    for (std::size_t begin = 0, end; (begin = sentence.find("{@", begin), end = sentence.find('}', begin)) != sentence.npos;) {
      char* behind = nullptr;
      Place place = place_of(static_cast<std::uint32_t>(std::strtoul(&sentence[begin + 2], &behind, 16)));
      if (*behind == ':' && behind[1] != '0') place.line = std::atoi(behind + 1);
      sentence.replace(begin, end + 1 - begin, line_text(place, finding.party.place));
      if (!finding.other && place.line > 0) finding.other = Party{std::move(place), 0, 0, "", ""};
    }
  }

  // ---- words
  const Place& place_of(std::uint32_t site) const {
    const auto [known, fresh] = places_.try_emplace(site);
    if (fresh) known->second = lines_.of_return(site);
    return known->second;
  }
  static std::string key_of(const Place& place) { return fmt::format(" {}:{}", place.file, place.line); }

  static std::string within(const char* what, std::uint32_t number, const std::array<std::uint32_t, 3>& size) {
    const std::uint32_t x = number % size[0], y = number / size[0] % size[1], z = number / size[0] / size[1];
    if (size[2] > 1) return fmt::format("{} ({}, {}, {})", what, x, y, z);
    return size[1] > 1 ? fmt::format("{} ({}, {})", what, x, y) : fmt::format("{} {}", what, number);
  }
  std::string who(std::uint32_t thread, std::uint32_t block) const {
    if (result_.launches.empty()) return fmt::format("thread {}", thread);
    const LabLaunch& launch = result_.launches.back();
    std::string text = within("thread", thread, launch.block);
    if (launch.grid[0] > 1 || launch.grid[1] > 1 || launch.grid[2] > 1) text += within(" of block", block, launch.grid);
    return text;
  }

  const Recording& recording_;
  const LineTable& lines_;
  const std::string& source_;
  const std::stop_token stop_;
  Races races_;
  StreamRaces stream_races_;
  std::vector<Array> buffers_;                                       ///< by allocation
  std::size_t last_ = 0;                                             ///< of them, the one that was touched last
  std::vector<Array> shared_;                                        ///< of this launch
  std::unordered_map<std::uint32_t, std::vector<Array>> shared_of_;  ///< by block
  std::unordered_map<std::uint64_t, Repeated> repeated_;             ///< by block and thread
  mutable std::unordered_map<std::uint32_t, Place> places_;
  Analysis result_;
};

}  // namespace

Analysis analyse(const Recording& recording, const LineTable& lines, const std::string& source, std::stop_token stop) {
  return Analyser(recording, lines, source, std::move(stop)).run();
}

}  // namespace satscope::app::lab
