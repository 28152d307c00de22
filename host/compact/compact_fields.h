/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of the descriptors and arguments of selects and partitions. */
#ifndef CLSCAN_HOST_COMPACT_FIELDS_H
#define CLSCAN_HOST_COMPACT_FIELDS_H

#include "base/fields.h"

extern const clscan__fields clscan__select_desc_fields, clscan__select_args_fields;
extern const clscan__fields clscan__select_output_fields;
extern const clscan__fields clscan__partition_desc_fields, clscan__partition_args_fields;

#endif
