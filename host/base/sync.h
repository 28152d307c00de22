/* SPDX-License-Identifier: Apache-2.0 */
/* Threads: a lock, and a condition to wait for. POSIX's, or Windows' own. */
#ifndef CLSCAN_HOST_SYNC_H
#define CLSCAN_HOST_SYNC_H

#include <stdbool.h>

#ifdef _WIN32
/* An SRWLOCK and a CONDITION_VARIABLE, whose header would bring in too much. */
typedef struct clscan__mutex {
  void *lock;
} clscan__mutex;
typedef struct clscan__condition {
  void *variable;
} clscan__condition;
#else
#include <pthread.h>
typedef pthread_mutex_t clscan__mutex;
typedef pthread_cond_t clscan__condition;
#endif

/* False if the system has no memory for one more. */
bool clscan__mutex_init(clscan__mutex *mutex);
void clscan__mutex_destroy(clscan__mutex *mutex);
void clscan__mutex_lock(clscan__mutex *mutex);
void clscan__mutex_unlock(clscan__mutex *mutex);

/* Likewise. */
bool clscan__condition_init(clscan__condition *condition);
void clscan__condition_destroy(clscan__condition *condition);
/* Lets the mutex go meanwhile; may return early. */
void clscan__condition_wait(clscan__condition *condition, clscan__mutex *mutex);
/* Wakes all that wait. */
void clscan__condition_broadcast(clscan__condition *condition);

#endif
