/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's CUB on the GPU that clscan's OpenCL device is; everything goes to the default stream. */
#include <cub/version.cuh>

#include <climits>
#include <cstdio>
#include <cstring>

#include "cub.cuh"

/* cl_nv_device_attribute_query and cl_khr_pci_bus_info's predecessors; not every cl_ext.h has them. */
#define PCI_BUS_ID_NV 0x4008
#define PCI_SLOT_ID_NV 0x4009
#define PCI_DOMAIN_ID_NV 0x400A

namespace peer_cub {

workspace work;

namespace {

step call;
void *temp;
size_t temp_bytes;

const char *text_of(cudaError_t error) {
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

/* The CUDA device with that OpenCL device's place on the bus, or the only one. */
cudaError_t find(const bench_device *device, int *found) {
  cl_uint bus = 0;
  cl_uint slot = 0;
  cl_uint domain = 0;
  char place[32];
  int devices = 0;
  const bool known =
      clGetDeviceInfo(device->id, PCI_BUS_ID_NV, sizeof bus, &bus, nullptr) == CL_SUCCESS &&
      clGetDeviceInfo(device->id, PCI_SLOT_ID_NV, sizeof slot, &slot, nullptr) == CL_SUCCESS;
  clGetDeviceInfo(device->id, PCI_DOMAIN_ID_NV, sizeof domain, &domain, nullptr);
  std::snprintf(place, sizeof place, "%04x:%02x:%02x.%x", domain, bus, slot >> 3, slot & 7);
  if (known && cudaDeviceGetByPCIBusId(found, place) == cudaSuccess) {
    return cudaSuccess;
  }
  const cudaError_t error = cudaGetDeviceCount(&devices);
  *found = 0;
  return error != cudaSuccess ? error : devices == 1 ? cudaSuccess : cudaErrorNoDevice;
}

const char *open_device(const bench_device *device) {
  int found = 0;
  if (std::strstr(device->platform_name, "NVIDIA") == nullptr) {
    return "it runs on NVIDIA GPUs, and the device is none";
  }
  cudaError_t error = find(device, &found);
  if (error == cudaSuccess) {
    error = cudaSetDevice(found);
  }
  if (error == cudaSuccess) {
    error = cudaMalloc(&work.count, sizeof(int));
  }
  return text_of(error);
}

void close_device() {
  cudaFree(work.count);
  cudaDeviceReset();
}

const char *make_array(peer_array array, size_t bytes) {
  const cudaError_t error = cudaMalloc(&work.arrays[array], bytes);
  cudaGetLastError(); /* or it would be taken for a later launch's */
  return text_of(error);
}

const char *fill_array(peer_array array, int byte, size_t bytes) {
  return text_of(cudaMemset(work.arrays[array], byte, bytes));
}

const char *write_array(peer_array array, size_t at, const void *from, size_t bytes) {
  return text_of(cudaMemcpy(array_of<char>(array) + at, from, bytes, cudaMemcpyHostToDevice));
}

const char *read_array(peer_array array, size_t at, void *to, size_t bytes) {
  return text_of(cudaMemcpy(to, array_of<char>(array) + at, bytes, cudaMemcpyDeviceToHost));
}

void release_temp() {
  cudaFree(temp);
  temp = nullptr;
}

void release_all() {
  release_temp();
  for (void *&array : work.arrays) {
    cudaFree(array);
    array = nullptr;
  }
}

template <class T> struct copy {
  static cudaError_t run(void *, size_t &bytes) {
    bytes = 1;
    return cudaMemcpyAsync(array_of<T>(PEER_OUT), array_of<T>(PEER_IN), work.task.n * sizeof(T),
                           cudaMemcpyDeviceToDevice, 0);
  }
  static step job() { return run; }
};

step choose() {
  switch (work.task.job) {
  case PEER_COPY:
    return for_size<copy>(work.task.type);
  case PEER_SCAN:
    return scan_step();
  case PEER_REDUCE:
    return reduce_step();
  default:
    return compact_step();
  }
}

const char *prepare_task(const peer_task *task) {
  release_temp();
  work.task = *task;
  call = choose();
  if (call == nullptr) {
    return task->job == PEER_PARTITION_SEPARATE ? "it has one buffer for both parts"
                                                : "not made for this type, operator or kind";
  }
  if (task->job != PEER_COPY && task->n > INT_MAX) {
    return "not made for 2^31 elements and more";
  }
  cudaError_t error = call(nullptr, temp_bytes);
  if (error == cudaSuccess) {
    error = cudaMalloc(&temp, temp_bytes > 0 ? temp_bytes : 1);
  }
  cudaGetLastError();
  return text_of(error);
}

const char *call_once() { return text_of(call(temp, temp_bytes)); }

const char *finish_calls() { return text_of(cudaStreamSynchronize(0)); }

const char *count_kept(uint64_t *count) {
  int number = 0;
  const cudaError_t error = cudaMemcpy(&number, work.count, sizeof number, cudaMemcpyDeviceToHost);
  *count = static_cast<uint64_t>(number);
  return text_of(error);
}

const char *name_library() {
  static char name[32];
  std::snprintf(name, sizeof name, "cub %d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                CUB_SUBMINOR_VERSION);
  return name;
}

} // namespace
} // namespace peer_cub

extern "C" const peer peer_library = {
    peer_cub::name_library(), true,
    peer_cub::open_device,    peer_cub::close_device,
    peer_cub::make_array,     peer_cub::fill_array,
    peer_cub::write_array,    peer_cub::read_array,
    peer_cub::release_all,    peer_cub::prepare_task,
    peer_cub::call_once,      peer_cub::finish_calls,
    peer_cub::count_kept,
};
