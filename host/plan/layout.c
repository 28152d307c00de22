/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/layout.h"

#include "base/context.h"
#include "device/caps.h"
#include "plan/scratch.h"

const size_t clscan__max_groups = 0x7fffffff;
const char clscan__too_many_groups[] = "one launch has work-groups for";
const char clscan__too_much_scratch[] = "scratch can be addressed for";

enum { REREAD_TILES_PER_UNIT = 8 };
/* More than are resident at once on any device: the last of them find no tiles left. */
enum { LOOKBACK_GROUPS_PER_UNIT = 16 };

size_t clscan__divide_up(size_t a, size_t b) { return a / b + (a % b != 0); }

clscan_status clscan__too_large(const char **why, const char *text) {
  *why = text;
  return CLSCAN_N_TOO_LARGE;
}

clscan_status clscan__check_addresses(const clscan_context *ctx, size_t n, size_t size,
                                      const char **why) {
  const size_t most = (ctx->caps->address_bits < 64 ? UINT32_MAX : SIZE_MAX) / size;
  return n > most ? clscan__too_large(why, "the device can address") : CLSCAN_SUCCESS;
}

/* The shortest tile that re-read storage may choose, elements. */
static size_t shortest_tile(const clscan__shape *shape) {
  return CLSCAN__MIN_REREAD_TILE < shape->reread_longest ? CLSCAN__MIN_REREAD_TILE
                                                         : shape->reread_longest;
}

size_t clscan__tile_length(const clscan__shape *shape, cl_uint compute_units, size_t n) {
  if (shape->storage != CLSCAN_STORAGE_REREAD) {
    return (size_t)shape->group_size * shape->vec * shape->steps;
  }
  if (shape->reread_tile) {
    return shape->reread_tile;
  }
  const size_t shortest = shortest_tile(shape), longest = shape->reread_longest;
  const size_t wanted = clscan__divide_up(n, (size_t)compute_units * REREAD_TILES_PER_UNIT);
  return wanted < shortest ? shortest : wanted > longest ? longest : wanted;
}

size_t clscan__most_tiles(const clscan__shape *shape, cl_uint compute_units, size_t n) {
  if (shape->storage != CLSCAN_STORAGE_REREAD || shape->reread_tile) {
    return clscan__divide_up(n, clscan__tile_length(shape, compute_units, n));
  }
  const size_t share = (size_t)compute_units * REREAD_TILES_PER_UNIT;
  const size_t many = clscan__divide_up(n, shortest_tile(shape));
  const size_t few = clscan__divide_up(n, shape->reread_longest);
  const size_t middle = many < share ? many : share;
  return few > middle ? few : middle;
}

size_t clscan__lookback_groups(const clscan__shape *shape, cl_uint compute_units, size_t tiles) {
  const bool loops = shape->backend == CLSCAN_BACKEND_PTX || shape->group_size == 1;
  const size_t most = (size_t)compute_units * LOOKBACK_GROUPS_PER_UNIT;
  return loops && most < tiles ? most : tiles;
}

bool clscan__place(size_t *end, size_t count, size_t size, size_t *offset) {
  const size_t align = CLSCAN__SCRATCH_ALIGN;
  if (*end > SIZE_MAX - align) {
    return false;
  }
  *offset = (*end + align - 1) / align * align;
  if (count > (SIZE_MAX - *offset) / size) {
    return false;
  }
  *end = *offset + count * size;
  return true;
}

bool clscan__place_records(const clscan__shape *shape, size_t tiles, size_t *end) {
  size_t offset;
  const size_t records = shape->algorithm == CLSCAN_ALGORITHM_LOOKBACK_TWO_LEVEL
                             ? (tiles / shape->window + 1) * ((size_t)shape->window + 1)
                             : tiles;
  return clscan__place(end, CLSCAN__SCRATCH_ALIGN, 1, &offset) &&
         clscan__place(end, records, shape->spacing, &offset);
}
