/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors as keys of the plan cache. Two of them have the same key only if they say the same.
 */
#ifndef CLSCAN_HOST_PLAN_KEY_H
#define CLSCAN_HOST_PLAN_KEY_H

#include "base/fields.h"
#include "base/text.h"

/* Appends all that a descriptor says, whatever it points to included. */
void clscan__plan_key(clscan__text *key, const clscan__fields *fields, const void *desc);

#endif
