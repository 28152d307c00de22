/* SPDX-License-Identifier: Apache-2.0 */
/* What others see of a scan: its class, and the fields of its descriptor and arguments. */
#ifndef CLSCAN_HOST_SCAN_CLASS_H
#define CLSCAN_HOST_SCAN_CLASS_H

#include "plan/plan.h"

extern const clscan__plan_class clscan__scan_class;
extern const clscan__fields clscan__scan_desc_fields, clscan__scan_args_fields;

#endif
