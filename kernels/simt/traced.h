// SPDX-License-Identifier: Apache-2.0
// Machine Traced: the same kernels with memory that records and numbers that know which pixels they sum. For the host compiler
// only, which alone knows the line of every access.
#pragma once
#include <bit>
#include <source_location>
#include <string>

#include "kernels/simt/any_number.h"
#include "kernels/simt/packed.h"
#include "kernels/simt/simt.h"
#include "kernels/trace/recorder.h"

namespace satscope {

template <class T>
inline constexpr bool is_any_number = std::is_same_v<T, AnyPixel> || std::is_same_v<T, AnySum>;

/// The traced type for a T.
template <class T>
Scalar traced_scalar() {
  if constexpr (std::is_same_v<T, AnyPixel>)
    return Recorder::now().types().in;
  else if constexpr (std::is_same_v<T, AnySum>)
    return Recorder::now().types().out;
  else if constexpr (std::is_same_v<T, std::uint16_t>)
    return Scalar::u32;  // drawn as the sums that fit
  else
    return scalar_of<T>;
}

/// The raw bits of a number, as stored in a cell.
template <class T>
std::uint64_t bits_of(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else if constexpr (is_any_number<T>)
    return value.bits;
  else
    return value;
}
template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (is_any_number<T>) {
    T any;
    any.bits = bits;
    return any;
  } else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else if constexpr (std::is_same_v<T, SquaredByte>)
    return SquaredByte{static_cast<std::uint8_t>(bits)};
  else
    return static_cast<T>(bits);
}

template <class T>
class Ref;

/// A number, the pixels it sums, and how it came to be.
template <class T>
struct Num {
  T value{};
  PixelSet pixels = 0;
  OriginId origin = 0;

  Num() = default;
  explicit Num(T v) : value(v) {}
  explicit Num(int v) requires(!std::is_same_v<T, int>) : value(static_cast<T>(v)) {}
  explicit Num(const Cell& cell) : value(from_bits<T>(cell.bits)), pixels(cell.pixels), origin(cell.origin) {}
  template <class U>
  requires(!std::is_same_v<T, U>) explicit Num(const Num<U>& other)
      : value(static_cast<T>(other.value)), pixels(other.pixels), origin(other.origin) {}
  template <class U>
  requires(!std::is_same_v<T, U>) explicit Num(const Ref<U>& other) : Num(other.load()) {}
  Num(const Ref<T>& other) : Num(other.load()) {}  // NOLINT: a read where a value is wanted

  Cell cell() const { return {bits_of(value), pixels, origin}; }

  friend Num operator+(const Num& a, const Num& b) { return combined(a, b, 1, static_cast<T>(a.value + b.value)); }
  friend Num operator-(const Num& a, const Num& b) { return combined(a, b, -1, static_cast<T>(a.value - b.value)); }
  Num& operator+=(const Num& other) { return *this = *this + other; }

 private:
  static Num combined(const Num& a, const Num& b, int sign, T value) {
    return Num(Recorder::now().combine(a.cell(), b.cell(), sign, bits_of(value), traced_scalar<T>()));
  }
};

// The functions of simt/derived.h, for numbers that know their pixels.
template <class T>
Num<T> multiple(const Num<T>& number, int times) {
  Provenance& provenance = Recorder::now().provenance();
  Num<T> result(static_cast<T>(number.value * static_cast<T>(times)));
  PixelSet twice = number.pixels;  // 1, 2, 4 ... times
  for (unsigned left = static_cast<unsigned>(times < 0 ? -times : times); left > 0; left /= 2) {
    if (left % 2 != 0) result.pixels = provenance.sum(result.pixels, twice);
    if (left > 1) twice = provenance.sum(twice, twice);
  }
  if (times < 0) result.pixels = provenance.difference(0, result.pixels);
  return result;
}
template <class T>
T bare(const Num<T>& number) {
  return number.value;
}
template <class T, class U>
Num<T> made_of(T value, const Num<U>& source) {
  return Num<T>(Recorder::now().derive(source.cell(), traced_scalar<U>(), bits_of(value), traced_scalar<T>()));
}

/// A place in recorded memory. Reading and assigning are recorded with the line of the access.
template <class T>
class Ref {
 public:
  Ref(int buffer, std::size_t index, Site site) : buffer_(buffer), index_(index), site_(site) {}
  Ref(const Ref&) = default;

  Num<T> load() const { return Num<T>(Recorder::now().read(buffer_, index_, site_)); }
  const Ref& operator=(const Num<T>& value) const {
    Recorder::now().write(buffer_, index_, site_, value.cell());
    return *this;
  }
  const Ref& operator=(const Ref& other) const { return *this = other.load(); }
  const Ref& operator+=(const Num<T>& value) const { return *this = load() + value; }

  friend Num<T> operator+(const Ref& a, const Ref& b) { return a.load() + b.load(); }
  friend Num<T> operator+(const Ref& a, const Num<T>& b) { return a.load() + b; }
  friend Num<T> operator+(const Num<T>& a, const Ref& b) { return a + b.load(); }
  friend Num<T> operator-(const Ref& a, const Ref& b) { return a.load() - b.load(); }

