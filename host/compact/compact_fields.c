/* SPDX-License-Identifier: Apache-2.0 */
#include "compact/compact_class.h"

#define OUTPUT(kind, field) CLSCAN__FIELD(kind, clscan_select_output, field)
static const clscan__field output[] = {
    {OUTPUT(NUMBER, type)},
    {OUTPUT(STRUCT, custom_type), .of = &clscan__custom_type_fields},
    {OUTPUT(STRING, expression)},
    {OUTPUT(RESERVED, reserved)},
};
const clscan__fields clscan__select_output_fields = CLSCAN__FIELDS(output, clscan_select_output);

#define SELECT(kind, field) CLSCAN__FIELD(kind, clscan_select_desc, field)
static const clscan__field select_desc[] = {
    {SELECT(NUMBER, type)},
    {SELECT(NUMBER, out_type)},
    {SELECT(NUMBER, flag_type)},
    {SELECT(NUMBER, argument_type)},
    {SELECT(COUNT_TYPE, count_type)},
    {SELECT(COUNT_TYPE, n_device_type)},
    {SELECT(ENUM, algorithm), .range = CLSCAN_SELECT_ATOMIC_ELEMENT},
    {SELECT(FLAGS, flags),
     .range = CLSCAN_UNORDERED | CLSCAN_UNIQUE | CLSCAN_FLAG_BITS | CLSCAN_ROWS},
    {SELECT(STRUCT, custom_type), .of = &clscan__custom_type_fields},
    {SELECT(STRUCT, custom_out), .of = &clscan__custom_type_fields},
    {SELECT(STRUCT, custom_argument), .of = &clscan__custom_type_fields},
    {SELECT(STRING, definition)},
    {SELECT(STRING, predicate)},
    {SELECT(STRING, equal)},
    {SELECT(STRING, output)},
    {SELECT(ARRAY, more), .range = CLSCAN_MAX_OUTPUTS, .of = &clscan__select_output_fields,
     .count = offsetof(clscan_select_desc, num_more)},
    {SELECT(NUMBER, num_more)},
    {SELECT(RESERVED, reserved)},
};
const clscan__fields clscan__select_desc_fields = CLSCAN__FIELDS(select_desc, clscan_select_desc);

#define SELECT_ARGS(kind, field) CLSCAN__FIELD(kind, clscan_select_args, field)
static const clscan__field select_args[] = {
    {SELECT_ARGS(ARGUMENT, in)},       {SELECT_ARGS(ARGUMENT, out)},
    {SELECT_ARGS(ARGUMENT, count)},    {SELECT_ARGS(ARGUMENT, n)},
    {SELECT_ARGS(ARGUMENT, capacity)}, {SELECT_ARGS(ARGUMENT, flags)},
    {SELECT_ARGS(ARGUMENT, argument)}, {SELECT_ARGS(ARGUMENT, argument_device)},
    {SELECT_ARGS(ARGUMENT, width)},    {SELECT_ARGS(ARGUMENT, row_pitch)},
    {SELECT_ARGS(ARGUMENT, more)},     {SELECT_ARGS(ARGUMENT, n_device)},
    {SELECT_ARGS(ARGUMENT, scratch)},  {SELECT_ARGS(BITS, options), .range = CLSCAN_CAPACITY},
    {SELECT_ARGS(RESERVED, reserved)},
};
const clscan__fields clscan__select_args_fields = CLSCAN__FIELDS(select_args, clscan_select_args);

#define PARTITION(kind, field) CLSCAN__FIELD(kind, clscan_partition_desc, field)
static const clscan__field partition_desc[] = {
    {PARTITION(NUMBER, type)},
    {PARTITION(NUMBER, flag_type)},
    {PARTITION(NUMBER, argument_type)},
    {PARTITION(COUNT_TYPE, count_type)},
    {PARTITION(COUNT_TYPE, n_device_type)},
    {PARTITION(ENUM, algorithm), .range = CLSCAN_SELECT_ATOMIC_ELEMENT},
    {PARTITION(FLAGS, flags), .range = CLSCAN_FLAG_BITS | CLSCAN_ROWS | CLSCAN_SEPARATE},
    {PARTITION(NUMBER, num_buckets)},
    {PARTITION(STRUCT, custom_type), .of = &clscan__custom_type_fields},
    {PARTITION(STRUCT, custom_argument), .of = &clscan__custom_type_fields},
    {PARTITION(STRING, definition)},
    {PARTITION(STRING, bucket)},
    {PARTITION(STRING, predicate)},
    {PARTITION(RESERVED, reserved)},
};
const clscan__fields clscan__partition_desc_fields =
    CLSCAN__FIELDS(partition_desc, clscan_partition_desc);

#define PARTITION_ARGS(kind, field) CLSCAN__FIELD(kind, clscan_partition_args, field)
static const clscan__field partition_args[] = {
    {PARTITION_ARGS(ARGUMENT, in)},
    {PARTITION_ARGS(ARGUMENT, out)},
    {PARTITION_ARGS(ARGUMENT, outs)},
    {PARTITION_ARGS(ARGUMENT, capacity)},
    {PARTITION_ARGS(ARGUMENT, counts)},
    {PARTITION_ARGS(ARGUMENT, offsets)},
    {PARTITION_ARGS(ARGUMENT, n)},
    {PARTITION_ARGS(ARGUMENT, flags)},
    {PARTITION_ARGS(ARGUMENT, argument)},
    {PARTITION_ARGS(ARGUMENT, argument_device)},
    {PARTITION_ARGS(ARGUMENT, width)},
    {PARTITION_ARGS(ARGUMENT, row_pitch)},
    {PARTITION_ARGS(ARGUMENT, n_device)},
    {PARTITION_ARGS(ARGUMENT, scratch)},
    {PARTITION_ARGS(BITS, options), .range = CLSCAN_CAPACITY},
    {PARTITION_ARGS(RESERVED, reserved)},
};
const clscan__fields clscan__partition_args_fields =
    CLSCAN__FIELDS(partition_args, clscan_partition_args);
