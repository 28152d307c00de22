/* SPDX-License-Identifier: Apache-2.0 */
/* The text that clscan_device_source() gives, and programs that begin with it. */
#ifndef TESTS_DEVICE_TEXT_H
#define TESTS_DEVICE_TEXT_H

#include "support/harness.h"

/* The text, which the caller frees, and its build options unless that is NULL. */
char *device_text_of(struct harness *h, const clscan_device_source_desc *desc,
                     const char **options);
/* The program of these texts, one after the other; a build error fails the test with its log. */
cl_program device_text_build(struct harness *h, const char **texts, cl_uint count,
                             const char *options);

#endif
