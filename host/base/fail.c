/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/context.h"

clscan_status clscan__fail(const clscan_context *ctx, clscan_status status, const char *format,
                           ...) {
  if (ctx->options.log) {
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    ctx->options.log(ctx->options.log_user, status, message);
  }
  return status;
}
