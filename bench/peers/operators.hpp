/* SPDX-License-Identifier: Apache-2.0 */
/* Types, operators and predicates of the peers, for the host and for CUDA. */
#ifndef PEERS_OPERATORS_HPP
#define PEERS_OPERATORS_HPP

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <clscan.h>

#ifdef __CUDACC__
#define PEER_BOTH __host__ __device__
#else
#define PEER_BOTH
#endif

/* The unsigned integer of that many bytes. */
template <size_t bytes> struct bits_of;
template <> struct bits_of<1> { using type = uint8_t; };
template <> struct bits_of<2> { using type = uint16_t; };
template <> struct bits_of<4> { using type = uint32_t; };
template <> struct bits_of<8> { using type = uint64_t; };

/* Signed sums are made unsigned, for which wrapping around is defined. */
struct add_op {
  template <class T> static T identity() { return T(0); }
  template <class T> PEER_BOTH static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using bits = typename bits_of<sizeof(T)>::type;
      return static_cast<T>(static_cast<bits>(static_cast<bits>(a) + static_cast<bits>(b)));
    } else {
      return a + b;
    }
  }
};

struct max_op {
  template <class T> static T identity() {
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
  }
  template <class T> PEER_BOTH static T apply(T a, T b) { return a > b ? a : b; }
};

/* What a select keeps. */
template <class T> PEER_BOTH bool is_kept(T x) {
  if constexpr (std::is_unsigned_v<T>) {
    return x >> (8 * sizeof(T) - 1) == 0;
  } else {
    return x > T(0);
  }
}

/* What a partition goes by. */
template <class T> PEER_BOTH uint8_t low_bits(T x) {
  typename bits_of<sizeof(T)>::type bits;
  memcpy(&bits, &x, sizeof bits);
  return static_cast<uint8_t>(bits);
}

/* F<T>::job() for the type of that code; NULL for those that C++ lacks. */
template <template <class> class F> auto for_type(clscan_type type) -> decltype(F<int>::job()) {
  switch (type) {
  case CLSCAN_INT8:
    return F<int8_t>::job();
  case CLSCAN_UINT8:
    return F<uint8_t>::job();
  case CLSCAN_INT16:
    return F<int16_t>::job();
  case CLSCAN_UINT16:
    return F<uint16_t>::job();
  case CLSCAN_INT32:
    return F<int32_t>::job();
  case CLSCAN_UINT32:
    return F<uint32_t>::job();
  case CLSCAN_INT64:
    return F<int64_t>::job();
  case CLSCAN_UINT64:
    return F<uint64_t>::job();
  case CLSCAN_FLOAT32:
    return F<float>::job();
  case CLSCAN_FLOAT64:
    return F<double>::job();
  default:
    return nullptr;
  }
}

#endif
