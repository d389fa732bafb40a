// SPDX-License-Identifier: Apache-2.0
#include "kernels/algorithms/cpu_simd.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/algorithms/cpu_simd_rows.h"
#include "kernels/simt/pass.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/slices.h"

namespace satscope::cpu_simd {
namespace {

/// Numbers that begin at a cache line, after a line of zeros.
template <class T>
class Line {
 public:
  explicit Line(std::size_t count) : numbers_(count + 2 * k_line_bytes / sizeof(T)) {}
  T* data() {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(numbers_.data()) % k_line_bytes;
    return numbers_.data() + (2 * k_line_bytes - beyond) / sizeof(T);
  }

 private:
  std::vector<T> numbers_;
};

template <class In, class T>
class Bands {
 public:
  Bands(const Job& job, const RowWork<In, T>& work)
      : job_(job),
        work_(work),
        picture_(static_cast<const In*>(job.picture)),
        table_(static_cast<T*>(job.table)),
        channels_(static_cast<std::size_t>(job.channels)),
        count_(static_cast<std::size_t>(job.kept.end_x() - 1) * channels_),
        pitch_(static_cast<std::size_t>(job.width) * channels_),
        rows_(job.kept.end_y() - 1),
        bands_(std::clamp(job.bands, std::max(1, ceil_div(rows_, k_most_rows)), std::max(1, rows_))),
        streamed_(job.streamed && count_ >= k_fewest_lines * k_line<T> &&
                  reinterpret_cast<std::uintptr_t>(table_) % sizeof(T) == 0) {}

  void run(const HostRun& how) {
    if (job_.kept.first == 0) std::fill_n(table_, static_cast<std::size_t>(job_.kept.width) * channels_, T(0));
    const int workers = std::clamp(how.threads, 1, bands_);
    // before threads begin: an exception within them would end the program
    std::vector<Line<T>> lines(static_cast<std::size_t>(workers) + 1, Line<T>(count_));
    carry_ = lines.back().data();
    std::vector<Line<Column>> sums(static_cast<std::size_t>(workers), Line<Column>(workers > 1 ? count_ : 0));
    std::atomic<std::size_t> worker{0};
    std::atomic<int> ticket{0};
    const auto cancelled = [&] { return how.progress && how.progress->cancelled.load(std::memory_order_relaxed); };
    together(workers, [&](int most) {
      const std::size_t self = worker.fetch_add(1, std::memory_order_relaxed);
      T* above = lines[self].data();
      Column* columns = sums[self].data();
      // bands are taken from the top, and a taken band is always finished: so every wait ends
      while (!cancelled()) {
        const int band = ticket.fetch_add(1, std::memory_order_relaxed);
        if (band >= bands_) break;
        // because: who comes too late must not change how floats round
        if (most > 1 || (workers > 1 && std::is_floating_point_v<T>)) above = begin(band, above, columns);
        finish(band, above);
        if (how.progress)
          how.progress->blocks_done.fetch_add(part(job_.blocks, band + 1) - part(job_.blocks, band), std::memory_order_relaxed);
        give_way();
      }
      hwy::FlushStream();  // because: streamed stores are seen by other threads in no order else
    });
  }

 private:
  using Column = typename RowWork<In, T>::Column;

  /// Returns the table's row above the band. Unless the band is the last, adds up its columns first, waits for that row, and
  /// passes on the band's own last row, stored in `spare`. Because: rows that change hands need not be copied.
  T* begin(int band, T* spare, Column* columns) {
    const bool passes_on = band + 1 < bands_;  // because: the last row of the last band is not needed
    const int y = first_row(band);
    if (passes_on) work_.add_columns(row(y), pitch_, first_row(band + 1) - y, count_, columns);
    await_count(handed_on_, band);
    T* above = carry_;
    if (passes_on) {
      work_.carry_on(columns, above, spare, count_);
      carry_ = spare;
      announce_count(handed_on_, band + 1);
    }
    return above;
  }

  /// The rows of the table, from the one above the band on; leaves the last one in `above`.
  void finish(int band, T* above) const {
    const int begin = first_row(band), end = first_row(band + 1);
    const std::size_t zeros = job_.kept.first == 0 ? channels_ : 0;
    T* to = table_ + job_.kept.place(job_.kept.first, begin + 1) * channels_;
    if (streamed_ && begin < end) {
      for (int y = begin; y < end; ++y, to += zeros + count_) work_.stream_row(row(y), above, zeros, count_, to, y > begin);
      const std::size_t left = numbers_before(to);
      std::copy_n(above + count_ - left, left, to - left);
      return;
    }
    const T* before = above;
    for (int y = begin; y < end; ++y, to += zeros + count_) {
      std::fill_n(to, zeros, T(0));
      work_.sum_row(row(y), before, to + zeros, count_);
      before = to + zeros;
    }
    if (before != above) std::copy_n(before, count_, above);
  }

  /// What the first `bands` bands have of `all` rows, or blocks of the progress. Because: bands that differ by at most a row
  /// take nearly equally long.
  int part(int all, int bands) const { return static_cast<int>(std::int64_t{all} * bands / bands_); }
  int first_row(int band) const { return part(rows_, band); }

  const In* row(int y) const { return picture_ + static_cast<std::size_t>(y) * pitch_; }

  const Job& job_;
  const RowWork<In, T> work_;
  const In* picture_;
  T* table_;
  std::size_t channels_, count_, pitch_;  ///< numbers of a row: those that the table needs, and all
  int rows_, bands_;
  bool streamed_;
  alignas(64) std::atomic<int> handed_on_{0};
  T* carry_ = nullptr;  ///< the table's row above band `handed_on_`, whose thread alone may touch it
};

}  // namespace

void sum_in_bands(const Job& job, const HostRun& how) {
  for_types(job.types, [&]<class In, class T>() { Bands<In, T>(job, row_work<In, T>(job.channels)).run(how); });
}

std::string absence() { return {}; }

}  // namespace satscope::cpu_simd
