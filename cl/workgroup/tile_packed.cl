// SPDX-License-Identifier: Apache-2.0
// A tile of a sum of 8- or 16-bit integers in registers (TILE_PACKED 1): several elements stay side by side
// in each 32-bit word, as they lie in memory, and are added as fields that do not carry into each other.
// For back ends with sub-groups; layout as in tile_registers.cl, with steps of 16 bytes. A partial tile
// is filled up with zeros.
#ifndef CLSCAN_WORKGROUP_TILE_PACKED
#define CLSCAN_WORKGROUP_TILE_PACKED

#ifndef STEPS
#error "STEPS is not defined: steps of VEC elements that a work-item takes"
#endif
#if IN_SIZE * VEC != 16 || OUT_SIZE != IN_SIZE || IN_SIZE > 2
#error "a packed tile needs steps of 16 bytes of 8- or 16-bit elements"
#endif
#define ITEMS (STEPS * VEC)
#define TILE (GROUP_SIZE * ITEMS)

#include "core/access.cl"
#include "workgroup/scan.cl"

#define PACK (4 / IN_SIZE) // elements a word
#define PACK_BITS (8 * IN_SIZE)
#define PACK_MASK ((1u << PACK_BITS) - 1)
#if IN_SIZE == 1
#define PACK_ONES 0x01010101u
#define PACK_HIGH 0x80808080u
#else
#define PACK_ONES 0x00010001u
#define PACK_HIGH 0x80008000u
#endif

// Lane sums of a step are below 2^PACK_BITS; those of two steps share an accumulator where the
// sub-group's sums leave room.
#if IN_SIZE == 1 && GROUP_SIZE <= 256
#define PACK_STEPS 2
#else
#define PACK_STEPS 1
#endif

typedef struct {
  ACC scan[WG_ITEMS];
} tile_memory;

typedef struct {
  uint word[STEPS * 4]; // inclusive sums within each word
  uint before[(STEPS + PACK - 1) /
              PACK]; // what lies before each step in the sub-group, a field a step
  uint outer;        // what lies before the sub-group in the tile
  ACC aggregate;
} tile_state;

#define TILE_AGGREGATE_NEEDED 1

typedef uint tile_size;
#define TILE_LENGTH(argument) TILE

INLINE uint tile_position(uint k) {
  return (subgroup_id() * STEPS * SUBGROUP_WIDTH + k * SUBGROUP_WIDTH + subgroup_lane()) * VEC;
}

// Field by field, modulo 2^PACK_BITS.
INLINE uint packed_add(uint a, uint b) {
  return ((a & ~PACK_HIGH) + (b & ~PACK_HIGH)) ^ ((a ^ b) & PACK_HIGH);
}

INLINE uint packed_scan(uint w) {
#if IN_SIZE == 1
  w = packed_add(w, w << 8);
  return packed_add(w, w << 16);
#else
  return w + (w << 16);
#endif
}

// The sum of a word's fields, from its inclusive sums.
INLINE uint packed_sum(uint scanned) { return scanned >> (32 - PACK_BITS); }

INLINE void tile_load(tile_state *t, __global const IN_T *in, ulong base, uint count,
                      __local tile_memory *memory) {
  __global const IN_T *p = in + base;
  (void)memory;
  if (count == TILE && IN_ALIGNED(in)) {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
      const uint4 v = *(__global const uint4 *)(p + tile_position(k));
      t->word[4 * k] = v.x;
      t->word[4 * k + 1] = v.y;
      t->word[4 * k + 2] = v.z;
      t->word[4 * k + 3] = v.w;
    }
  } else {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
#pragma unroll
      for (uint w = 0; w < 4; ++w) {
        const uint e = tile_position(k) + w * PACK;
        uint word = 0;
#pragma unroll
        for (uint f = 0; f < PACK; ++f)
          word |= e + f < count ? ((uint)p[e + f] & PACK_MASK) << (f * PACK_BITS) : 0;
        t->word[4 * k + w] = word;
      }
    }
  }
}

