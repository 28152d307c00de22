/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of a reduction's descriptor and arguments. */
#ifndef CLSCAN_HOST_REDUCE_FIELDS_H
#define CLSCAN_HOST_REDUCE_FIELDS_H

#include "base/fields.h"

extern const clscan__fields clscan__reduce_desc_fields, clscan__reduce_args_fields;

#endif
