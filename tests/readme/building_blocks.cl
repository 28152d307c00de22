// SPDX-License-Identifier: Apache-2.0
// A kernel that calls the functions of clscan_device_source().
// Each row of the matrix becomes its running sums; one work-group a row.
__kernel void scan_rows(__global uint *matrix, uint columns)
{
    __local uint tmp[sum_LOCAL_ITEMS];
    const uint i = (uint)get_local_id(0);
    __global uint *row = matrix + (size_t)get_group_id(0) * columns;
    const uint x = i < columns ? row[i] : 0;
    const uint y = sum_workgroup_scan_inclusive(x, columns, tmp); // reached by all work-items
    if (i < columns)
        row[i] = y;
}
