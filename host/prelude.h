/* SPDX-License-Identifier: Apache-2.0 */
/* The text put before a kernel source: types, the caller's expressions, and macros. The macros' names
 * and meanings are in the head comments of cl/. */
#ifndef CLSCAN_HOST_PRELUDE_H
#define CLSCAN_HOST_PRELUDE_H

#include "text.h"
#include "tuning.h"
#include "types.h"

typedef struct clscan__prelude_config {
  const clscan__element *in, *acc, *out;
  const clscan__element *declared; /* three: all whose custom types must be defined */
  const clscan__operator *op;
  const char *load;  /* NULL: conversion */
  const char *store; /* NULL: conversion */
  const clscan__shape *shape;
  bool exclusive;
} clscan__prelude_config;

void clscan__prelude_write(clscan__text *text, const clscan__prelude_config *config);

/* The part of it that the building blocks need: how a text begins, the operator, the back end. */
void clscan__prelude_begin(clscan__text *text);
void clscan__prelude_operator(clscan__text *text, const char *prefix, const clscan__element *acc,
                              const clscan__operator *op);
void clscan__prelude_backend(clscan__text *text, const clscan__element *acc,
                             const clscan__operator *op, clscan_backend backend,
                             clscan_workgroup_method method);

#endif
