/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of a scan's descriptor and arguments. */
#ifndef CLSCAN_HOST_SCAN_FIELDS_H
#define CLSCAN_HOST_SCAN_FIELDS_H

#include "base/fields.h"

extern const clscan__fields clscan__scan_desc_fields, clscan__scan_args_fields;

#endif
