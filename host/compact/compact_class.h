/* SPDX-License-Identifier: Apache-2.0 */
/* What others see of selects and partitions: their classes, and the fields of their descriptors and
 * arguments. */
#ifndef CLSCAN_HOST_COMPACT_CLASS_H
#define CLSCAN_HOST_COMPACT_CLASS_H

#include "plan/plan.h"

extern const clscan__plan_class clscan__select_class, clscan__partition_class;
extern const clscan__fields clscan__select_desc_fields, clscan__select_args_fields;
extern const clscan__fields clscan__select_output_fields;
extern const clscan__fields clscan__partition_desc_fields, clscan__partition_args_fields;

#endif
