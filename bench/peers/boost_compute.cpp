/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boost.Compute on clscan's OpenCL device. Its calls make their scratch each time, and compactions
 * wait for the device to learn the count; that is a part of a call.
 */
#include <boost/compute/algorithm/copy_if.hpp>
#include <boost/compute/algorithm/exclusive_scan.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/algorithm/unique_copy.hpp>
#include <boost/compute/command_queue.hpp>
#include <boost/compute/context.hpp>
#include <boost/compute/function.hpp>
#include <boost/compute/functional/operator.hpp>
#include <boost/compute/iterator/buffer_iterator.hpp>
#include <boost/version.hpp>

#include <cstdio>
#include <exception>
#include <string>

#include "operators.hpp"
#include "peer.h"

namespace bc = boost::compute;

namespace {

bc::context context;
bc::command_queue queue;
bc::buffer arrays[PEER_ARRAYS];
size_t kept;
peer_task task;
void (*step)();
char message[160];

/* Boost.Compute's names of the elements: its 64-bit ones are not int64_t on every system. */
template <class T> struct device_type { using type = T; };
template <> struct device_type<int8_t> { using type = bc::char_; };
template <> struct device_type<int64_t> { using type = bc::long_; };
template <> struct device_type<uint64_t> { using type = bc::ulong_; };

template <class T> bc::buffer_iterator<T> begin_of(peer_array array) {
  return bc::make_buffer_iterator<T>(arrays[array], 0);
}
template <class T> bc::buffer_iterator<T> end_of(peer_array array) {
  return bc::make_buffer_iterator<T>(arrays[array], task.n);
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

template <class T> struct copy_job {
  static void run() {
    queue.enqueue_copy_buffer(arrays[PEER_IN], arrays[PEER_OUT], 0, 0, task.n * sizeof(T));
  }
};

template <class T> struct scan_job {
  static void exclusive_sum() {
    bc::exclusive_scan(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), begin_of<T>(PEER_OUT), queue);
  }
  static void inclusive_sum() {
    bc::inclusive_scan(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), begin_of<T>(PEER_OUT), queue);
  }
  static void inclusive_max() {
    bc::inclusive_scan(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), begin_of<T>(PEER_OUT),
                       bc::max<T>(), queue);
  }
};

template <class T> struct reduce_job {
  static void sum() {
    bc::reduce(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), begin_of<T>(PEER_OUT), bc::plus<T>(),
               queue);
  }
  static void max() {
    bc::reduce(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), begin_of<T>(PEER_OUT), bc::max<T>(),
               queue);
  }
};

/* A predicate from an expression of OpenCL C in x. */
template <class T> bc::function<bool(T)> predicate(const char *name, const std::string &text) {
  const std::string source = std::string("inline bool ") + name + "(" + bc::type_name<T>() +
                             " x) { return " + text + "; }\n";
  return bc::make_function_from_source<bool(T)>(name, source);
}

template <class T> struct compact_job {
  static void select() {
    static const std::string upper_clear =
        "((ulong)x >> " + std::to_string(8 * sizeof(T) - 1) + ") == 0";
    static const bc::function<bool(T)> keep =
        predicate<T>("keep", std::is_unsigned<T>::value ? upper_clear : "x > 0");
    const auto out = begin_of<T>(PEER_OUT);
    kept = static_cast<size_t>(
        bc::copy_if(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), out, keep, queue) - out);
  }

  static void unique() {
    const auto out = begin_of<T>(PEER_OUT);
    kept = static_cast<size_t>(
        bc::unique_copy(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), out, queue) - out);
  }

  static std::string low_bits_text() {
    return std::is_same<T, float>::value    ? "(as_uint(x) & 255u)"
           : std::is_same<T, double>::value ? "(as_ulong(x) & 255u)"
                                            : "(x & 255)";
  }

  /* As partition_copy() does it; in one buffer the others go behind the first ones. */
  template <bool separate> static void partition() {
    static const bc::function<bool(T)> first =
        predicate<T>("comes_first", low_bits_text() + " == 0");
    static const bc::function<bool(T)> other =
        predicate<T>("comes_later", low_bits_text() + " != 0");
    const auto out = begin_of<T>(PEER_OUT);
    const auto middle = bc::copy_if(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), out, first, queue);
    const auto others = separate ? begin_of<T>(PEER_OTHERS) : middle;
    bc::copy_if(begin_of<T>(PEER_IN), end_of<T>(PEER_IN), others, other, queue);
    kept = static_cast<size_t>(middle - out);
  }
};

