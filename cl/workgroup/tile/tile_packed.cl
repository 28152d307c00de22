// SPDX-License-Identifier: Apache-2.0
// A tile of a sum of 8- or 16-bit integers in registers (TILE_PACKED 1): several elements stay side
// by side in each 32-bit word, as they lie in memory, and are added as fields that do not carry
// into each other. For back ends with sub-groups; layout as in tile_registers.cl, with steps of 16
// bytes. A partial tile is filled up with zeros.
#ifndef CLSCAN_WORKGROUP_TILE_PACKED
#define CLSCAN_WORKGROUP_TILE_PACKED

#ifndef STEPS
#error "STEPS is not defined: steps of VEC elements that a work-item takes"
#endif
#if IN_SIZE * VEC != 16 || OUT_SIZE != IN_SIZE || IN_SIZE > 2
#error "a packed tile needs steps of 16 bytes of 8- or 16-bit elements"
#endif
#if defined(ROWS) || defined(FLAG_T)
#error "a packed tile reads one array, and no flags"
#endif

#include "sink/results.cl"
#include "source/source.cl"
#include "workgroup/scan.cl"

enum { ITEMS = STEPS * VEC, TILE = GROUP_SIZE * ITEMS, TILE_AGGREGATE_NEEDED = 1 };

#define PACK (4 / IN_SIZE) // elements a word
#define PACK_BITS (8 * IN_SIZE)
#define PACK_MASK ((1u << PACK_BITS) - 1)
// Look-back by PTX needs a device that has byte permutations and dot products too.
#ifdef ATOMICS
#define PACK_PTX (ATOMICS == ATOMICS_PTX)
#else
#define PACK_PTX 0
#endif

// Lane sums of a step are below 2^PACK_BITS; those of two steps share an accumulator where the
// sub-group's sums leave room.
#if IN_SIZE == 1 && GROUP_SIZE <= 256
#define PACK_STEPS 2
#else
#define PACK_STEPS 1
#endif

typedef struct {
  acc scan[WG_ITEMS];
} tile_memory;

typedef struct {
  uint word[STEPS * 4];
  // A field a step: the lane's sum, after tile_scan() what lies before it in the sub-group.
  uint step[(STEPS + PACK - 1) / PACK];
  uint outer; // what lies before the sub-group in the tile
  acc aggregate;
} tile_state;

typedef uint tile_size;

INLINE tile_size tile_full(ulong argument) {
  (void)argument;
  return TILE;
}

INLINE uint tile_position(uint k) {
  return (subgroup_id() * STEPS * subgroup_width() + k * subgroup_width() + subgroup_lane()) * VEC;
}

INLINE uint step_field(const tile_state *t, uint k) {
  return t->step[k / PACK] >> (k % PACK * PACK_BITS) & PACK_MASK;
}

INLINE void step_field_set(tile_state *t, uint k, uint value) {
  const uint shift = k % PACK * PACK_BITS;
  t->step[k / PACK] = (t->step[k / PACK] & ~(PACK_MASK << shift)) | (value & PACK_MASK) << shift;
}

// `sum` and the first `count` elements of a word, right in the lower PACK_BITS.
INLINE uint packed_sum(uint word, uint count, uint sum) {
#if PACK_PTX && IN_SIZE == 1
  uint y;
  asm("dp4a.u32.u32 %0, %1, %2, %3;"
      : "=r"(y)
      : "r"(word), "r"(0x01010101u >> (8 * (4 - count))), "r"(sum));
  return y;
#else
#pragma unroll
  for (uint f = 0; f < PACK; ++f)
    if (f < count)
      sum += word >> (f * PACK_BITS);
  return sum;
#endif
}

// A word of the lower PACK_BITS of each.
#if IN_SIZE == 1
INLINE uint packed_word(const uint e[PACK]) {
#if PACK_PTX
  uint low, high, y;
  asm("prmt.b32 %0, %1, %2, 0x0040;" : "=r"(low) : "r"(e[0]), "r"(e[1]));
  asm("prmt.b32 %0, %1, %2, 0x0040;" : "=r"(high) : "r"(e[2]), "r"(e[3]));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(y) : "r"(low), "r"(high));
  return y;
#else
  return (e[0] & 0xffu) | (e[1] & 0xffu) << 8 | (e[2] & 0xffu) << 16 | e[3] << 24;
#endif
}
#else
INLINE uint packed_word(const uint e[PACK]) { return (e[0] & 0xffffu) | e[1] << 16; }
#endif

INLINE void packed_read(tile_state *t, uint k, __global const clscan_in *p) {
  const uint4 v = *(__global const uint4 *)(p + tile_position(k));
  t->word[4 * k] = v.x;
  t->word[4 * k + 1] = v.y;
  t->word[4 * k + 2] = v.z;
  t->word[4 * k + 3] = v.w;
}

