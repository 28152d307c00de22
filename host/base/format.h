/* SPDX-License-Identifier: Apache-2.0 */
/* Before a function like printf: the compiler checks the arguments against the format. */
#ifndef CLSCAN_HOST_FORMAT_H
#define CLSCAN_HOST_FORMAT_H

/* The place of the format, and of the first argument for it. */
#ifdef __MINGW32__
#define CLSCAN__PRINTF(format_, first_) __attribute__((format(gnu_printf, format_, first_)))
#elif defined __GNUC__
#define CLSCAN__PRINTF(format_, first_) __attribute__((format(printf, format_, first_)))
#else
#define CLSCAN__PRINTF(format_, first_)
#endif

#endif