 private:
  int buffer_;
  std::size_t index_;
  Site site_;
};

}  // namespace satscope

#include "kernels/simt/traced_packed.h"

namespace satscope {

/// An element number that carries the place in the source where it is written.
struct Idx {
  std::size_t index;
  Site site;
  template <class I>
  requires(std::is_integral_v<I>)
      Idx(I i, std::source_location at = std::source_location::current())  // NOLINT: a number where an index is wanted
      : index(static_cast<std::size_t>(i)), site(Site::of(at)) {}
};

template <int threads, int warp>
struct Traced {
  static constexpr int warp_size = warp;
  template <class T>
  using num = Num<T>;
  using element_no = Idx;

  struct Thread : ThreadOf<warp> {
    struct [[nodiscard]] Round {
      Round(std::uint32_t line, int round) { Recorder::now().push_round(line, round); }
      ~Round() { Recorder::now().pop_round(); }
      Round(const Round&) = delete;
    };
    Round round(int j, std::source_location at = std::source_location::current()) const { return {at.line(), j}; }
  };
  /// A thread that carries the place in the source where its register is named.
  struct ThreadAt {
    int x;
    Site site;
    ThreadAt(Thread t, std::source_location at = std::source_location::current())  // NOLINT: as Idx
        : x(t.x), site(Site::of(at)) {}
  };

  template <class T>
  class reg {
   public:
    explicit reg(const char* name) : buffer_(new_registers(name, traced_scalar<T>(), 1)) {}
    Ref<T> operator[](ThreadAt t) const { return {buffer_, static_cast<std::size_t>(t.x), t.site}; }

   private:
    int buffer_;
  };
  template <class T, int N>
  class reg<vec<T, N>> {
   public:
    explicit reg(const char* name) : buffer_(new_registers(name, traced_scalar<T>(), N)) {}
    struct Slots {
      int buffer, x;
      Ref<T> operator[](Idx i) const { return {buffer, i.index * threads + static_cast<std::size_t>(x), i.site}; }
    };
    Slots operator[](ThreadAt t) const { return {buffer_, t.x}; }

   private:
    int buffer_;
  };
  template <class T, int N>
  requires is_packed<T>
  class reg<vec<T, N>> {
   public:
    static constexpr int parts = Num<T>::parts;
    explicit reg(const char* name)
        : buffer_(Recorder::now().add_buffer({.name = name,
                                              .space = Space::registers,
                                              .type = traced_scalar<typename Num<T>::Part>(),
                                              .shape = {threads, parts * N}})) {}
    struct Slots {
      int buffer, x;
      PackedRef<T> operator[](Idx i) const {
        return {buffer, i.index * parts * threads + static_cast<std::size_t>(x), threads, i.site};
      }
    };
    Slots operator[](ThreadAt t) const { return {buffer_, t.x}; }

   private:
    int buffer_;
  };
  /// Elements of shared or device memory.
  template <class T>
  struct Elements {
    int buffer;
    Ref<T> operator[](Idx i) const { return {buffer, i.index, i.site}; }
    template <class U>
    vec<U, 4> load4(Idx i) const {
      return load4_of<T, U>(buffer, i);
    }
    template <int n>
    vec<Num<Bytes4>, n> bytes4s(Idx i) const {
      return bytes4s_of<n>(buffer, i);
    }
    void store4(Idx i, const vec<Num<T>, 4>& values) const { store4_of<T>(buffer, i, values); }
  };
  template <class T, int N>
  struct shared : Elements<T> {
    explicit shared(const char* name, int row = 0)
        : Elements<T>{Recorder::now().add_buffer({.name = name,
                                                  .space = Space::shared,
                                                  .type = traced_scalar<T>(),
                                                  .shape = {N, 1},
                                                  .bytes = std::is_same_v<T, std::uint16_t> ? sizeof(T) : 0,
                                                  .row = row})} {}
  };
  template <class T>
  struct global : Elements<std::remove_const_t<T>> {
    bool takes4(int width) const { return width % 4 == 0; }
  };
  /// The result of a look waits in a register that is not drawn: the look is drawn as what it found.
  template <class T>
  class reg<Seen<T>> {
   public:
    explicit reg(const char*) {}
    Seen<Num<T>>& operator[](Thread t) { return seen_[static_cast<std::size_t>(t.x)]; }

   private:
    std::vector<Seen<Num<T>>> seen_ = std::vector<Seen<Num<T>>>(threads);
  };
  /// Numbers with a status, which blocks exchange.
  template <class T>
  struct tile_status {
    int buffer;
  };

  int block_x_, block_y_;
  int block_x() const { return block_x_; }
  int block_y() const { return block_y_; }

