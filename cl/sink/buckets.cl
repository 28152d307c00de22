// SPDX-License-Identifier: Apache-2.0
// Where a partition's elements and boundaries go.
//
//   COUNT_T       the type of the counts and offsets
//   SEPARATE      1: a buffer for each bucket; 0: one for all
//   NUM_OUTS      the number of these buffers
//   OUTS_PARAMS   kernel parameters of them; each is followed by a comma
//   OUTS_READ(k)  fills the places in a sink
//   OUTS_PICK(k, b)  bucket b's buffer
#ifndef CLSCAN_SINK_BUCKETS
#define CLSCAN_SINK_BUCKETS

#include "source/source.cl"

#ifndef SEPARATE
#error "SEPARATE is not defined"
#endif

// What a split tile holds of an element; nothing is computed.
INLINE clscan_out sink_value(const source *s, position p, clscan_in raw, flag_t flag) {
  (void)s, (void)p, (void)flag;
  return raw;
}

typedef struct {
  place out[NUM_OUTS], counts, offsets;
  ulong capacity; // elements that each buffer has room for
  uint flags;
} sink;

// A kernel's parameters for it, and how they are read.
#define BUCKETS_PARAMS OUTS_PARAMS ulong capacity, PLACE(counts), PLACE(offsets)
#define BUCKETS_READ(k, kernel_flags)                                                              \
  do {                                                                                             \
    OUTS_READ(k)                                                                                   \
    (k).counts = GIVEN(counts), (k).offsets = GIVEN(offsets);                                      \
    (k).capacity = capacity;                                                                       \
    (k).flags = (kernel_flags);                                                                    \
  } while (0)

// Stores element `from` of the source as element `to` of bucket b, if there is room.
INLINE void sink_store(const sink *k, const source *s, uint b, ulong from, ulong to) {
  if (to < k->capacity)
    OUTS_PICK(k, b)[to] = *source_position(s, from, 0).at;
}

// Bucket b, with `number` elements, begins at element `begin` of all.
INLINE void sink_store_boundary(const sink *k, uint b, ulong begin, ulong number) {
  if (k->flags & FLAG_COUNTS)
    AT(COUNT_T, k->counts)[b] = (COUNT_T)number;
  if (k->flags & FLAG_OFFSETS) {
    AT(COUNT_T, k->offsets)[b] = (COUNT_T)begin;
    if (b == NUM_BUCKETS - 1)
      AT(COUNT_T, k->offsets)[NUM_BUCKETS] = (COUNT_T)(begin + number);
  }
}

#endif
