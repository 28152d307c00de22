/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the tuning table as text, and which of them serves what. */
#include "api/works.h"
#include "compact/compact_tuning.h"
#include "scan/scan_tuning.h"
#include "tuning/tuning_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Reads a text that is good. The caller frees the rows. */
static clscan__tuning_row *read_good(const char *text, size_t expected) {
  clscan__tuning_row *rows = NULL;
  size_t count = 0;
  char why[CLSCAN__WHY_SIZE] = "";
  const clscan_status status =
      clscan__tuning_read(text, clscan__works, clscan__num_works, &rows, &count, why);
  if (status != CLSCAN_SUCCESS) {
    fail_msg("%s", why);
  }
  assert_int_equal(count, expected);
  return rows;
}

static void test_every_key(void **state) {
  (void)state;
  clscan__tuning_row *rows =
      read_good("scan above=4 size=8 group=256 items=20 registers=80 spacing=128 "
                "window=7 poll=300 small=12288 backend=khr "
                "auto=reduce-then-scan\n"
                "scan-two-level\n"
                "scan-packed backend=ptx\n"
                "compaction auto=three-pass items=4294967295",
                4);
  assert_int_equal(rows[0].class, CLSCAN__CLASS_ANY);
  assert_ptr_equal(rows[0].work, &clscan__scan_work);
  assert_int_equal(rows[0].above, 4);
  assert_int_equal(rows[0].size, 8);
  assert_int_equal(rows[0].group_size, 256);
  assert_int_equal(rows[0].items, 20);
  assert_int_equal(rows[0].registers, 80);
  assert_int_equal(rows[0].spacing, 128);
  assert_int_equal(rows[0].window, 7);
  assert_int_equal(rows[0].poll_delay, 300);
  assert_int_equal(rows[0].small_max, 12288);
  assert_int_equal(rows[0].backend, CLSCAN_BACKEND_KHR);
  assert_int_equal(rows[0].algorithm, CLSCAN_SCAN_REDUCE_THEN_SCAN);
  assert_int_equal(rows[0].line, 1);
  const clscan__tuning_row empty = {
      .work = &clscan__two_level_work, .poll_delay = CLSCAN__NO_DELAY_GIVEN, .line = 2};
  assert_memory_equal(&rows[1], &empty, sizeof empty);
  assert_ptr_equal(rows[2].work, &clscan__packed_work);
  assert_int_equal(rows[2].backend, CLSCAN_BACKEND_PTX);
  assert_ptr_equal(rows[3].work, &clscan__compaction_work);
  assert_int_equal(rows[3].algorithm, CLSCAN_SCAN_THREE_PASS);
  assert_int_equal(rows[3].items, UINT32_MAX);
  assert_int_equal(rows[3].line, 4);
  free(rows);
}

static void test_empty(void **state) {
  (void)state;
  static const char *const texts[] = {
      "", "\n", " \t\r\n\n", "# scan size=4\n", "  # nothing", "\n#\n#\n"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    assert_null(read_good(texts[i], 0));
  }
}

static void test_space_and_comments(void **state) {
  (void)state;
  clscan__tuning_row *rows = read_good("# of one device\r\n"
                                       "\r\n"
                                       "\t scan \t size=4  items=3# few\r\n"
                                       "compaction#group=1\n"
                                       "  scan items=5 # size=6 nonsense\n",
                                       3);
  assert_int_equal(rows[0].line, 3);
  assert_int_equal(rows[0].items, 3);
  assert_int_equal(rows[1].line, 4);
  assert_int_equal(rows[1].group_size, 0);
  assert_int_equal(rows[2].line, 5);
  assert_int_equal(rows[2].items, 5);
  assert_int_equal(rows[2].size, 0);
  free(rows);
}

