/* SPDX-License-Identifier: Apache-2.0 */
/* cub::DeviceScan: sums of both kinds, inclusive maximum. */
#include <cub/device/device_scan.cuh>

#include "cub.cuh"

namespace peer_cub {
namespace {

template <class T> struct sum {
  static cudaError_t exclusive(void *temp, size_t &bytes) {
    return cub::DeviceScan::ExclusiveSum(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                         elements());
  }
  static cudaError_t inclusive(void *temp, size_t &bytes) {
    return cub::DeviceScan::InclusiveSum(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                         elements());
  }
  static step job() { return work.task.kind == CLSCAN_INCLUSIVE ? inclusive : exclusive; }
};

template <class T> struct maximum {
  static cudaError_t inclusive(void *temp, size_t &bytes) {
    return cub::DeviceScan::InclusiveScan(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                          ::cuda::maximum<>{}, elements());
  }
  static step job() { return work.task.kind == CLSCAN_INCLUSIVE ? inclusive : nullptr; }
};

} // namespace

step scan_step() {
  switch (work.task.op) {
  case CLSCAN_ADD:
    return for_sum<sum>(work.task.type);
  case CLSCAN_MAX:
    return for_type<maximum>(work.task.type);
  default:
    return nullptr;
  }
}

} // namespace peer_cub
