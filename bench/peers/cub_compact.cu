/* SPDX-License-Identifier: Apache-2.0 */
/* cub::DeviceSelect (If, Flagged, Unique) and cub::DevicePartition::If. */
#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

#include "cub.cuh"

namespace peer_cub {
namespace {

struct keep_positive {
  template <class T> __host__ __device__ bool operator()(const T &x) const { return is_kept(x); }
};
struct keep_zero_bits {
  template <class T> __host__ __device__ bool operator()(const T &x) const {
    return low_bits(x) == 0;
  }
};

template <class T> struct select_if {
  static cudaError_t run(void *temp, size_t &bytes) {
    return cub::DeviceSelect::If(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                 work.count, elements(), keep_positive{});
  }
  static step job() { return run; }
};

template <class T> struct flagged {
  static cudaError_t run(void *temp, size_t &bytes) {
    return cub::DeviceSelect::Flagged(temp, bytes, array_of<T>(PEER_IN),
                                      array_of<uint8_t>(PEER_FLAGS), array_of<T>(PEER_OUT),
                                      work.count, elements());
  }
  static step job() { return run; }
};

template <class T> struct unique {
  static cudaError_t run(void *temp, size_t &bytes) {
    return cub::DeviceSelect::Unique(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                     work.count, elements());
  }
  static step job() { return run; }
};

template <class T> struct partition_if {
  static cudaError_t run(void *temp, size_t &bytes) {
    return cub::DevicePartition::If(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                    work.count, elements(), keep_zero_bits{});
  }
  static step job() { return run; }
};

} // namespace

step compact_step() {
  switch (work.task.job) {
  case PEER_SELECT:
    return for_type<select_if>(work.task.type);
  case PEER_SELECT_FLAGS:
    return for_size<flagged>(work.task.type);
  case PEER_UNIQUE:
    return for_sum<unique>(work.task.type);
  case PEER_PARTITION:
    return for_size<partition_if>(work.task.type);
  default:
    return nullptr;
  }
}

} // namespace peer_cub
