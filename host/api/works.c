/* SPDX-License-Identifier: Apache-2.0 */
#include "api/works.h"

#include "compact/compact_tuning.h"
#include "scan/scan_tuning.h"

const clscan__work *const clscan__works[] = {&clscan__scan_work, &clscan__two_level_work,
                                             &clscan__packed_work, &clscan__compaction_work};
const size_t clscan__num_works = sizeof clscan__works / sizeof *clscan__works;