static void test_bad(void **state) {
  (void)state;
  static const struct {
    const char *text, *why;
  } bad[] = {
      {"scam",
       "line 1: there is no work 'scam'; there are scan scan-two-level scan-packed compaction"},
      {"size=4", "line 1: there is no work 'size=4'"},
      {"scan\n\n# x\nscan 4\n", "line 4: '4' is not key=value"},
      {"scan sizes=4", "line 1: there is no key 'sizes'"},
      {"scan siz=4", "line 1: there is no key 'siz'"},
      {"scan =4", "line 1: there is no key ''"},
      {"scan SIZE=4", "line 1: there is no key 'SIZE'"},
      {"scan size=4 items=2 size=4", "line 1: size is given twice"},
      {"scan backend=khr backend=khr", "line 1: backend is given twice"},
      {"scan items=", "line 1: items= has no value"},
      {"scan items=-1", "line 1: items=-1 is not a whole number"},
      {"scan items=+1", "line 1: items=+1 is not a whole number"},
      {"scan items=0x10", "line 1: items=0x10 is not a whole number"},
      {"scan items=1.5", "line 1: items=1.5 is not a whole number"},
      {"scan items==1", "line 1: items==1 is not a whole number"},
      {"scan items=4294967296", "line 1: items is 4294967296; numbers from 1 to 4294967295"},
      {"scan items=99999999999999999999999999", "line 1: items is 99999999999999999999999999;"},
      {"scan items=18446744073709551617", "line 1: items is 18446744073709551617;"},
      {"scan items=0", "line 1: items is 0; numbers from 1"},
      {"scan size=0", "line 1: size is 0; numbers from 1 to 128"},
      {"scan size=129", "line 1: size is 129; numbers from 1 to 128"},
      {"scan group=0", "line 1: group is 0; numbers from 1 to 65536"},
      {"scan registers=15", "line 1: registers is 15; numbers from 16 to 255"},
      {"scan registers=256", "line 1: registers is 256; numbers from 16 to 255"},
      {"scan spacing=24", "line 1: spacing is 24; multiples of 16 from 16 to 65536"},
      {"scan spacing=65552", "line 1: spacing is 65552; multiples of 16 from 16 to 65536"},
      {"scan window=1", "line 1: window is 1; numbers from 2 to 32"},
      {"scan window=33", "line 1: window is 33; numbers from 2 to 32"},
      {"scan poll=1000001", "line 1: poll is 1000001; numbers from 0 to 1000000"},
      {"scan small=0", "line 1: small is 0; numbers from 1"},
      {"scan above=8 size=8", "line 1: above is 8, which is not less than the size, 8"},
      {"scan backend=cuda", "line 1: there is no back end 'cuda'; there are local ptx khr"},
      {"scan auto=auto", "line 1: there is no algorithm 'auto'; there are small"},
      {"compaction auto=small", "line 1: a compaction has no algorithm 'small'"},
      {"compaction auto=lookback-two-level", "a compaction has no algorithm 'lookback-two-level'"},
      {"scan items=1\nscan items=aaaaaaaaaabbbbbbbbbbccccccccccdddd",
       "line 2: items=aaaaaaaaaabbbbbbbbbbccccccccccdd is not"},
  };
  for (size_t i = 0; i < COUNT(bad); i++) {
    clscan__tuning_row *rows = NULL;
    size_t count = 0;
    char why[CLSCAN__WHY_SIZE] = "";
    assert_int_equal(
        clscan__tuning_read(bad[i].text, clscan__works, clscan__num_works, &rows, &count, why),
        CLSCAN_INVALID_TUNING);
    assert_null(rows);
    if (strstr(why, bad[i].why) == NULL) {
      fail_msg("'%s' gives '%s'", bad[i].text, why);
    }
  }
}

/* The line of the row that serves a size. */
static uint32_t line_for(const clscan__tuning_row *rows, size_t count, const clscan__work *work,
                         size_t size) {
  const clscan__tuning_row *row = clscan__row_find(rows, count, CLSCAN__CLASS_GPU, work, size);
  return row != NULL ? row->line : 0;
}

static void test_which_row(void **state) {
  (void)state;
  clscan__tuning_row *rows = read_good("scan items=1\n"
                                       "scan size=16 above=4 items=2\n"
                                       "scan size=4 items=3\n"
                                       "scan size=4 items=4\n"
                                       "compaction above=1 size=2 items=5\n",
                                       5);
  assert_int_equal(line_for(rows, 5, &clscan__scan_work, 1), 3);
  assert_int_equal(line_for(rows, 5, &clscan__scan_work, 4), 3);
  assert_int_equal(line_for(rows, 5, &clscan__scan_work, 5), 2);
  assert_int_equal(line_for(rows, 5, &clscan__scan_work, 16), 2);
  assert_int_equal(line_for(rows, 5, &clscan__scan_work, 17), 1);
  assert_int_equal(line_for(rows, 5, &clscan__compaction_work, 1), 0);
  assert_int_equal(line_for(rows, 5, &clscan__compaction_work, 2), 5);
  assert_int_equal(line_for(rows, 5, &clscan__compaction_work, 3), 0);
  assert_int_equal(line_for(rows, 5, &clscan__two_level_work, 4), 0);
  free(rows);
}

