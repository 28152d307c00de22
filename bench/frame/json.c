/* SPDX-License-Identifier: Apache-2.0 */
/*
 * {schema: 1, clscan_version, device: {name, platform, driver}, argv, results: [{benchmark, axes,
 * samples, device_us, call_us, launches, noise, bytes, gb_per_s, x_copy, checked, survivors?,
 * out_of_order?, atomic_us?, skipped?, failed?}]}
 * Axes that are numbers are numbers; what was not measured is null; skipped and failed are reasons.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame/output.h"
#include "frame/results.h"

static json_t *number_or_null(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

/* Names come from drivers, so they may be anything; a bad one becomes "?". */
static json_t *text_or_mark(const char *text) {
  json_t *value = json_string(text);
  return value != NULL ? value : json_string("?");
}

static json_t *axes_object(const bench_state *state) {
  json_t *axes = json_object();
  for (size_t a = 0; a < bench_axis_count(state->bench); a++) {
    const bench_axis *axis = &state->bench->axes[a];
    json_t *value = axis->choices == NULL ? json_integer((json_int_t)state->values[a].number)
                                          : json_string(state->values[a].text);
    json_object_set_new(axes, axis->name, value);
  }
  return axes;
}

static void set_count(json_t *object, const char *name, uint64_t count) {
  if (count != BENCH_UNKNOWN) {
    json_object_set_new(object, name, json_integer((json_int_t)count));
  }
}

static json_t *result_object(const bench_result *result) {
  bool timed = result->status == BENCH_OK;
  json_t *object = json_object();
  json_object_set_new(object, "benchmark", json_string(result->state.bench->name));
  json_object_set_new(object, "axes", axes_object(&result->state));
  json_object_set_new(object, "samples", json_integer((json_int_t)result->samples));
  json_object_set_new(object, "device_us", number_or_null(timed ? result->device_us : NAN));
  json_object_set_new(object, "call_us", number_or_null(timed ? result->call_us : NAN));
  json_object_set_new(object, "launches", json_integer((json_int_t)result->launches));
  json_object_set_new(object, "noise", number_or_null(timed ? result->noise : NAN));
  json_object_set_new(object, "bytes", json_integer((json_int_t)result->bytes));
  json_object_set_new(object, "gb_per_s", number_or_null(timed ? bench_gb_per_s(result) : NAN));
  json_object_set_new(object, "x_copy", number_or_null(timed ? result->x_copy : NAN));
  json_object_set_new(object, "checked", json_boolean(result->checked));
  set_count(object, "survivors", result->survivors);
  set_count(object, "out_of_order", result->out_of_order);
  if (timed && isfinite(result->atomic_us)) {
    json_object_set_new(object, "atomic_us", json_real(result->atomic_us));
  }
  if (!timed) {
    json_object_set_new(object, result->status == BENCH_SKIPPED ? "skipped" : "failed",
                        text_or_mark(result->reason));
  }
  return object;
}

bool results_write_json(const bench_results *results, const bench_device *device, int argc,
                        char *const argv[], const char *path, char *why, size_t why_size) {
  json_t *root = json_object();
  json_t *device_object = json_object();
  json_t *arguments = json_array();
  json_t *list = json_array();
  char *text = NULL;
  bool ok = false;
  json_object_set_new(device_object, "name", text_or_mark(device->name));
  json_object_set_new(device_object, "platform", text_or_mark(device->platform_name));
  json_object_set_new(device_object, "driver", text_or_mark(device->driver));
  for (int i = 0; i < argc; i++) {
    json_array_append_new(arguments, text_or_mark(argv[i]));
  }
  for (size_t i = 0; i < results->count; i++) {
    json_array_append_new(list, result_object(&results->items[i]));
  }
  json_object_set_new(root, "schema", json_integer(1));
  json_object_set_new(root, "clscan_version", json_string(clscan_version()));
  json_object_set_new(root, "device", device_object);
  json_object_set_new(root, "argv", arguments);
  json_object_set_new(root, "results", list);
  text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
  if (text == NULL) {
    snprintf(why, why_size, "cannot write '%s': out of memory", path);
  } else {
    ok = output_write(path, text, strlen(text), why, why_size);
  }
  free(text);
  json_decref(root);
  return ok;
}
