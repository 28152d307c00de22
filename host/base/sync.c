/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sync.h"

#ifdef _WIN32

#include <windows.h>

bool clscan__mutex_init(clscan__mutex *mutex) {
  InitializeSRWLock((SRWLOCK *)mutex);
  return true;
}
void clscan__mutex_destroy(clscan__mutex *mutex) { (void)mutex; }
void clscan__mutex_lock(clscan__mutex *mutex) { AcquireSRWLockExclusive((SRWLOCK *)mutex); }
void clscan__mutex_unlock(clscan__mutex *mutex) { ReleaseSRWLockExclusive((SRWLOCK *)mutex); }

bool clscan__condition_init(clscan__condition *condition) {
  InitializeConditionVariable((CONDITION_VARIABLE *)condition);
  return true;
}
void clscan__condition_destroy(clscan__condition *condition) { (void)condition; }
void clscan__condition_wait(clscan__condition *condition, clscan__mutex *mutex) {
  SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, (SRWLOCK *)mutex, INFINITE, 0);
}
void clscan__condition_broadcast(clscan__condition *condition) {
  WakeAllConditionVariable((CONDITION_VARIABLE *)condition);
}

_Static_assert(sizeof(clscan__mutex) == sizeof(SRWLOCK) &&
                   sizeof(clscan__condition) == sizeof(CONDITION_VARIABLE),
               "both are a pointer");

#else

bool clscan__mutex_init(clscan__mutex *mutex) { return pthread_mutex_init(mutex, NULL) == 0; }
void clscan__mutex_destroy(clscan__mutex *mutex) { pthread_mutex_destroy(mutex); }
void clscan__mutex_lock(clscan__mutex *mutex) { pthread_mutex_lock(mutex); }
void clscan__mutex_unlock(clscan__mutex *mutex) { pthread_mutex_unlock(mutex); }

bool clscan__condition_init(clscan__condition *condition) {
  return pthread_cond_init(condition, NULL) == 0;
}
void clscan__condition_destroy(clscan__condition *condition) { pthread_cond_destroy(condition); }
void clscan__condition_wait(clscan__condition *condition, clscan__mutex *mutex) {
  pthread_cond_wait(condition, mutex);
}
void clscan__condition_broadcast(clscan__condition *condition) {
  pthread_cond_broadcast(condition);
}

#endif