INLINE ACC tile_aggregate(tile_state *t, uint count, __local tile_memory *memory) {
  (void)count;
  uint low = 0, high = 0;
#pragma unroll
  for (uint w = 0; w < STEPS * 4; ++w) {
#if IN_SIZE == 1
    low += t->word[w] & 0x00ff00ffu;
    high += (t->word[w] >> 8) & 0x00ff00ffu;
#else
    low += t->word[w] & 0xffffu;
    high += t->word[w] >> 16;
#endif
  }
  uint sum = low + high;
#if IN_SIZE == 1
  sum = (sum & 0xffffu) + (sum >> 16);
#endif
  const ACC whole = subgroup_broadcast(subgroup_scan_inclusive((ACC)sum), SUBGROUP_WIDTH - 1);
  ACC outer;
  workgroup_scan_subgroups(whole, SUBGROUP_COUNT, memory->scan, &outer, &t->aggregate);
  t->outer = (uint)outer;
  return t->aggregate;
}

INLINE void tile_scan(tile_state *t) {
  uint carry = 0;
#pragma unroll
  for (uint k = 0; k < STEPS; k += PACK_STEPS) {
    uint packed = 0;
#pragma unroll
    for (uint f = 0; f < PACK_STEPS; ++f) {
      if (k + f < STEPS) {
        uint sum = 0;
#pragma unroll
        for (uint w = 0; w < 4; ++w) {
          const uint scanned = packed_scan(t->word[4 * (k + f) + w]);
          t->word[4 * (k + f) + w] = scanned;
          sum += packed_sum(scanned);
        }
        packed |= (sum & PACK_MASK) << (16 * f);
      }
    }
    const uint inclusive = (uint)subgroup_scan_inclusive((ACC)packed);
    const uint before = inclusive - packed;
    const uint whole = (uint)subgroup_broadcast((ACC)inclusive, SUBGROUP_WIDTH - 1);
#pragma unroll
    for (uint f = 0; f < PACK_STEPS; ++f) {
      if (k + f < STEPS) {
        const uint field = (carry + (before >> (16 * f))) & PACK_MASK, place = (k + f) % PACK;
        if (place == 0)
          t->before[(k + f) / PACK] = field;
        else
          t->before[(k + f) / PACK] |= field << (place * PACK_BITS);
        carry += PACK_STEPS == 2 ? whole >> (16 * f) & 0xffffu : whole;
      }
    }
  }
}

// The four words of outputs of step k.
INLINE uint4 packed_outputs(const tile_state *t, uint k, uint outer, int exclusive) {
  uint running = outer + t->outer + (t->before[k / PACK] >> (k % PACK * PACK_BITS)), y[4];
#pragma unroll
  for (uint w = 0; w < 4; ++w) {
    const uint scanned = t->word[4 * k + w];
    const uint inner = exclusive ? scanned << PACK_BITS : scanned;
    y[w] = packed_add(inner, (running & PACK_MASK) * PACK_ONES);
    running += packed_sum(scanned);
  }
  return (uint4)(y[0], y[1], y[2], y[3]);
}

INLINE void tile_store(const tile_state *t, int has_prefix, ACC prefix, int exclusive,
                       __global OUT_T *out, ulong base, uint count, __global OUT_T *total,
                       __local tile_memory *memory) {
  __global OUT_T *p = out + base;
  (void)memory;
  const uint outer = has_prefix ? (uint)prefix : 0;
  if (count == TILE && OUT_ALIGNED(out)) {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k)
      *(__global uint4 *)(p + tile_position(k)) = packed_outputs(t, k, outer, exclusive);
  } else {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
      const uint4 v = packed_outputs(t, k, outer, exclusive);
      const uint y[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (uint w = 0; w < 4; ++w) {
        const uint e = tile_position(k) + w * PACK;
#pragma unroll
        for (uint f = 0; f < PACK; ++f)
          if (e + f < count)
            p[e + f] = (OUT_T)(y[w] >> (f * PACK_BITS));
      }
    }
  }
  if (total != 0 && LINEAR_ID == 0)
    *total = store_item((ACC)(outer + (uint)t->aggregate));
}

#endif
