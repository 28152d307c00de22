/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oneTBB: parallel_scan and parallel_reduce over arrays in the host's memory. Compactions are
 * parallel_scan's two passes: the first counts what a range keeps, the second writes it.
 */
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/version.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "operators.hpp"
#include "peer.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

namespace {

using range = tbb::blocked_range<size_t>;

void *arrays[PEER_ARRAYS];
size_t kept;
peer_task task;
void (*step)();

template <class T> T *array_of(peer_array array) { return static_cast<T *>(arrays[array]); }

/* ---- Jobs ------------------------------------------------------------------------------------ */

template <class T> struct copy_job {
  static void run() {
    tbb::parallel_for(range(0, task.n), [](const range &r) {
      std::memcpy(array_of<T>(PEER_OUT) + r.begin(), array_of<T>(PEER_IN) + r.begin(),
                  r.size() * sizeof(T));
    });
  }
};

template <class T, class Op, bool inclusive> struct scan_body {
  const T *in;
  T *out;
  T sum = Op::template identity<T>();

  scan_body(const T *from, T *to) : in(from), out(to) {}
  scan_body(scan_body &other, tbb::split) : in(other.in), out(other.out) {}

  template <class Tag> void operator()(const range &r, Tag) {
    T acc = sum;
    for (size_t i = r.begin(); i != r.end(); i++) {
      const T x = in[i];
      if (Tag::is_final_scan() && !inclusive) {
        out[i] = acc;
      }
      acc = Op::apply(acc, x);
      if (Tag::is_final_scan() && inclusive) {
        out[i] = acc;
      }
    }
    sum = acc;
  }

  void reverse_join(scan_body &left) { sum = Op::apply(left.sum, sum); }
  void assign(scan_body &other) { sum = other.sum; }
};

template <class T, class Op, bool inclusive> struct scan_job {
  static void run() {
    scan_body<T, Op, inclusive> body(array_of<T>(PEER_IN), array_of<T>(PEER_OUT));
    tbb::parallel_scan(range(0, task.n), body);
  }
};

template <class T, class Op> struct reduce_job {
  static void run() {
    const T *in = array_of<T>(PEER_IN);
    *array_of<T>(PEER_OUT) = tbb::parallel_reduce(
        range(0, task.n), Op::template identity<T>(),
        [in](const range &r, T acc) {
          for (size_t i = r.begin(); i != r.end(); i++) {
            acc = Op::apply(acc, in[i]);
          }
          return acc;
        },
        [](T a, T b) { return Op::apply(a, b); });
  }
};

/* Keeps where Keep says so; the others go to `others` if there is such a place. */
template <class T, class Keep, bool both> struct compact_body {
  const T *in;
  T *out;
  T *others;
  size_t count = 0;

  compact_body(const T *from, T *to, T *rest) : in(from), out(to), others(rest) {}
  compact_body(compact_body &other, tbb::split)
      : in(other.in), out(other.out), others(other.others) {}

  void operator()(const range &r, tbb::pre_scan_tag) {
    size_t k = count;
    for (size_t i = r.begin(); i != r.end(); i++) {
      k += Keep::test(in, i);
    }
    count = k;
  }

  /*
   * Without a branch: each element is written, and the next one over it unless it is kept. That is
   * done in a block of its own, since what follows in `out` belongs to the next range.
   */
  void operator()(const range &r, tbb::final_scan_tag) {
    constexpr size_t most = 512;
    T kept_block[most];
    T other_block[most];
    for (size_t i = r.begin(); i != r.end();) {
      const size_t part = std::min(most, r.end() - i);
      size_t k = 0;
      for (size_t j = 0; j < part; j++) {
        kept_block[k] = in[i + j];
        if (both) {
          other_block[j - k] = in[i + j];
        }
        k += Keep::test(in, i + j);
      }
      std::memcpy(out + count, kept_block, k * sizeof(T));
      if (both) {
        std::memcpy(others + (i - count), other_block, (part - k) * sizeof(T));
      }
      count += k;
      i += part;
    }
  }

  void reverse_join(compact_body &left) { count += left.count; }
  void assign(compact_body &other) { count = other.count; }
};

template <class T, class Keep, bool both> void compact(T *others) {
  compact_body<T, Keep, both> body(array_of<T>(PEER_IN), array_of<T>(PEER_OUT), others);
  tbb::parallel_scan(range(0, task.n), body);
  kept = body.count;
}

struct keep_positive {
  template <class T> static bool test(const T *in, size_t i) { return is_kept(in[i]); }
};
struct keep_flagged {
  template <class T> static bool test(const T *, size_t i) {
    return array_of<const uint8_t>(PEER_FLAGS)[i] != 0;
  }
};
struct keep_first {
  template <class T> static bool test(const T *in, size_t i) {
    return i == 0 || in[i] != in[i - 1];
  }
};
struct keep_zero_bits {
  template <class T> static bool test(const T *in, size_t i) { return low_bits(in[i]) == 0; }
};

template <class T, class Keep> struct select_job {
  static void run() { compact<T, Keep, false>(nullptr); }
};

/* Where the others begin is known once all that come first are counted. */
template <class T> struct partition_job {
  static void run() {
    const T *in = array_of<T>(PEER_IN);
    const size_t count = tbb::parallel_reduce(
        range(0, task.n), size_t{0},
        [in](const range &r, size_t acc) {
          for (size_t i = r.begin(); i != r.end(); i++) {
            acc += keep_zero_bits::test(in, i);
          }
          return acc;
        },
        [](size_t a, size_t b) { return a + b; });
    compact<T, keep_zero_bits, true>(array_of<T>(PEER_OUT) + count);
  }
};

template <class T> struct separate_job {
  static void run() { compact<T, keep_zero_bits, true>(array_of<T>(PEER_OTHERS)); }
};

/* ---- The choice of a job --------------------------------------------------------------------- */

template <class T> struct choose {
  template <class Op> static void (*scan())() {
    return task.kind == CLSCAN_INCLUSIVE ? scan_job<T, Op, true>::run : scan_job<T, Op, false>::run;
  }

  static void (*job())() {
    const bool add = task.op == CLSCAN_ADD;
    if ((task.job == PEER_SCAN || task.job == PEER_REDUCE) && !add && task.op != CLSCAN_MAX) {
      return nullptr;
    }
    switch (task.job) {
    case PEER_COPY:
      return copy_job<T>::run;
    case PEER_SCAN:
      return add ? scan<add_op>() : scan<max_op>();
    case PEER_SELECT:
      return select_job<T, keep_positive>::run;
    case PEER_SELECT_FLAGS:
      return select_job<T, keep_flagged>::run;
    case PEER_UNIQUE:
      return select_job<T, keep_first>::run;
    case PEER_PARTITION:
      return partition_job<T>::run;
    case PEER_PARTITION_SEPARATE:
      return separate_job<T>::run;
    case PEER_REDUCE:
      return add ? reduce_job<T, add_op>::run : reduce_job<T, max_op>::run;
    }
    return nullptr;
  }
};

/* ---- The library ----------------------------------------------------------------------------- */

const char *open_host(const bench_device *device) {
  return device->is_cpu ? nullptr : "it runs on the host, and the device is no CPU";
}

void close_host() {}

const char *make_array(peer_array array, size_t bytes) {
  arrays[array] = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return arrays[array] != nullptr ? nullptr : "the host lacks the memory";
}

const char *fill_array(peer_array array, int byte, size_t bytes) {
  std::memset(arrays[array], byte, bytes);
  return nullptr;
}

const char *write_array(peer_array array, size_t at, const void *from, size_t bytes) {
  std::memcpy(static_cast<char *>(arrays[array]) + at, from, bytes);
  return nullptr;
}

const char *read_array(peer_array array, size_t at, void *to, size_t bytes) {
  std::memcpy(to, static_cast<char *>(arrays[array]) + at, bytes);
  return nullptr;
}

void release_all() {
  for (void *&array : arrays) {
    std::free(array);
    array = nullptr;
  }
}

const char *prepare_job(const peer_task *wanted) {
  task = *wanted;
  step = for_type<choose>(task.type);
  return step != nullptr ? nullptr : "not made for this type, operator or kind";
}

const char *call_job() {
  try {
    step();
  } catch (const std::exception &) {
    return "an exception";
  }
  return nullptr;
}

const char *finish_job() { return nullptr; }

const char *count_kept(uint64_t *count) {
  *count = kept;
  return nullptr;
}

} // namespace

extern "C" const peer peer_library = {
    "tbb " TEXT(TBB_VERSION_MAJOR) "." TEXT(TBB_VERSION_MINOR) "." TEXT(TBB_VERSION_PATCH),
    false,
    open_host,
    close_host,
    make_array,
    fill_array,
    write_array,
    read_array,
    release_all,
    prepare_job,
    call_job,
    finish_job,
    count_kept,
};
