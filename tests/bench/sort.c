// Quicksort of pseudo-random words: branches that depend on data.
enum { count = 4096 };

static int values[count];

static void sort(int *low, int *high) {
    while (low < high) {
        const int pivot = low[(high - low) / 2];
        int *left = low, *right = high;
        while (left <= right) {
            while (*left < pivot) ++left;
            while (*right > pivot) --right;
            if (left > right) break;
            const int other = *left;
            *left++ = *right;
            *right-- = other;
        }
        sort(low, right);
        low = left;
    }
}

int main(void) {
    unsigned random = 1;
    int sum = 0;
    for (int turn = 0; turn < 120; ++turn) {
        for (int i = 0; i < count; ++i) {
            random = random * 1664525u + 1013904223u;
            values[i] = (int)(random >> 8);
        }
        sort(values, values + count - 1);
        sum += values[turn];
    }
    return sum & 127;
}
