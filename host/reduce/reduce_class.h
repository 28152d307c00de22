/* SPDX-License-Identifier: Apache-2.0 */
/* What others see of a reduction: its class, and the fields of its descriptor and arguments. */
#ifndef CLSCAN_HOST_REDUCE_CLASS_H
#define CLSCAN_HOST_REDUCE_CLASS_H

#include "plan/plan.h"

extern const clscan__plan_class clscan__reduce_class;
extern const clscan__fields clscan__reduce_desc_fields, clscan__reduce_args_fields;

#endif
