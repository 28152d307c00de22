// SPDX-License-Identifier: Apache-2.0
// Clears the ticket and the records of a scratch region. A kernel of ours, because
// clEnqueueFillBuffer fails on one driver from 2^31 bytes on. No macros, no local memory.
#ifndef CLSCAN_CORE_CLEAR
#define CLSCAN_CORE_CLEAR

__kernel void clear_bytes(__global uchar *base, ulong offset, ulong bytes) {
  __global uchar *p = base + offset;
  // The region begins at any byte: bytes up to a word boundary, words, and bytes again.
  const ulong head = min((8 - ((ulong)p & 7)) & 7, bytes);
  const ulong count = (bytes - head) / 8, tail = head + count * 8;
  const ulong id = get_global_id(0), step = get_global_size(0);
  for (ulong i = id; i < count; i += step)
    ((__global ulong *)(p + head))[i] = 0;
  if (id < head)
    p[id] = 0;
  if (id < bytes - tail)
    p[tail + id] = 0;
}

#endif
