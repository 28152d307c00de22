/* SPDX-License-Identifier: Apache-2.0 */
#include "tuning/algorithm.h"

#include "base/context.h"
#include "base/fail.h"
#include "device/caps.h"
#include "tuning/target.h"

/* The way to publish and observe, and the layout that goes with it; NULL, or why there is none. */
static const char *choose_atomics(const clscan_context *ctx, const clscan__shape_request *request,
                                  clscan__shape *shape) {
  const clscan__caps *caps = ctx->caps;
  clscan_atomics atomics = ctx->tuning.atomics;
  if (atomics == CLSCAN_ATOMICS_AUTO) {
    atomics = caps->has_ptx_order         ? CLSCAN_ATOMICS_PTX
              : caps->has_opencl3_atomics ? CLSCAN_ATOMICS_OPENCL3
                                          : CLSCAN_ATOMICS_OPENCL1;
  }
  if (!caps->has_int64_atomics) {
    return "the device has no 64-bit atomics";
  }
  if (atomics == CLSCAN_ATOMICS_PTX && !caps->has_ptx_order) {
    return "the device has no PTX accesses at device scope";
  }
  if (atomics == CLSCAN_ATOMICS_OPENCL3 && !caps->has_opencl3_atomics) {
    return "the device has no acquire and release at device scope";
  }
  if (request->counts) {
    shape->form = CLSCAN__DESC_COUNT;
  } else if (request->acc_size <= 4) {
    shape->form = CLSCAN__DESC_WORD;
  } else if (request->acc_size == 8 && atomics == CLSCAN_ATOMICS_PTX && caps->has_ptx_wide) {
    shape->form = CLSCAN__DESC_WIDE;
  } else {
    shape->form = CLSCAN__DESC_PAYLOAD;
  }
  if (shape->form == CLSCAN__DESC_PAYLOAD && atomics == CLSCAN_ATOMICS_OPENCL1) {
    return "accumulators over 32 bits need acquire and release at device scope";
  }
  shape->atomics = atomics;
  return NULL;
}

bool clscan__lookback_known(const clscan_context *ctx) {
  const clscan__caps *caps = ctx->caps;
  return (caps->is_nvidia && caps->compute_capability >= 70) || caps->is_amd ||
         (caps->is_cpu && caps->is_pocl);
}

/* NULL, or why look-back must not run: no OpenCL version promises that started groups progress. */
static const char *lookback_refused(const clscan_context *ctx) {
  if (ctx->options.forbid_lookback) {
    return "look-back is forbidden by the context's options";
  }
  if (ctx->options.allow_lookback || clscan__lookback_known(ctx)) {
    return NULL;
  }
  return "the device is not known to let started work-groups progress";
}

static bool any_grouping(const clscan__shape_request *request) {
  return request->exact || (request->flags & CLSCAN_ALLOW_NONREPRODUCIBLE) != 0;
}

const clscan__work *clscan__work_asked(const clscan__shape_request *request, bool packed) {
  const clscan__tuning_class *class = request->class;
  if (packed) {
    return class->packed;
  }
  return any_grouping(request) || request->stateless || !class->two_level ? class->work
                                                                          : class->two_level;
}

static bool is_lookback(int algorithm) {
  return algorithm == CLSCAN_SCAN_LOOKBACK || algorithm == CLSCAN_SCAN_LOOKBACK_TWO_LEVEL;
}

static bool has_algorithm(const clscan__shape_request *request, int algorithm) {
  return !request->algorithms || (request->algorithms >> algorithm & 1u);
}

/* What AUTO takes by options.tuning or the table, and which of them says so; AUTO: neither does. */
static int tuned_algorithm(const clscan_context *ctx, const clscan__shape_request *request,
                           bool packed, const char **reason) {
  const clscan_tuning *t = &ctx->tuning;
  const clscan__work *work = clscan__work_asked(request, packed);
  const int forced = work == request->class->two_level ? t->inexact_algorithm : t->exact_algorithm;
  *reason =
      forced ? "options.tuning asks for this algorithm" : "the tuning row asks for this algorithm";
  return forced ? forced : clscan__tuning_values(ctx, request, work).algorithm;
}

clscan_status clscan__algorithm_choose(const clscan_context *ctx,
                                       const clscan__shape_request *request, clscan__shape *shape) {
  const char *refused =
      request->stateless ? "no state may be kept between executions" : lookback_refused(ctx);
  if (!refused) {
    refused = choose_atomics(ctx, request, shape);
  }
  shape->algorithm = request->algorithm;
  shape->reason = "the descriptor asks for this algorithm";
  if (shape->algorithm == CLSCAN_SCAN_AUTO) {
    if (!request->stateless) {
      shape->algorithm = tuned_algorithm(ctx, request, shape->packed, &shape->reason);
    }
    if (!has_algorithm(request, shape->algorithm) || (is_lookback(shape->algorithm) && refused)) {
      shape->algorithm = CLSCAN_SCAN_AUTO;
    }
  }
  if (shape->algorithm == CLSCAN_SCAN_AUTO && !has_algorithm(request, CLSCAN_SCAN_LOOKBACK)) {
    shape->algorithm = request->usual;
    shape->reason = request->usual_reason;
  } else if (shape->algorithm == CLSCAN_SCAN_AUTO) {
    shape->reason = refused ? refused
                    : any_grouping(request)
                        ? "one pass; any grouping of the operands will do"
                        : "one pass with a fixed grouping, so that the bits never vary";
    shape->algorithm = refused                 ? CLSCAN_SCAN_REDUCE_THEN_SCAN
                       : any_grouping(request) ? CLSCAN_SCAN_LOOKBACK
                                               : CLSCAN_SCAN_LOOKBACK_TWO_LEVEL;
  }
  if (is_lookback(shape->algorithm) && refused) {
    return clscan__fail(ctx, CLSCAN_UNSUPPORTED_ALGORITHM, "no look-back on %s: %s",
                        ctx->caps->name, refused);
  }
  shape->reproducible = request->exact || shape->algorithm != CLSCAN_SCAN_LOOKBACK;
  if (!is_lookback(shape->algorithm)) {
    shape->atomics = CLSCAN_ATOMICS_AUTO;
    shape->form = CLSCAN__DESC_NONE;
  }
  return CLSCAN_SUCCESS;
}