  template <class F>
  void each(Label label, F&& f, std::source_location at = std::source_location::current()) const {
    each(label, threads, f, at);
  }
  template <class F>
  void each(Label label, int active, F&& f, std::source_location at = std::source_location::current()) const {
    Recorder& recorder = Recorder::now();
    recorder.begin_step(label.text(), at.file_name(), static_cast<int>(at.line()));
    const auto [first, end] = recorder.taking_part(active);
    for (int x = first; x < end; ++x) {
      recorder.begin_thread(x);
      f(Thread{{x}});
    }
    recorder.end_step();
  }
  template <class F>
  auto uniform(Label label, F&& f, std::source_location at = std::source_location::current()) const {
    decltype(f(Thread{})) value{};
    each(
        label, threads, [&](Thread t) { value = f(t); }, at);
    return value;
  }
  template <int n, class F>
  void slots(Label label, F&& f, std::source_location at = std::source_location::current()) const {
    each(
        label, threads,
        [&](Thread t) {
          for (int k = 0; k < n; ++k) {
            const auto round = t.round(k, at);
            f(t, k);
          }
        },
        at);
  }
  template <int n, class From, class Value, class Use>
  void exchange(Label label, From&& from, Value&& value, Use&& use,
                std::source_location at = std::source_location::current()) const {
    Recorder& recorder = Recorder::now();
    recorder.await_warp();  // because: all lanes speak at once,
    recorder.begin_step(label.text(), at.file_name(), static_cast<int>(at.line()));
    const auto [first, end] = recorder.taking_part(threads);
    std::vector<std::decay_t<decltype(value(Thread{}, 0))>> heard(static_cast<std::size_t>(n) * threads);
    const auto listening = [&](auto&& act) {
      for (int x = first; x < end; ++x)
        if (const int lane = from(Thread{{x}}); lane >= 0)
          for (int k = 0; k < n; ++k) act(Thread{{x}}, k, lane, heard[static_cast<std::size_t>(x * n + k)]);
    };
    listening([&](Thread t, int k, int lane, auto& what) {
      if (k == 0) recorder.begin_thread(t.x);
      what = value(Thread{{t.x - t.lane() + lane}}, k);
    });
    recorder.await_warp();  // and have heard before one changes what it said
    listening([&](Thread t, int k, int, const auto& what) {
      recorder.resume_thread(t.x);
      use(t, k, what);
    });
    recorder.end_step();
  }
  void sync(std::source_location at = std::source_location::current()) const { Recorder::now().block_barrier(Site::of(at)); }
  void sync_warp(std::source_location at = std::source_location::current()) const {
    Recorder::now().warp_barrier(Site::of(at));
  }

  template <L2 = L2::keep, class T, int N>
  void copy4(global<const T> from, Idx i, const shared<T, N>& to, Idx j, bool inside) const {
    Cell cells[4];
    if (inside) Recorder::now().read_together(from.buffer, i.index, i.site, cells);
    Recorder::now().write_together(to.buffer, j.index, j.site, cells, Touch::copy);
  }
  void copied(std::source_location at = std::source_location::current()) const { Recorder::now().copied(Site::of(at)); }

  // A number and its status are one word: a thread that sees the status has the number, and nothing else is ordered by it.
  template <class T>
  int begin(tile_status<T>) const {
    return Recorder::now().block();
  }
  template <class T>
  Turn turn(tile_status<T>) const {
    return {};
  }
  template <class T>
  void publish(tile_status<T> w, Idx i, const Num<T>& value, Known known, Turn) const {
    Recorder::now().publish(w.buffer, i.index, i.site, value.cell(), known);
  }
  template <class T>
  Seen<Num<T>> look(tile_status<T> w, Idx i, Turn) const {
    const auto [cell, known] = Recorder::now().look(w.buffer, i.index, i.site);
    return {Num<T>(cell), known};
  }
  template <class T>
  Seen<Num<T>> await(tile_status<T> w, Idx i, Turn) const {
    const auto [cell, known] = Recorder::now().await(w.buffer, i.index, i.site);
    return {Num<T>(cell), known};
  }

 private:
  template <class Element, class U>
  static vec<U, 4> load4_of(int buffer, const Idx& i) {
    Cell cells[4];
    Recorder::now().read_together(buffer, i.index, i.site, cells);
    vec<U, 4> values;
    for (int k = 0; k < 4; ++k) values[k] = U(Num<Element>(cells[k]));
    return values;
  }
  template <int n>
  static vec<Num<Bytes4>, n> bytes4s_of(int buffer, const Idx& i) {
    Cell cells[4 * n];
    Recorder::now().read_together(buffer, i.index, i.site, cells);
    vec<Num<Bytes4>, n> packets;
    for (int k = 0; k < 4 * n; ++k) packets[k / 4].part[k % 4] = cells[k];
    return packets;
  }
  template <class Element>
  static void store4_of(int buffer, const Idx& i, const vec<Num<Element>, 4>& values) {
    Cell cells[4];
    for (int k = 0; k < 4; ++k) cells[k] = values[k].cell();
    Recorder::now().write_together(buffer, i.index, i.site, cells);
  }
  static int new_registers(const char* name, Scalar type, int slots) {
    return Recorder::now().add_buffer({.name = name, .space = Space::registers, .type = type, .shape = {threads, slots}});
  }
};

}  // namespace satscope
