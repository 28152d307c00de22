/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/axes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the text being read. */
typedef struct span {
  const char *at;
  const char *end;
} span;

static bool read_digits(span *s, uint64_t *number) {
  const char *first = s->at;
  uint64_t value = 0;
  while (s->at < s->end && *s->at >= '0' && *s->at <= '9') {
    uint64_t digit = (uint64_t)(*s->at - '0');
    if (value > (UINT64_MAX - digit) / 10) {
      return false;
    }
    value = value * 10 + digit;
    s->at++;
  }
  *number = value;
  return s->at != first;
}

/* digits, or digits^digits */
static bool read_power(span *s, uint64_t *number) {
  uint64_t base;
  uint64_t exponent = 0;
  if (!read_digits(s, &base)) {
    return false;
  }
  *number = base;
  if (s->at == s->end || *s->at != '^') {
    return true;
  }
  s->at++;
  if (!read_digits(s, &exponent) || exponent > 64) {
    return false;
  }
  *number = 1;
  for (uint64_t i = 0; i < exponent; i++) {
    if (base != 0 && *number > UINT64_MAX / base) {
      return false;
    }
    *number *= base;
  }
  return true;
}

/* power, power+digits, or power-digits; the whole span. */
static bool read_number(span s, uint64_t *number) {
  if (!read_power(&s, number)) {
    return false;
  }
  if (s.at < s.end && (*s.at == '+' || *s.at == '-')) {
    bool plus = *s.at++ == '+';
    uint64_t term;
    if (!read_digits(&s, &term) || (plus ? *number > UINT64_MAX - term : *number < term)) {
      return false;
    }
    *number = plus ? *number + term : *number - term;
  }
  return s.at == s.end;
}

void axis_number_text(uint64_t number, char *text, size_t size) {
  unsigned bit = 0;
  while (bit < 63 && (number >> bit) > 1) {
    bit++;
  }
  if (number >= 1024 && number == (uint64_t)1 << bit) {
    snprintf(text, size, "2^%u", bit);
  } else {
    snprintf(text, size, "%" PRIu64, number);
  }
}

static bool append(axis_values *values, const axis_value *value) {
  axis_value *items = realloc(values->items, (values->count + 1) * sizeof *items);
  if (items == NULL) {
    return false;
  }
  values->items = items;
  values->items[values->count++] = *value;
  return true;
}

static bool append_number(const bench_axis *axis, axis_values *values, uint64_t number, char *why,
                          size_t why_size) {
  axis_value value = {.number = number};
  axis_number_text(number, value.text, sizeof value.text);
  if (number < axis->min || number > axis->max) {
    char low[24];
    char high[24];
    axis_number_text(axis->min, low, sizeof low);
    axis_number_text(axis->max, high, sizeof high);
    snprintf(why, why_size, "axis '%s' goes from %s to %s, so it has no %s", axis->name, low, high,
             value.text);
    return false;
  }
  if (!append(values, &value)) {
    snprintf(why, why_size, "out of memory");
    return false;
  }
  return true;
}

static bool append_range(const bench_axis *axis, axis_values *values, span s, char *why,
                         size_t why_size) {
  uint64_t part[3] = {0, 0, 2};
  size_t parts = 0;
  while (true) {
    const char *colon = memchr(s.at, ':', (size_t)(s.end - s.at));
    span piece = {s.at, colon != NULL ? colon : s.end};
    if (parts == 3 || !read_number(piece, &part[parts])) {
      snprintf(why, why_size,
               "axis '%s': '%.*s' is no number and no range; write 4096, 2^12, 2^12+1 or "
               "from:to:factor",
               axis->name, (int)(piece.end - piece.at), piece.at);
      return false;
    }
    parts++;
    if (colon == NULL) {
      break;
    }
    s.at = colon + 1;
  }
  if (parts == 1) {
    return append_number(axis, values, part[0], why, why_size);
  }
  if (part[2] < 2 || part[0] == 0 || part[0] > part[1]) {
    snprintf(why, why_size, "axis '%s': a range goes up from 1 or more by a factor of 2 or more",
             axis->name);
    return false;
  }
  for (uint64_t number = part[0];; number *= part[2]) {
    if (!append_number(axis, values, number, why, why_size)) {
      return false;
    }
    if (number > part[1] / part[2]) {
      return true;
    }
  }
}

static bool append_choice(const bench_axis *axis, axis_values *values, span s, char *why,
                          size_t why_size) {
  size_t length = (size_t)(s.end - s.at);
  for (size_t i = 0; axis->choices[i] != NULL; i++) {
    if (strlen(axis->choices[i]) == length && memcmp(axis->choices[i], s.at, length) == 0) {
      axis_value value = {.number = i};
      snprintf(value.text, sizeof value.text, "%s", axis->choices[i]);
      if (!append(values, &value)) {
        snprintf(why, why_size, "out of memory");
        return false;
      }
      return true;
    }
  }
  int used = snprintf(why, why_size, "axis '%s' has no value '%.*s'; it has", axis->name,
                      (int)length, s.at);
  for (size_t i = 0; axis->choices[i] != NULL && used >= 0 && (size_t)used < why_size; i++) {
    used += snprintf(why + used, why_size - (size_t)used, " %s", axis->choices[i]);
  }
  return false;
}

bool axis_parse(const bench_axis *axis, const char *text, axis_values *values, char *why,
                size_t why_size) {
  values->items = NULL;
  values->count = 0;
  const char *at = text;
  while (true) {
    const char *comma = strchr(at, ',');
    span s = {at, comma != NULL ? comma : at + strlen(at)};
    bool ok = axis->choices != NULL ? append_choice(axis, values, s, why, why_size)
                                    : append_range(axis, values, s, why, why_size);
    if (!ok) {
      axis_values_free(values);
      return false;
    }
    if (comma == NULL) {
      return true;
    }
    at = comma + 1;
  }
}

void axis_clamp(axis_values *values, uint64_t limit) {
  size_t kept = 0;
  for (size_t i = 0; i < values->count; i++) {
    axis_value value = values->items[i];
    if (value.number > limit) {
      value.number = limit;
      axis_number_text(limit, value.text, sizeof value.text);
    }
    bool twice = false;
    for (size_t k = 0; k < kept; k++) {
      twice = twice || values->items[k].number == value.number;
    }
    if (!twice) {
      values->items[kept++] = value;
    }
  }
  values->count = kept;
}

void axis_values_free(axis_values *values) {
  free(values->items);
  values->items = NULL;
  values->count = 0;
}
