// How the sorting examples check themselves: a sort that has nothing in common with theirs.
#pragma once

static void shell_sort(unsigned *a, int n) {
    int gap = 1;
    while (gap < n / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (int i = gap; i < n; ++i) {
            const unsigned x = a[i];
            int at = i;
            for (; at >= gap && a[at - gap] > x; at -= gap) a[at] = a[at - gap];
            a[at] = x;
        }
}