// Element by element, up to `count`: hardly ever run, but unrolled most of what a compiler has to
// do.
#if IN_SIZE == 1
#define PACK_EACH(f) _Pragma("unroll 1") for (uint f = 0; f < PACK; ++f)
#else
#define PACK_EACH(f) _Pragma("unroll") for (uint f = 0; f < PACK; ++f)
#endif

// Zeros past the end.
INLINE void packed_read_upto(tile_state *t, uint k, __global const clscan_in *p, uint count) {
#pragma unroll
  for (uint w = 0; w < 4; ++w) {
    const uint e = tile_position(k) + w * PACK;
    uint word = 0;
    if (e < count) {
      PACK_EACH(f) {
        if (e + f < count)
          word |= ((uint)p[e + f] & PACK_MASK) << (f * PACK_BITS);
      }
    }
    t->word[4 * k + w] = word;
  }
}

INLINE void tile_load(tile_state *t, const source *s, ulong base, uint count,
                      __local tile_memory *memory) {
  __global const clscan_in *p = AT(const clscan_in, s->in) + base;
  const int aligned = source_aligned(s);
  (void)memory;
  // A branch of its own for full tiles, so that all their loads are under way at once.
  if (count == TILE && aligned) {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k)
      packed_read(t, k, p);
  } else {
#pragma unroll
    for (uint k = 0; k < STEPS; ++k) {
      if (tile_position(k) + VEC <= count && aligned)
        packed_read(t, k, p);
      else
        packed_read_upto(t, k, p, count);
    }
  }
}

INLINE acc tile_aggregate(tile_state *t, uint count, __local tile_memory *memory) {
  (void)count;
#pragma unroll
  for (uint k = 0; k < STEPS; k += PACK)
    t->step[k / PACK] = 0;
  uint sum = 0;
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    uint step = 0;
#pragma unroll
    for (uint w = 0; w < 4; ++w)
      step = packed_sum(t->word[4 * k + w], PACK, step);
    step_field_set(t, k, step);
    sum += step;
  }
  const acc whole = subgroup_broadcast(subgroup_scan_inclusive((acc)sum), subgroup_width() - 1);
  acc outer;
  workgroup_scan_subgroups(whole, subgroup_count(), memory->scan, &outer, &t->aggregate);
  t->outer = (uint)outer;
  return t->aggregate;
}

INLINE void tile_scan(tile_state *t) {
  uint carry = 0;
#pragma unroll
  for (uint k = 0; k < STEPS; k += PACK_STEPS) {
    uint packed = 0;
#pragma unroll
    for (uint f = 0; f < PACK_STEPS; ++f)
      if (k + f < STEPS)
        packed |= step_field(t, k + f) << (16 * f);
    const uint inclusive = (uint)subgroup_scan_inclusive((acc)packed);
    const uint before = inclusive - packed;
    const uint whole = (uint)subgroup_broadcast((acc)inclusive, subgroup_width() - 1);
#pragma unroll
    for (uint f = 0; f < PACK_STEPS; ++f) {
      if (k + f < STEPS) {
        step_field_set(t, k + f, carry + (before >> (16 * f)));
        carry += PACK_STEPS == 2 ? whole >> (16 * f) & 0xffffu : whole;
      }
    }
  }
}

// The four words of outputs of step k.
INLINE uint4 packed_outputs(const tile_state *t, uint k, uint outer, int exclusive) {
  uint before = outer + t->outer + step_field(t, k), y[4];
#pragma unroll
  for (uint w = 0; w < 4; ++w) {
    const uint word = t->word[4 * k + w];
    uint inclusive[PACK], e[PACK];
#pragma unroll
    for (uint f = 0; f < PACK; ++f) {
      inclusive[f] = packed_sum(word, f + 1, before);
      e[f] = !exclusive ? inclusive[f] : f > 0 ? inclusive[f - (f > 0)] : before;
    }
    before = inclusive[PACK - 1];
    y[w] = packed_word(e);
  }
  return (uint4)(y[0], y[1], y[2], y[3]);
}

INLINE void tile_store(const tile_state *t, int has_prefix, acc prefix, int exclusive,
                       __global clscan_out *out, ulong base, uint count, __global clscan_out *total,
                       __local tile_memory *memory) {
  __global clscan_out *p = out + base;
  const int aligned = out_aligned(out);
  (void)memory;
  const uint outer = has_prefix ? (uint)prefix : 0;
#pragma unroll
  for (uint k = 0; k < STEPS; ++k) {
    const uint4 v = packed_outputs(t, k, outer, exclusive);
    if (tile_position(k) + VEC <= count && aligned) {
      *(__global uint4 *)(p + tile_position(k)) = v;
    } else {
      const uint y[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (uint w = 0; w < 4; ++w) {
        const uint e = tile_position(k) + w * PACK;
        PACK_EACH(f) {
          if (e + f < count)
            p[e + f] = (clscan_out)(y[w] >> (f * PACK_BITS));
        }
      }
    }
  }
  if (total != 0 && linear_id() == 0)
    *total = sink_value((acc)(outer + (uint)t->aggregate));
}

#endif
