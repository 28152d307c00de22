/* SPDX-License-Identifier: Apache-2.0 */
/* What the tuning knows of selects and partitions. */
#ifndef CLSCAN_HOST_COMPACT_TUNING_H
#define CLSCAN_HOST_COMPACT_TUNING_H

#include "tuning/shape.h"

extern const clscan__work clscan__compaction_work;
extern const clscan__tuning_class clscan__compaction_tuning;

#endif
