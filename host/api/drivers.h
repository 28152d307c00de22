/* SPDX-License-Identifier: Apache-2.0 */
/* What a context says of its driver, once. */
#ifndef CLSCAN_HOST_DRIVERS_H
#define CLSCAN_HOST_DRIVERS_H

#include "clscan.h"

struct clscan_context;

/* Tells the log, as information, that the driver is known to be broken, or that the device is
 * unknown and goes without look-back; nothing otherwise. */
clscan_status clscan__drivers_tell(const struct clscan_context *ctx);

#endif
