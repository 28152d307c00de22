/* SPDX-License-Identifier: Apache-2.0 */
#include "api/drivers.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "tuning/algorithm.h"

/* Known broken drivers: a part of CL_PLATFORM_NAME, two of CL_PLATFORM_VERSION, and what
 * happens. */
static const struct {
  const char *platform, *version, *with, *fault;
} broken_drivers[] = {
    {"Portable Computing Language", "PoCL 6.", "LLVM 18.",
     "its compiler ends the process on some kernels: forced shapes, accumulators that are structs, "
     "and texts of your own that ask for the size of sub-groups"},
};

static clscan_status tell_broken(const clscan_context *ctx) {
  clscan_status status;
  char *name = clscan__platform_string(&ctx->cl, ctx->caps->platform, CL_PLATFORM_NAME, &status);
  char *version = NULL;
  if (name) {
    version = clscan__platform_string(&ctx->cl, ctx->caps->platform, CL_PLATFORM_VERSION, &status);
  }
  for (size_t i = 0; version && i < sizeof broken_drivers / sizeof *broken_drivers; i++) {
    if (strstr(name, broken_drivers[i].platform) && strstr(version, broken_drivers[i].version) &&
        strstr(version, broken_drivers[i].with)) {
      clscan__fail(ctx, CLSCAN_SUCCESS, "%s, %s, is known to be broken: %s", name, version,
                   broken_drivers[i].fault);
    }
  }
  free(name);
  free(version);
  return status;
}

clscan_status clscan__drivers_tell(const clscan_context *ctx) {
  if (!ctx->options.log) {
    return CLSCAN_SUCCESS;
  }
  const clscan_status status = tell_broken(ctx);
  if (status != CLSCAN_SUCCESS) {
    return clscan__fail(ctx, status, "the platform cannot be queried: %s",
                        clscan_status_name(status));
  }
  if (!ctx->options.forbid_lookback && !ctx->options.allow_lookback &&
      !clscan__lookback_known(ctx)) {
    clscan__fail(ctx, CLSCAN_SUCCESS,
                 "%s is not known to let started work-groups progress: no work-group waits for "
                 "another one, at the price of more launches (options.allow_lookback)",
                 ctx->caps->name);
  }
  return CLSCAN_SUCCESS;
}
