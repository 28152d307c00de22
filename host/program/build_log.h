/* SPDX-License-Identifier: Apache-2.0 */
/* Build logs with the caller's own line numbers. */
#ifndef CLSCAN_HOST_BUILD_LOG_H
#define CLSCAN_HOST_BUILD_LOG_H

#include "base/text.h"

/* NVIDIA's compiler names places as <kernel>:line:column in the whole text and takes no notice of
 * #line. Appends `log` to `out` with each such place as the #line directives of `source` name it.
 */
void clscan__build_log_map(clscan__text *out, const char *log, const char *source);

/* Appends those messages of a mapped log that are about the caller's texts: from a line with a
 * place there to the next line with a place elsewhere, or to an empty one. */
void clscan__build_log_users(clscan__text *out, const char *log);

#endif
