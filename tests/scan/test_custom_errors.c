/* SPDX-License-Identifier: Apache-2.0 */
/* Errors in the caller's OpenCL C come back as a status and a build log with the caller's lines. */
#include "support/interpose.h"

#include <string.h>

static struct harness h;

static const clscan_custom_type pair = {
    .name = "pair", .definition = "typedef struct { int a, b; } pair;", .size = 8, .alignment = 4};

/* No plan; the log names the text and its line, and says what is wrong. */
static void check(const clscan_scan_desc *desc, const char *place, const char *what) {
  clscan_context *ctx = NULL;
  clscan_plan *plan = NULL;
  const clscan_scan_desc good = {.type = CLSCAN_INT32};
  const clscan_context_options options = interpose_options(&h);
  interpose_reset();
  assert_success(clscan_context_create(h.context, h.device, &options, &ctx));
  harness_log_reset(&h);
  assert_status(clscan_scan_plan_create(ctx, desc, &plan), CLSCAN_BUILD_FAILED);
  assert_null(plan);
  assert_int_equal(h.log.status, CLSCAN_BUILD_FAILED);
  if (!harness_log_contains(&h, place) || !harness_log_contains(&h, what)) {
    fail_msg("the log has no \"%s\" or \"%s\":\n%s", place, what, h.log.text);
  }
  /* A failed build leaves nothing behind, and fails again the same way. */
  harness_log_reset(&h);
  assert_status(clscan_scan_plan_create(ctx, desc, &plan), CLSCAN_BUILD_FAILED);
  assert_true(harness_log_contains(&h, place));
  assert_success(clscan_scan_plan_create(ctx, &good, &plan));
  clscan_plan_destroy(plan);
  clscan_context_destroy(ctx);
  assert_true(interpose_nothing_held());
}

TEST(test_definition) {
  const clscan_custom_op op = {.definition = "int one(int a) { return a; }\n"
                                             "\n"
                                             "int two(int a) { return missing_thing; }\n",
                               .expression = "a + b"};
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  check(&desc, "custom_op:3", "missing_thing");
}

TEST(test_expression) {
  const clscan_custom_op op = {.expression = "a\n+ absent", .identity = "0"};
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  check(&desc, "custom_op_expression:2", "absent");
}

TEST(test_load) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .load = "x * nothing_here"};
  check(&desc, "load:1", "nothing_here");
}

TEST(test_store) {
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .store = "a +\n1 + not_there"};
  check(&desc, "store:2", "not_there");
}

TEST(test_type) {
  const clscan_custom_type type = {.name = "broken",
                                   .definition = "typedef struct {\n"
                                                 "  int a;\n"
                                                 "  unknown_type b;\n"
                                                 "} broken;\n",
                                   .size = 8,
                                   .alignment = 4};
  const clscan_custom_op op = {.expression = "a"};
  const clscan_scan_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &type, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  check(&desc, "custom_type:3", "unknown_type");
}

/* A size that is right with an alignment that is not: too strict, and too lax. */
TEST(test_alignment) {
  static const size_t wrong[] = {8, 2};
  for (unsigned k = 0; k < HARNESS_COUNT(wrong); k++) {
    clscan_custom_type type = pair;
    type.alignment = wrong[k];
    const clscan_custom_op op = {.expression = "a"};
    const clscan_scan_desc desc = {
        .type = CLSCAN_CUSTOM, .custom_type = &type, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
    check(&desc, "alignment", "error");
  }
}

/* An expression of another type than the accumulator's. */
TEST(test_expression_of_another_type) {
  const clscan_custom_op op = {.expression = "a.a"};
  const clscan_scan_desc desc = {
      .type = CLSCAN_CUSTOM, .custom_type = &pair, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  check(&desc, "custom_op_expression:1", "error");
}

TEST(test_identity) {
  const clscan_custom_op op = {.expression = "a + b", .identity = "no_such_identity"};
  const clscan_scan_desc desc = {.type = CLSCAN_INT32, .op = CLSCAN_CUSTOM_OP, .custom_op = &op};
  check(&desc, "custom_op_identity:1", "no_such_identity");
}

HARNESS_MAIN(NULL, NULL)
