/* SPDX-License-Identifier: Apache-2.0 */
/* cub::DeviceReduce: sum and maximum. */
#include <cub/device/device_reduce.cuh>

#include "cub.cuh"

namespace peer_cub {
namespace {

template <class T> struct sum {
  static cudaError_t run(void *temp, size_t &bytes) {
    return cub::DeviceReduce::Sum(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                  elements());
  }
  static step job() { return run; }
};

template <class T> struct maximum {
  static cudaError_t run(void *temp, size_t &bytes) {
    return cub::DeviceReduce::Max(temp, bytes, array_of<T>(PEER_IN), array_of<T>(PEER_OUT),
                                  elements());
  }
  static step job() { return run; }
};

} // namespace

step reduce_step() {
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
