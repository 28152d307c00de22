/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLSCAN_HOST_OPTIONS_FIELDS_H
#define CLSCAN_HOST_OPTIONS_FIELDS_H

#include "base/fields.h"

extern const clscan__fields clscan__options_fields;

#endif