/* ---- The choice of a job --------------------------------------------------------------------- */

template <class Element> struct choose {
  using T = typename device_type<Element>::type;

  static void (*job())() {
    const bool add = task.op == CLSCAN_ADD;
    const bool inclusive = task.kind == CLSCAN_INCLUSIVE;
    switch (task.job) {
    case PEER_COPY:
      return copy_job<T>::run;
    case PEER_SCAN:
      return add && inclusive                     ? scan_job<T>::inclusive_sum
             : add                                ? scan_job<T>::exclusive_sum
             : inclusive && task.op == CLSCAN_MAX ? scan_job<T>::inclusive_max
                                                  : nullptr;
    case PEER_SELECT:
      return compact_job<T>::select;
    case PEER_UNIQUE:
      return compact_job<T>::unique;
    case PEER_PARTITION:
      return compact_job<T>::template partition<false>;
    case PEER_PARTITION_SEPARATE:
      return compact_job<T>::template partition<true>;
    case PEER_REDUCE:
      return add ? reduce_job<T>::sum : task.op == CLSCAN_MAX ? reduce_job<T>::max : nullptr;
    default:
      return nullptr;
    }
  }
};

/* ---- The library ----------------------------------------------------------------------------- */

/* Runs `work` and turns what it throws into text. */
template <class Work> const char *guarded(Work work) {
  try {
    work();
  } catch (const std::exception &error) {
    std::snprintf(message, sizeof message, "%.150s", error.what());
    return message;
  }
  return nullptr;
}

const char *open_device(const bench_device *device) {
  return guarded([device] {
    const bc::device id(device->id);
    context = bc::context(id);
    queue = bc::command_queue(context, id);
  });
}

void close_device() {
  queue = bc::command_queue();
  context = bc::context();
}

const char *make_array(peer_array array, size_t bytes) {
  return guarded([array, bytes] { arrays[array] = bc::buffer(context, bytes); });
}

const char *fill_array(peer_array array, int byte, size_t bytes) {
  return guarded([array, byte, bytes] {
    const cl_uchar pattern = static_cast<cl_uchar>(byte);
    /* Some drivers fail to fill 2^31 bytes and more at once. */
    const size_t most = size_t{1} << 30;
    for (size_t at = 0; at < bytes; at += most) {
      const size_t part = bytes - at < most ? bytes - at : most;
      queue.enqueue_fill_buffer(arrays[array], &pattern, 1, at, part);
    }
    queue.finish();
  });
}

const char *write_array(peer_array array, size_t at, const void *from, size_t bytes) {
  return guarded(
      [array, at, from, bytes] { queue.enqueue_write_buffer(arrays[array], at, bytes, from); });
}

const char *read_array(peer_array array, size_t at, void *to, size_t bytes) {
  return guarded(
      [array, at, to, bytes] { queue.enqueue_read_buffer(arrays[array], at, bytes, to); });
}

void release_all() {
  for (bc::buffer &array : arrays) {
    array = bc::buffer();
  }
}

const char *prepare_job(const peer_task *wanted) {
  task = *wanted;
  step = for_type<choose>(task.type);
  if (task.job == PEER_SELECT_FLAGS) {
    return "it has no copy_if with flags";
  }
  if (task.job != PEER_COPY && task.n > UINT32_MAX) {
    return "it counts in 32 bits";
  }
  return step != nullptr ? nullptr : "not made for this type, operator or kind";
}

const char *call_job() { return guarded(step); }

const char *finish_job() {
  return guarded([] { queue.finish(); });
}

const char *count_kept(uint64_t *count) {
  *count = kept;
  return nullptr;
}

const char *name_library() {
  static char name[32];
  std::snprintf(name, sizeof name, "boost.compute %d.%d", BOOST_VERSION / 100000,
                BOOST_VERSION / 100 % 1000);
  return name;
}

} // namespace

extern "C" const peer peer_library = {
    name_library(), false,       open_device, close_device, make_array, fill_array, write_array,
    read_array,     release_all, prepare_job, call_job,     finish_job, count_kept,
};
