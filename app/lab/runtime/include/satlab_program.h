// SPDX-License-Identifier: Apache-2.0
// What the rewriter turns a program's own declarations into: launches, shared arrays, variables on the device. Each gives the
// runtime its name, type and shape.
#pragma once
#include "satlab_types.h"
#include "satlab_words.h"

extern "C" char satlab_dynamic_shared[];

namespace satlab {
template <class T>
constexpr Type scalar() {
  using U = std::remove_cv_t<std::remove_all_extents_t<std::remove_cv_t<T>>>;
  if constexpr (std::is_same_v<U, float>)
    return Type::f32;
  else if constexpr (std::is_same_v<U, double>)
    return Type::f64;
  else if constexpr (std::is_integral_v<U>) {
    constexpr int k = sizeof(U) == 1 ? 1 : sizeof(U) == 2 ? 3 : sizeof(U) == 4 ? 5 : 7;
    return Type(k + (std::is_signed_v<U> ? 1 : 0));
  } else if constexpr (std::is_same_v<U, float2> || std::is_same_v<U, float3> || std::is_same_v<U, float4>)
    return Type::f32;
  else if constexpr (std::is_same_v<U, uint2> || std::is_same_v<U, uint3> || std::is_same_v<U, uint4>)
    return Type::u32;
  else if constexpr (std::is_same_v<U, int2> || std::is_same_v<U, int3> || std::is_same_v<U, int4>)
    return Type::s32;
  else if constexpr (std::is_same_v<U, uchar2> || std::is_same_v<U, uchar3> || std::is_same_v<U, uchar4>)
    return Type::u8;
  else
    return Type::unknown;
}
template <class T>
constexpr int columns() {  // elements of a row
  if constexpr (std::rank_v<T> >= 2)
    return int(sizeof(std::remove_extent_t<T>) / sizeof(std::remove_all_extents_t<T>));
  else
    return 0;
}
extern "C" {
void* satlab_shared_array(int* id, const char* name, int line, unsigned bytes, Type type, unsigned element, int columns);
void satlab_dynamic_array(const char* name, Type type, unsigned element);
int satlab_dynamic_default(const char* name, Type type, unsigned element);
int satlab_global_symbol(const char* name, const void* at, size_t bytes, Type type, unsigned element, int columns);
int satlab_kernel_names(const char* name, const char* parameters);
void satlab_launch_at(void* site);
void satlab_launch_of(const void* function);
void satlab_argument(int number, const void* pointer, Type type, unsigned element);
void satlab_launch(const char* name, const char* arguments, int line, dim3 grid, dim3 block, size_t bytes, void (*run)(void*),
                   void* with, size_t with_bytes, const void* stream);
void satlab_managed(void* p);
}
template <class S, int I, class T>
SATLAB_UNWATCHED T& shared(const char* name, int line) {
  static int id;
  return *static_cast<T*>(const_cast<void*>(static_cast<const volatile void*>(
      satlab_shared_array(&id, name, line, sizeof(T), scalar<T>(), sizeof(std::remove_all_extents_t<T>), columns<T>()))));
}
struct Dynamic {
  const char* name;
  template <class T>
  operator T&() const {
    return *reinterpret_cast<T*>(satlab_dynamic_shared);
  }
};
template <class T>
SATLAB_UNWATCHED void dynamic(const char* name, T& array) {
  satlab_dynamic_array(name, scalar<std::remove_reference_t<decltype(array[0])>>(), sizeof(array[0]));
}
template <class T>
int dynamic_default(const char* name, T& array) {
  return satlab_dynamic_default(name, scalar<std::remove_reference_t<decltype(array[0])>>(), sizeof(array[0]));
}
template <class T>
int global(const char* name, T& symbol) {
  return satlab_global_symbol(name, (const void*)&symbol, sizeof(T), scalar<T>(), sizeof(std::remove_all_extents_t<T>),
                              columns<T>());
}
inline int kernel(const char* name, const char* parameters) { return satlab_kernel_names(name, parameters); }

template <class T>
SATLAB_UNWATCHED void argument(int number, const T& a) {
  if constexpr (std::is_pointer_v<T>) {
    using E = std::remove_pointer_t<T>;
    if constexpr (std::is_void_v<E> || std::is_function_v<E>)
      satlab_argument(number, (const void*)a, Type::unknown, 1);
    else
      satlab_argument(number, (const void*)a, scalar<E>(), sizeof(E));
  }
}
template <class F, class... A>
struct Call {
  F f;
  std::tuple<A...> arguments;
  template <size_t... I>
  SATLAB_UNWATCHED void operator()(std::index_sequence<I...>) {
    f(std::get<I>(arguments)...);
  }
  SATLAB_UNWATCHED static void run(void* self) { (*static_cast<Call*>(self))(std::index_sequence_for<A...>{}); }
};
template <class F>
struct Launch {
  const char *name, *arguments;
  int line;
  F f;
  dim3 grid, block;
  size_t bytes;
  const void* stream;
  template <class... A>
  SATLAB_CALL void operator()(A&&... a) {
    satlab_launch_at(__builtin_return_address(0));
    Call<F, std::decay_t<A>...> call{f, {std::forward<A>(a)...}};
    int number = 0;
    std::apply([&](auto&... each) { (argument(number++, each), ...); }, call.arguments);
    satlab_launch(name, arguments, line, grid, block, bytes, &decltype(call)::run, &call, sizeof call, stream);
  }
};
template <class F>
Launch<F> launch(const char* name, const char* arguments, int line, F f, dim3 grid, dim3 block, size_t bytes = 0,
                 const void* stream = nullptr) {
  return {name, arguments, line, f, grid, block, bytes, stream};
}
}  // namespace satlab
