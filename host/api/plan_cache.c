/* SPDX-License-Identifier: Apache-2.0 */
/* The list, the latest used first, is locked only to look a key up; an entry has a lock of its own,
 * held while its plan is made, so a thread that compiles does not hold up one whose plan exists. */
#include "api/plan_cache.h"

#include <stdlib.h>
#include <string.h>

#include "api/plan_key.h"
#include "base/context.h"
#include "base/fail.h"
#include "base/sync.h"
#include "base/text.h"
#include "plan/driver.h"
#include "program/program.h"

typedef struct clscan__cached_plan {
  struct clscan__cached_plan *next;
  clscan__text key;
  size_t users; /* under the context's mutex */
  clscan__mutex mutex;
  clscan_plan *plan; /* NULL until it is made */
} cached_plan;

enum { DEFAULT_MAX_PLANS = 64, DEFAULT_MAX_QUEUES = 16 };

static bool same_key(const clscan__text *a, const clscan__text *b) {
  return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void free_entry(cached_plan *entry) {
  clscan_plan_destroy(entry->plan);
  clscan__text_free(&entry->key);
  clscan__mutex_destroy(&entry->mutex);
  free(entry);
}

/* Takes entries that nobody uses out of the list until `most` are left, the one whose use is the
 * longest ago first. The caller holds the mutex. */
static cached_plan *unlink_oldest(clscan_context *ctx, size_t most) {
  cached_plan *unlinked = NULL;
  while (ctx->num_cached_plans > most) {
    cached_plan **oldest = NULL;
    for (cached_plan **p = &ctx->cached_plans; *p; p = &(*p)->next) {
      if ((*p)->users == 0) {
        oldest = p;
      }
    }
    if (!oldest) {
      break;
    }
    cached_plan *entry = *oldest;
    *oldest = entry->next;
    ctx->num_cached_plans--;
    entry->next = unlinked;
    unlinked = entry;
  }
  return unlinked;
}

static void free_entries(cached_plan *entry) {
  while (entry) {
    cached_plan *next = entry->next;
    free_entry(entry);
    entry = next;
  }
}

/* Finds or enters the key; takes it over. NULL if memory ran out. What is then too many goes. */
static cached_plan *find_entry(clscan_context *ctx, clscan__text *key) {
  const size_t most =
      ctx->options.max_cached_plans ? ctx->options.max_cached_plans : DEFAULT_MAX_PLANS;
  clscan__mutex_lock(&ctx->mutex);
  cached_plan **p = &ctx->cached_plans;
  while (*p && !same_key(&(*p)->key, key)) {
    p = &(*p)->next;
  }
  cached_plan *entry = *p;
  if (entry) {
    *p = entry->next;
  } else {
    entry = calloc(1, sizeof *entry);
    if (entry && !clscan__mutex_init(&entry->mutex)) {
      free(entry);
      entry = NULL;
    }
    if (entry) {
      entry->key = *key;
      *key = (clscan__text){0};
      ctx->num_cached_plans++;
    }
  }
  if (entry) {
    entry->next = ctx->cached_plans;
    ctx->cached_plans = entry;
    entry->users++;
  }
  cached_plan *oldest = unlink_oldest(ctx, most);
  clscan__mutex_unlock(&ctx->mutex);
  clscan__text_free(key);
  if (oldest) {
    free_entries(oldest);
    clscan__programs_trim(ctx);
  }
  return entry;
}

/* Leaves an entry; one without a plan is forgotten when its last user leaves. */
static void leave_entry(clscan_context *ctx, cached_plan *entry) {
  clscan__mutex_lock(&ctx->mutex);
  const bool forget = --entry->users == 0 && !entry->plan;
  if (forget) {
    cached_plan **p = &ctx->cached_plans;
    while (*p != entry) {
      p = &(*p)->next;
    }
    *p = entry->next;
    ctx->num_cached_plans--;
  }
  clscan__mutex_unlock(&ctx->mutex);
  if (forget) {
    free_entry(entry);
  }
}

clscan_status clscan__plan_cache_call(clscan_context *ctx, const clscan__plan_class *class,
                                      cl_command_queue queue, const void *desc, const void *args,
                                      cl_uint num_wait, const cl_event *wait, cl_event *event) {
  if (!ctx) {
    return CLSCAN_INVALID_ARGUMENT;
  }
  if (!desc) {
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc is NULL");
  }
  clscan__text key = {0};
  clscan__text_append(&key, class->name, strlen(class->name) + 1);
  clscan__plan_key(&key, class->desc, desc);
  cached_plan *entry = NULL;
  if (key.failed) {
    clscan__text_free(&key);
  } else {
    entry = find_entry(ctx, &key);
  }
  if (!entry) {
    return clscan__fail(ctx, CL_OUT_OF_HOST_MEMORY, "the host has no memory to keep a plan");
  }
  clscan_status status = CLSCAN_SUCCESS;
  clscan__mutex_lock(&entry->mutex);
  if (!entry->plan) {
    status = clscan__plan_create(ctx, class, desc, &entry->plan);
    if (status == CLSCAN_SUCCESS) {
      entry->plan->max_queues =
          ctx->options.max_queues ? ctx->options.max_queues : DEFAULT_MAX_QUEUES;
    }
  }
  clscan__mutex_unlock(&entry->mutex);
  if (status == CLSCAN_SUCCESS) {
    status = clscan__plan_enqueue(entry->plan, class, queue, args, num_wait, wait, event);
  }
  leave_entry(ctx, entry);
  return status;
}

void clscan__plan_cache_clear(clscan_context *ctx) {
  clscan__mutex_lock(&ctx->mutex);
  cached_plan *unused = unlink_oldest(ctx, 0);
  clscan__mutex_unlock(&ctx->mutex);
  free_entries(unused);
}
