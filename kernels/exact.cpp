// SPDX-License-Identifier: Apache-2.0
#include "kernels/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernels/slices.h"

namespace satscope {
namespace {

/// Bits that a type counts in without a gap: all of an unsigned type, one less with a sign, a float's significand.
int counting_bits(Scalar type) {
  switch (type) {
    case Scalar::u8: return 8;
    case Scalar::s32: return 31;
    case Scalar::u32: return 32;
    case Scalar::u64: return 64;
    case Scalar::f32: return std::numeric_limits<float>::digits;
    case Scalar::f64: return std::numeric_limits<double>::digits;
  }
  return 0;
}

/// Asked between rows.
bool is_cancelled(const std::atomic<bool>* cancelled) {
  give_way();
  return cancelled && cancelled->load(std::memory_order_relaxed);
}

/// The type in which pixels of a type are added, and that of the table's elements.
template <class In_, class Out_, class Wide_, bool k_squares = false>
struct Kind {
  using In = In_;
  using Out = Out_;
  using Wide = Wide_;  ///< holds every sum of a picture; of floats it rounds far less than the table

  static Wide addend(In pixel) {
    const auto wide = static_cast<Wide>(pixel);
    return k_squares ? wide * wide : wide;
  }
};

/// Calls with the Kind of a pair.
template <class F>
auto with_kind(const TypePair& types, F&& f) {
  using U8 = std::uint8_t;
  using U64 = std::uint64_t;
  if (types.squares) return f(Kind<U8, U64, U64, true>());
  switch (types.in) {
    case Scalar::s32: return f(Kind<std::int32_t, std::int32_t, std::int64_t>());
    case Scalar::u32: return f(Kind<std::uint32_t, std::uint32_t, U64>());
    case Scalar::f32: return f(Kind<float, float, double>());
    case Scalar::f64: return f(Kind<double, double, long double>());
    default: break;
  }
  switch (types.out) {
    case Scalar::s32: return f(Kind<U8, std::int32_t, std::int64_t>());
    case Scalar::u64: return f(Kind<U8, U64, U64>());
    case Scalar::f32: return f(Kind<U8, float, double>());
    default: return f(Kind<U8, std::uint32_t, U64>());
  }
}

template <class Wide>
Value value_of(Wide number) {
  if constexpr (std::is_floating_point_v<Wide>)
    return static_cast<double>(number);
  else
    return number;
}

template <class In>
const In* pixels_in(std::span<const std::byte> row) {
  return reinterpret_cast<const In*>(row.data());
}

/// Judges the entries of one table.
template <class K>
class Judge {
 public:
  using In = typename K::In;
  using Out = typename K::Out;
  using Wide = typename K::Wide;
  static constexpr bool k_float = std::is_floating_point_v<Out>;

  Judge(const TableView& table, double depth) : table_(table) {
    relative_ = static_cast<Wide>(depth * std::ldexp(1.0, -std::numeric_limits<Out>::digits));
    check_.entries = table.extent().area();
  }

  TableCheck check(const PixelRows& rows, const std::atomic<bool>* cancelled) {
    const auto width = static_cast<std::size_t>(table_.picture.width);
    const int first = table_.form == Form::inclusive ? 1 : 0;
    std::vector<Wide> sums(width + 1, Wide{0}), magnitudes(k_float ? width + 1 : 0, Wide{0});  // row Y of P
    Wide largest{0};
    for (int Y = 0; Y <= table_.picture.height && !is_cancelled(cancelled); ++Y) {
      if (Y > 0) {
        const In* pixels = pixels_in<In>(rows(Y - 1));
        Wide row_sum{0}, row_magnitude{0};
        for (std::size_t x = 0; x < width; ++x) {
          const Wide addend = K::addend(pixels[x]);
          Wide absolute = addend;
          if constexpr (std::is_signed_v<Wide>) absolute = addend < 0 ? -addend : addend;
          largest = std::max(largest, absolute);
          sums[x + 1] += row_sum += addend;
          if constexpr (k_float) magnitudes[x + 1] += row_magnitude += absolute;
        }
      }
      if (Y >= first && Y - first < table_.extent().height)
        judge_row(Y - first, &sums[static_cast<std::size_t>(first)], magnitudes);
    }
    check_.largest = static_cast<double>(largest);
    return check_;
  }

 private:
  EntryAt entry_at(int x, int y, Wide truth) const { return {x, y, table_.element(x, y), value_of(truth)}; }

  void judge_row(int y, const Wide* truths, const std::vector<Wide>& magnitudes) {
    const int count = table_.extent().width;
    const std::size_t first = table_.form == Form::inclusive ? 1 : 0;
    const Out* entries =
        reinterpret_cast<const Out*>(table_.bytes.data()) + static_cast<std::size_t>(y) * static_cast<std::size_t>(count);
    for (int x = 0; x < count; ++x) {
      const Wide truth = truths[x];
      if constexpr (k_float)
        judge_float(x, y, entries[x], truth, relative_ * magnitudes[first + static_cast<std::size_t>(x)]);
      else
        judge_whole(x, y, entries[x], truth);
    }
  }

