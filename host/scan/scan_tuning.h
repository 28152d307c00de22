/* SPDX-License-Identifier: Apache-2.0 */
/* What the tuning knows of scans, and of reductions, which are scans that keep nothing but the last
 * value. */
#ifndef CLSCAN_HOST_SCAN_TUNING_H
#define CLSCAN_HOST_SCAN_TUNING_H

#include "tuning/shape.h"

extern const clscan__work clscan__scan_work;      /* but for the next two, and reductions */
extern const clscan__work clscan__two_level_work; /* by two-level look-back */
extern const clscan__work clscan__packed_work;    /* sums of 8- and of 16-bit integers in words */

extern const clscan__tuning_class clscan__scan_tuning;

#endif
