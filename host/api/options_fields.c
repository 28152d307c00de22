/* SPDX-License-Identifier: Apache-2.0 */
#include "api/options_fields.h"

#define OPTIONS(kind, field) CLSCAN__FIELD(kind, clscan_context_options, field)
static const clscan__field options[] = {
    {OPTIONS(ARGUMENT, log)},
    {OPTIONS(ARGUMENT, log_user)},
    {OPTIONS(ARGUMENT, on_command)},
    {OPTIONS(ARGUMENT, on_command_user)},
    {OPTIONS(ARGUMENT, build_options)},
    {OPTIONS(ARGUMENT, tuning)},
    {OPTIONS(ARGUMENT, tuning_rows)},
    {OPTIONS(ARGUMENT, get_proc)},
    {OPTIONS(ARGUMENT, get_proc_user)},
    {OPTIONS(ARGUMENT, max_cached_plans)},
    {OPTIONS(ARGUMENT, max_queues)},
    {OPTIONS(ARGUMENT, forbid_lookback)},
    {OPTIONS(ARGUMENT, allow_lookback)},
    {OPTIONS(ARGUMENT, program_load)},
    {OPTIONS(ARGUMENT, program_store)},
    {OPTIONS(ARGUMENT, program_user)},
    {OPTIONS(RESERVED, reserved)},
};
const clscan__fields clscan__options_fields = CLSCAN__FIELDS(options, clscan_context_options);