  void judge_whole(int x, int y, Out computed, Wide truth) {
    const Out kept = static_cast<Out>(truth);  // modulo 2^bits
    if (computed != kept && check_.wrong++ == 0) check_.first_wrong = entry_at(x, y, truth);
    if (static_cast<Wide>(kept) != truth && check_.beyond++ == 0) check_.first_beyond = entry_at(x, y, truth);
  }

  void judge_float(int x, int y, Out computed, Wide truth, Wide allowed) {
    const Wide error = std::fabs(Wide{computed} - truth);
    if (!(error <= allowed) && check_.wrong++ == 0) check_.first_wrong = entry_at(x, y, truth);
    if (!std::isfinite(computed)) {
      if (check_.not_finite++ == 0) check_.first_beyond = entry_at(x, y, truth);
    } else if (static_cast<double>(error) > check_.max_error) {
      check_.max_error = static_cast<double>(error);
      check_.worst = entry_at(x, y, truth);
    }
  }

  const TableView& table_;
  Wide relative_;
  TableCheck check_;
};

}  // namespace

PixelRows rows_of(std::span<const std::byte> picture, Extent extent, Scalar type, int channels, int channel) {
  const std::size_t size = size_of(type), width = static_cast<std::size_t>(extent.width);
  const auto each = static_cast<std::size_t>(channels);
  const std::size_t pitch = width * size * each;
  if (channels == 1) return [=](int y) { return picture.subspan(static_cast<std::size_t>(y) * pitch, pitch); };
  const auto row = std::make_shared<std::vector<std::byte>>(width * size);
  return [=](int y) {
    const std::byte* from = picture.data() + static_cast<std::size_t>(y) * pitch + static_cast<std::size_t>(channel) * size;
    for (std::size_t x = 0; x < width; ++x) std::memcpy(row->data() + x * size, from + x * each * size, size);
    return std::span<const std::byte>(*row);
  };
}

std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t size, std::size_t channels,
                                  std::size_t channel) {
  std::vector<std::byte> one(elements.size() / channels);
  for (std::size_t i = 0; i < one.size() / size; ++i)
    std::memcpy(one.data() + i * size, elements.data() + (i * channels + channel) * size, size);
  return one;
}

double largest_addend(const TypePair& types) {
  switch (types.in) {
    case Scalar::f32:
    case Scalar::f64: return std::numeric_limits<double>::infinity();
    case Scalar::s32: return std::ldexp(1.0, counting_bits(Scalar::s32));
    default: {
      const double most = std::ldexp(1.0, counting_bits(types.in)) - 1;
      return types.squares ? most * most : most;
    }
  }
}

double exact_pixels(const TypePair& types, double most) {
  if (is_float(types.in)) return 0;
  if (most <= 0) return std::numeric_limits<double>::infinity();
  const long double limit = std::ldexp(1.0L, counting_bits(types.out));
  return static_cast<double>(std::floor((is_float(types.out) ? limit : limit - 1) / static_cast<long double>(most)));
}

bool surely_exact(const TypePair& types, double most, const Box& box) {
  const double reach = is_float(types.out) ? (1.0 * box.x + box.width) * (1.0 * box.y + box.height) : box.area();
  return reach <= exact_pixels(types, most);
}

std::string limit_text(const TypePair& types) { return fmt::format("2^{}", counting_bits(types.out)); }

std::string why_inexact(const TypePair& types, double exact_pixels, const std::string& pixels) {
  const std::string limit = limit_text(types);
  if (is_float(types.in))
    return fmt::format("{}-bit floats round every entry, so the sum of any box can be off", 8 * size_of(types.out));
  if (is_float(types.out))
    return fmt::format("{}-bit floats have gaps above {}, which entries over more than {} pixels can pass",
                       8 * size_of(types.out), limit, pixels);
  if (exact_pixels < 1) return fmt::format("{} holds sums below {}, which a single pixel can reach", types.id, limit);
  if (exact_pixels < 2) return fmt::format("{} holds sums below {}, which two pixels can reach", types.id, limit);
  return fmt::format("{} holds sums below {}, which a box of more than {} pixels can reach", types.id, limit, pixels);
}

double TrueSum::error_of(const Value& computed) const {
  return static_cast<double>(
      std::fabs(std::visit([](auto number) { return static_cast<long double>(number); }, computed) - wide));
}

TrueSum true_sum(const TypePair& types, const PixelRows& rows, const Box& box, const std::atomic<bool>* cancelled) {
  return with_kind(types, [&]<class K>(K) {
    // because: the reference sum of floats must be more precise than the sum it judges
    using Wide = std::conditional_t<std::is_floating_point_v<typename K::Wide>, long double, typename K::Wide>;
    Wide sum{0};
    for (int y = box.y; y < box.y + box.height && !is_cancelled(cancelled); ++y) {
      const auto* pixels = pixels_in<typename K::In>(rows(y)) + box.x;
      Wide row_sum{0};
      for (int x = 0; x < box.width; ++x) row_sum += K::addend(pixels[x]);
      sum += row_sum;
    }
    return TrueSum{value_of(sum), static_cast<long double>(sum)};
  });
}

TableCheck check_table(const TypePair& types, const PixelRows& rows, const TableView& table, double depth,
                       const std::atomic<bool>* cancelled) {
  return with_kind(types, [&]<class K>(K) { return Judge<K>(table, depth).check(rows, cancelled); });
}

}  // namespace satscope
