/* SPDX-License-Identifier: Apache-2.0 */
#include "difference/difference_class.h"

#define DESC(kind, field) CLSCAN__FIELD(kind, clscan_adjacent_difference_desc, field)
static const clscan__field desc[] = {
    {DESC(NUMBER, type)},
    {DESC(NUMBER, acc_type)},
    {DESC(NUMBER, out_type)},
    {DESC(NUMBER, flag_type)},
    {DESC(NUMBER, argument_type)},
    {DESC(COUNT_TYPE, n_device_type)},
    {DESC(FLAGS, flags), .range = CLSCAN_REVERSE | CLSCAN_FLAG_BITS | CLSCAN_ROWS},
    {DESC(STRUCT, custom_type), .of = &clscan__custom_type_fields},
    {DESC(STRUCT, custom_acc), .of = &clscan__custom_type_fields},
    {DESC(STRUCT, custom_out), .of = &clscan__custom_type_fields},
    {DESC(STRUCT, custom_argument), .of = &clscan__custom_type_fields},
    {DESC(STRUCT, custom_op), .of = &clscan__custom_op_fields},
    {DESC(STRING, definition)},
    {DESC(STRING, load)},
    {DESC(STRING, store)},
    {DESC(RESERVED, reserved)},
};
const clscan__fields clscan__adjacent_difference_desc_fields =
    CLSCAN__FIELDS(desc, clscan_adjacent_difference_desc);

#define ARGS(kind, field) CLSCAN__FIELD(kind, clscan_adjacent_difference_args, field)
static const clscan__field args[] = {
    {ARGS(ARGUMENT, in)},      {ARGS(ARGUMENT, out)},       {ARGS(ARGUMENT, n)},
    {ARGS(ARGUMENT, flags)},   {ARGS(ARGUMENT, argument)},  {ARGS(ARGUMENT, argument_device)},
    {ARGS(ARGUMENT, width)},   {ARGS(ARGUMENT, row_pitch)}, {ARGS(ARGUMENT, n_device)},
    {ARGS(ARGUMENT, scratch)}, {ARGS(RESERVED, reserved)},
};
const clscan__fields clscan__adjacent_difference_args_fields =
    CLSCAN__FIELDS(args, clscan_adjacent_difference_args);
