/* SPDX-License-Identifier: Apache-2.0 */
/* What others see of an adjacent difference: its class, and the fields of its descriptor and
 * arguments. */
#ifndef CLSCAN_HOST_DIFFERENCE_CLASS_H
#define CLSCAN_HOST_DIFFERENCE_CLASS_H

#include "plan/plan.h"

extern const clscan__plan_class clscan__adjacent_difference_class;
extern const clscan__fields clscan__adjacent_difference_desc_fields,
    clscan__adjacent_difference_args_fields;

#endif
