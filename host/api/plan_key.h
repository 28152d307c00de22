/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors as keys of the plan cache. Two of them have the same key only if they say the same.
 */
#ifndef CLSCAN_HOST_PLAN_KEY_H
#define CLSCAN_HOST_PLAN_KEY_H

#include "base/text.h"
#include "clscan.h"

/* Each takes the descriptor of its function. */
void clscan__key_scan(clscan__text *key, const void *desc);
void clscan__key_reduce(clscan__text *key, const void *desc);
void clscan__key_select(clscan__text *key, const void *desc);
void clscan__key_partition(clscan__text *key, const void *desc);

#endif
