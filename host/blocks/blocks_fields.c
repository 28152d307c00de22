/* SPDX-License-Identifier: Apache-2.0 */
#include "blocks/blocks.h"

#define DESC(kind, field) CLSCAN__FIELD(kind, clscan_device_source_desc, field)
static const clscan__field desc[] = {
    {DESC(NUMBER, type)},
    {DESC(NUMBER, op)},
    {DESC(ENUM, backend), .range = CLSCAN_BACKEND_KHR},
    {DESC(ENUM, method), .range = CLSCAN_WORKGROUP_BLELLOCH},
    {DESC(NUMBER, max_group_size)},
    {DESC(STRUCT, custom_type), .of = &clscan__custom_type_fields},
    {DESC(STRUCT, custom_op), .of = &clscan__custom_op_fields},
    {DESC(STRING, prefix)},
    {DESC(RESERVED, reserved)},
};
const clscan__fields clscan__device_source_desc_fields =
    CLSCAN__FIELDS(desc, clscan_device_source_desc);
