/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the CUB peer share. */
#ifndef PEERS_CUB_CUH
#define PEERS_CUB_CUH

#include <cuda_runtime.h>

#include "operators.hpp"
#include "peer.h"

namespace peer_cub {

/* The arrays on the device, and the task that is prepared. CUB takes the number of elements as int. */
struct workspace {
  void *arrays[PEER_ARRAYS];
  int *count;
  peer_task task;
};
extern workspace work;

template <class T> T *array_of(peer_array array) { return static_cast<T *>(work.arrays[array]); }
inline int elements() { return static_cast<int>(work.task.n); }

/* One call in CUB's manner: with `temp` NULL it only says how many bytes that must have. */
using step = cudaError_t (*)(void *temp, size_t &bytes);

/* The step for the task's type; NULL if it was not made for that. */
step scan_step();
step reduce_step();
step compact_step();

/* For what looks at the bits alone: one instance a size. */
template <template <class> class F> step for_size(clscan_type type) {
  switch (type) {
  case CLSCAN_INT8:
  case CLSCAN_UINT8:
    return F<uint8_t>::job();
  case CLSCAN_INT16:
  case CLSCAN_UINT16:
    return F<uint16_t>::job();
  case CLSCAN_INT32:
  case CLSCAN_UINT32:
  case CLSCAN_FLOAT32:
    return F<uint32_t>::job();
  case CLSCAN_INT64:
  case CLSCAN_UINT64:
  case CLSCAN_FLOAT64:
    return F<uint64_t>::job();
  default:
    return nullptr;
  }
}

/* For sums, which do not depend on the sign. */
template <template <class> class F> step for_sum(clscan_type type) {
  switch (type) {
  case CLSCAN_INT8:
  case CLSCAN_UINT8:
    return F<int8_t>::job();
  case CLSCAN_INT16:
  case CLSCAN_UINT16:
    return F<int16_t>::job();
  case CLSCAN_INT32:
  case CLSCAN_UINT32:
    return F<int32_t>::job();
  case CLSCAN_INT64:
  case CLSCAN_UINT64:
    return F<int64_t>::job();
  case CLSCAN_FLOAT32:
    return F<float>::job();
  case CLSCAN_FLOAT64:
    return F<double>::job();
  default:
    return nullptr;
  }
}

} // namespace peer_cub

#endif