/* Whatever the device, there is a built-in row. */
static void test_built_in(void **state) {
  (void)state;
  for (int class = CLSCAN__CLASS_NVIDIA; class <= CLSCAN__CLASS_CPU; class ++) {
    for (size_t work = 0; work < clscan__num_works; work++) {
      for (size_t size = 1; size <= 128; size++) {
        const clscan__tuning_row row =
            clscan__row_values(NULL, 0, (clscan__device_class) class, clscan__works[work], size);
        assert_true(row.group_size > 0 && row.spacing > 0 && row.window > 1);
        assert_int_equal(row.line, 0);
        assert_true(row.items > 0 || class == CLSCAN__CLASS_CPU);
      }
    }
  }
}

static void test_left_out_is_built_in(void **state) {
  (void)state;
  const clscan__tuning_row built_in =
      clscan__row_values(NULL, 0, CLSCAN__CLASS_NVIDIA, &clscan__scan_work, 4);
  clscan__tuning_row *rows = read_good("scan size=4 items=10\nscan above=4 window=9", 2);
  clscan__tuning_row row = clscan__row_values(rows, 2, CLSCAN__CLASS_NVIDIA, &clscan__scan_work, 4);
  assert_int_equal(row.items, 10);
  assert_int_equal(row.line, 1);
  assert_int_equal(row.group_size, built_in.group_size);
  assert_int_equal(row.spacing, built_in.spacing);
  assert_int_equal(row.window, built_in.window);
  assert_int_equal(row.poll_delay, built_in.poll_delay);
  assert_int_equal(row.small_max, built_in.small_max);
  assert_int_equal(row.backend, CLSCAN_BACKEND_AUTO);
  assert_int_equal(row.algorithm, CLSCAN_SCAN_AUTO);
  /* Items are those of the built-in row, for elements of 16 bytes. */
  row = clscan__row_values(rows, 2, CLSCAN__CLASS_NVIDIA, &clscan__scan_work, 16);
  assert_int_equal(row.window, 9);
  assert_int_equal(row.items, 14);
  assert_int_equal(row.line, 0);
  free(rows);
}

/* A limit of registers is for one shape: where a row gives another, the built-in limit is not kept.
 */
static void test_registers_go_with_their_shape(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t registers; /* 0: none */
    bool built_in;
  } cases[] = {
      {"scan spacing=64", 0, true},       {"scan group=128", 0, false},
      {"scan items=8", 0, false},         {"scan items=8 registers=100", 100, false},
      {"scan registers=100", 100, false},
  };
  const clscan__tuning_row built_in =
      clscan__row_values(NULL, 0, CLSCAN__CLASS_NVIDIA, &clscan__scan_work, 4);
  assert_true(built_in.registers > 0);
  for (size_t i = 0; i < COUNT(cases); i++) {
    clscan__tuning_row *rows = read_good(cases[i].text, 1);
    const clscan__tuning_row row =
        clscan__row_values(rows, 1, CLSCAN__CLASS_NVIDIA, &clscan__scan_work, 4);
    assert_int_equal(row.registers, cases[i].built_in ? built_in.registers : cases[i].registers);
    free(rows);
  }
}

/* Elements of another size than the row's get as many as take the same space. */
static void test_items_of_other_sizes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const clscan__work *work;
    size_t size;
    uint32_t items;
  } cases[] = {
      {"scan items=40", &clscan__scan_work, 4, 40},
      {"scan items=40", &clscan__scan_work, 8, 20},
      {"scan items=40", &clscan__scan_work, 12, 13},
      {"scan items=40", &clscan__scan_work, 128, 1},
      {"scan items=3", &clscan__scan_work, 128, 1},
      {"scan size=16 items=5", &clscan__scan_work, 4, 20},
      {"scan size=16 items=5", &clscan__scan_work, 1, 20},
      {"scan size=128 items=4000000000", &clscan__scan_work, 4, UINT32_MAX},
      {"scan-two-level size=8 items=7", &clscan__two_level_work, 4, 14},
      {"scan-packed size=2 items=64", &clscan__packed_work, 1, 64},
      {"compaction items=6", &clscan__compaction_work, 16, 6},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    clscan__tuning_row *rows = read_good(cases[i].text, 1);
    const clscan__tuning_row row =
        clscan__row_values(rows, 1, CLSCAN__CLASS_GPU, cases[i].work, cases[i].size);
    if (row.items != cases[i].items) {
      fail_msg("'%s' gives %u items of %zu bytes", cases[i].text, row.items, cases[i].size);
    }
    free(rows);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_key),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_space_and_comments),
      cmocka_unit_test(test_bad),
      cmocka_unit_test(test_which_row),
      cmocka_unit_test(test_built_in),
      cmocka_unit_test(test_left_out_is_built_in),
      cmocka_unit_test(test_registers_go_with_their_shape),
      cmocka_unit_test(test_items_of_other_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
