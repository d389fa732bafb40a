// SPDX-License-Identifier: Apache-2.0
// The simple call: a picture in, its table out. What a plan, an engine and a sampler do besides, such as pictures that stay on
// the GPU, is in engine.h.
#pragma once
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/engine.h"
#include "kernels/registry.h"

namespace satscope {

/// Whether there are pictures or tables of this number type.
template <class T>
concept HasScalar = std::is_same_v<T, std::int32_t> || requires {
  ScalarOf<T>::value;
};

/// The number in k_type_pairs of the pair of these number types; k_type_pairs.size(): there is none.
template <class In, class Out>
constexpr std::size_t type_pair_number() {
  if constexpr (!HasScalar<In> || !HasScalar<Out>)
    return k_type_pairs.size();
  else {
    const auto scalar = []<class T>(std::type_identity<T>) {
      if constexpr (std::is_same_v<T, std::int32_t>)
        return Scalar::s32;
      else
        return scalar_of<T>;
    };
    std::size_t number = 0;
    for (const TypePair& pair : k_type_pairs) {
      if (!pair.squares && pair.in == scalar(std::type_identity<In>()) && pair.out == scalar(std::type_identity<Out>())) break;
      ++number;
    }
    return number;
  }
}

/// The summed-area table of a picture, by the default algorithm of the machine. Out: the type of an entry; a pair of
/// k_type_pairs with that of a pixel, such as std::uint8_t and std::uint32_t. picture: contiguous, width x height pixels, row
/// by row without gaps; width and height: in pixels. Returns the sums row by row: width x height entries, of which entry y *
/// width + x sums all pixels from the first to (x, y); in the padded form (width + 1) x (height + 1) entries, with a row and a
/// column of zeros before them. The unit is that of a pixel; whole numbers wrap around modulo 2^bits, and box sums that fit the
/// type are still right. Throws std::invalid_argument where the picture has another size or a side is below 1,
/// std::runtime_error with a sentence where the machine cannot do it or has too little memory. Each call plans and allocates
/// anew, and the first also measures how many threads pay: for many pictures of one size keep an Engine (engine.h).
template <class Out, std::ranges::contiguous_range Picture>
std::vector<Out> summed_area_table(const Picture& picture, int width, int height, Form form = Form::inclusive,
                                   Machine machine = Machine::cpu) {
  constexpr std::size_t number = type_pair_number<std::ranges::range_value_t<Picture>, Out>();
  static_assert(number < k_type_pairs.size(),
                "no table of these number types: pixels of std::uint8_t have sums of std::uint32_t, std::int32_t, "
                "std::uint64_t or float; those of std::int32_t, std::uint32_t, float and double have sums of their own type");
  const Extent extent{width, height};
  if (width < 1 || height < 1 || std::ranges::size(picture) != extent.area())
    throw std::invalid_argument("a picture needs sides of at least 1 and a value for each pixel, not " +
                                std::to_string(std::ranges::size(picture)) + " values for " + std::to_string(width) + "x" +
                                std::to_string(height) + " pixels");
  const Request request{.extent = extent, .types = k_type_pairs[number], .form = form};
  const Algorithm& algorithm = default_algorithm(machine);
  if (const std::string why = refusal(algorithm, request, machine); !why.empty()) throw std::runtime_error(why);
  Engine engine(algorithm.plan(request), machine);
  engine.write(engine.plan().picture(), std::as_bytes(std::span(picture)));
  engine.run();
  engine.wait();
  return read_buffer<Out>(engine, engine.plan().table());
}

}  // namespace satscope
