/* SPDX-License-Identifier: Apache-2.0 */
/* The list is locked only to look a key up; an entry has a lock of its own, held while its plan is made
 * and from setting arguments to the enqueue, so a thread that compiles does not hold up one whose plan
 * exists. */
#include "plan_cache.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"

typedef struct clscan__cached_plan {
  struct clscan__cached_plan *next;
  clscan__text key;
  size_t users; /* under the context's mutex */
  pthread_mutex_t mutex;
  clscan_plan *plan; /* NULL until it is made */
} cached_plan;

static bool same_key(const clscan__text *a, const clscan__text *b) {
  return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Finds or enters the key; takes it over. NULL if memory ran out. */
static cached_plan *find_entry(clscan_context *ctx, clscan__text *key) {
  pthread_mutex_lock(&ctx->mutex);
  cached_plan *entry = ctx->cached_plans;
  while (entry && !same_key(&entry->key, key))
    entry = entry->next;
  if (!entry) {
    entry = calloc(1, sizeof *entry);
    if (entry && pthread_mutex_init(&entry->mutex, NULL) != 0) {
      free(entry);
      entry = NULL;
    }
    if (entry) {
      entry->key = *key;
      *key = (clscan__text){0};
      entry->next = ctx->cached_plans;
      ctx->cached_plans = entry;
    }
  }
  if (entry)
    ++entry->users;
  pthread_mutex_unlock(&ctx->mutex);
  clscan__text_free(key);
  return entry;
}

static void free_entry(cached_plan *entry) {
  clscan_plan_destroy(entry->plan);
  clscan__text_free(&entry->key);
  pthread_mutex_destroy(&entry->mutex);
  free(entry);
}

/* Leaves an entry; one without a plan is forgotten when its last user leaves. */
static void leave_entry(clscan_context *ctx, cached_plan *entry) {
  pthread_mutex_lock(&ctx->mutex);
  const bool forget = --entry->users == 0 && !entry->plan;
  if (forget) {
    cached_plan **p = &ctx->cached_plans;
    while (*p != entry)
      p = &(*p)->next;
    *p = entry->next;
  }
  pthread_mutex_unlock(&ctx->mutex);
  if (forget)
    free_entry(entry);
}

clscan_status clscan__plan_cache_call(clscan_context *ctx, const clscan__one_call *call,
                                      cl_command_queue queue, const void *desc, const void *args,
                                      cl_uint num_wait, const cl_event *wait, cl_event *event) {
  if (!ctx)
    return CLSCAN_INVALID_ARGUMENT;
  if (!desc)
    return clscan__fail(ctx, CLSCAN_INVALID_ARGUMENT, "desc is NULL");
  clscan__text key = {0};
  clscan__text_append(&key, call->name, strlen(call->name) + 1);
  call->key(&key, desc);
  if (key.failed) {
    clscan__text_free(&key);
    return CL_OUT_OF_HOST_MEMORY;
  }
  cached_plan *entry = find_entry(ctx, &key);
  if (!entry)
    return CL_OUT_OF_HOST_MEMORY;
  clscan_status status = CLSCAN_SUCCESS;
  pthread_mutex_lock(&entry->mutex);
  if (!entry->plan)
    status = call->create(ctx, desc, &entry->plan);
  if (status == CLSCAN_SUCCESS)
    status = call->enqueue(entry->plan, queue, args, num_wait, wait, event);
  pthread_mutex_unlock(&entry->mutex);
  leave_entry(ctx, entry);
  return status;
}

void clscan__plan_cache_clear(clscan_context *ctx) {
  pthread_mutex_lock(&ctx->mutex);
  cached_plan *entry = ctx->cached_plans;
  ctx->cached_plans = NULL;
  pthread_mutex_unlock(&ctx->mutex);
  while (entry) {
    cached_plan *next = entry->next;
    free_entry(entry);
    entry = next;
  }
}

size_t clscan__plan_cache_count(clscan_context *ctx) {
  size_t count = 0;
  pthread_mutex_lock(&ctx->mutex);
  for (const cached_plan *entry = ctx->cached_plans; entry; entry = entry->next)
    ++count;
  pthread_mutex_unlock(&ctx->mutex);
  return count;
}
