/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLSCAN_HOST_BLOCKS_H
#define CLSCAN_HOST_BLOCKS_H

#include "base/fields.h"

extern const clscan__fields clscan__device_source_desc_fields;

#endif
