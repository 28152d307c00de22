/* SPDX-License-Identifier: Apache-2.0 */
/* The text put before a kernel source: types, the caller's expressions, and macros. The macros'
 * names and meanings are in the head comments of cl/. */
#ifndef CLSCAN_HOST_PRELUDE_H
#define CLSCAN_HOST_PRELUDE_H

#include "program/program_text.h"
#include "tuning/tuning.h"
#include "types/types.h"

/* What is made of elements: accumulators and outputs. */
typedef struct clscan__prelude_config {
  const clscan__element *acc, *out;
  const clscan__operator *op;
  const char *store; /* NULL: conversion */
  const clscan__shape *shape;
  bool exclusive;
} clscan__prelude_config;

void clscan__prelude_write(clscan__prelude *prelude, const clscan__prelude_config *config);

/* The part of it that the building blocks need: the operator, the back end. */
void clscan__prelude_operator(clscan__prelude *prelude, const char *prefix,
                              const clscan__element *acc, const clscan__operator *op);
void clscan__prelude_backend(clscan__text *macros, const clscan__element *acc,
                             const clscan__operator *op, clscan_backend backend,
                             clscan_workgroup_method method);

/* The pieces that every program's prelude is made of. */

/* The caller's text, with the caller's own line numbers in the compiler's messages. */
void clscan__prelude_user_text(clscan__text *user, const char *name, const char *text);
/* A function that returns the caller's expression. The `return` shares its first line, since that
 * is where compilers report an expression of another type. */
void clscan__prelude_function(clscan__text *user, const char *signature, const char *name,
                              const char *expression);
/* The same for a condition, which is 1 where the expression is not zero. */
void clscan__prelude_condition(clscan__text *user, const char *signature, const char *name,
                               const char *expression);
/* The definitions of the custom types among these, each name once. */
void clscan__prelude_types(clscan__text *user, const clscan__element *elements, size_t count);
/* A type that must have this size and alignment, else the program does not compile. */
void clscan__prelude_type(clscan__text *user, const char *name, const char *type, size_t size,
                          size_t alignment);
/* A place and a value of `size` bytes as kernel parameters, <macro>_PARAMS; the value's words as
 * members of a struct, <macro>_FIELDS; <macro>_COPY(to, from) copies these. */
void clscan__prelude_words(clscan__text *macros, const char *macro, const char *name, size_t size);
void clscan__prelude_shape(clscan__text *macros, const clscan__shape *shape);

#endif
