/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/tuning_check.h"

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "tuning/target.h"
#include "tuning/tile.h"
#include "tuning/tuning_text.h"

clscan_status clscan__tuning_load(clscan_context *ctx, const char *text,
                                  const clscan__work *const *works, size_t num_works) {
  char why[CLSCAN__WHY_SIZE];
  clscan_status status =
      clscan__tuning_read(text, works, num_works, &ctx->rows, &ctx->num_rows, why);
  if (status == CLSCAN_INVALID_TUNING) {
    return clscan__fail(ctx, status, "%s", why);
  }
  if (status != CLSCAN_SUCCESS) {
    return clscan__fail(ctx, status, "the host has no memory for tuning rows");
  }
  return CLSCAN_SUCCESS;
}

/* Whether the device can do what the loaded rows ask for. */
static clscan_status check_rows(const clscan_context *ctx) {
  const bool reread = clscan__storage_choose(ctx) == CLSCAN_STORAGE_REREAD;
  for (size_t i = 0; i < ctx->num_rows; i++) {
    const clscan__tuning_row *row = &ctx->rows[i];
    if (reread && row->group_size > 1) {
      return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                          "tuning_rows, line %u: group is %u; %s has groups of one work-item",
                          row->line, row->group_size, ctx->caps->name);
    }
    if (row->group_size > ctx->caps->max_group_size) {
      return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                          "tuning_rows, line %u: group is %u; %s allows %zu", row->line,
                          row->group_size, ctx->caps->name, ctx->caps->max_group_size);
    }
    if (clscan__too_many_registers(row->group_size, row->registers)) {
      return clscan__fail(
          ctx, CLSCAN_INVALID_TUNING,
          "tuning_rows, line %u: a group of %u with %u registers each has more than "
          "there are",
          row->line, row->group_size, row->registers);
    }
    if (!reread && row->items > CLSCAN__MOST_REGISTER_ITEMS) {
      return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                          "tuning_rows, line %u: items is %u; up to %d fit into registers",
                          row->line, row->items, (int)CLSCAN__MOST_REGISTER_ITEMS);
    }
  }
  return CLSCAN_SUCCESS;
}

clscan_status clscan__tuning_check(const clscan_context *ctx) {
  const clscan_tuning *t = &ctx->tuning;
  const clscan_status status = clscan__fields_check(ctx, "tuning", &clscan__tuning_fields, t);
  if (status != CLSCAN_SUCCESS) {
    return status;
  }
  if (t->window == 1 || t->window > 32) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING, "tuning: window is %u; 2 to 32 are allowed",
                        t->window);
  }
  if (t->registers > 255 || (t->registers && t->registers < 16)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: registers is %u; 16 to 255 are allowed, or 0", t->registers);
  }
  if (clscan__too_many_registers(t->group_size, t->registers)) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: a group of %u with %u registers each has more than there are",
                        t->group_size, t->registers);
  }
  if (t->descriptor_spacing % 16 || t->descriptor_spacing > 65536) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: descriptor_spacing is %u; a multiple of 16 up to 65536 is needed",
                        t->descriptor_spacing);
  }
  if (t->poll_delay > CLSCAN__LONGEST_POLL_DELAY) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: poll_delay is %u; up to %d are allowed", t->poll_delay,
                        (int)CLSCAN__LONGEST_POLL_DELAY);
  }
  if (t->group_size > ctx->caps->max_group_size) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING, "tuning: group_size is %u; %s allows %zu",
                        t->group_size, ctx->caps->name, ctx->caps->max_group_size);
  }
  if (t->storage == CLSCAN_STORAGE_REREAD && t->group_size > 1) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: re-read storage has groups of one work-item, not %u",
                        t->group_size);
  }
  if ((t->storage == CLSCAN_STORAGE_REGISTERS || t->group_size > 1 ||
       (t->storage == CLSCAN_STORAGE_AUTO && !ctx->caps->is_cpu)) &&
      t->items > CLSCAN__MOST_REGISTER_ITEMS) {
    return clscan__fail(ctx, CLSCAN_INVALID_TUNING,
                        "tuning: items is %u; up to %d fit into registers", t->items,
                        (int)CLSCAN__MOST_REGISTER_ITEMS);
  }
  return check_rows(ctx);
}
