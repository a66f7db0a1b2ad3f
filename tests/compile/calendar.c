// Dates: days since an epoch and back for four centuries, weekdays, Easter, and ISO weeks.
#include "show.h"

static int days(int y, int m, int d) {
    y -= m <= 2;
    const int era = (y >= 0 ? y : y - 399) / 400, yoe = y - era * 400;
    const int doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}
static void date(int z, int *y, int *m, int *d) {
    z += 719468;
    const int era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    const int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    const int doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    *d = doy - (153 * mp + 2) / 5 + 1;
    *m = mp < 10 ? mp + 3 : mp - 9;
    *y = yoe + era * 400 + (*m <= 2);
}
static int easter(int y) { // March days, by Gauss's rule in J. Meeus' form
    const int a = y % 19, b = y / 100, c = y % 100, d = b / 4, e = b % 4, f = (b + 8) / 25,
              g = (b - f + 1) / 3;
    const int h = (19 * a + b - d - g + 15) % 30, i = c / 4, k = c % 4,
              l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451;
    return h + l - 7 * m + 22;
}

int main(void) {
    static const char *const names[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
    int wrong = 0;
    for (int z = -150000; z < 60000; z += 13) {
        int y, m, d;
        date(z, &y, &m, &d);
        wrong += days(y, m, d) != z;
    }
    printf("%d wrong\n", wrong);
    static const int dates[][3] = {{1970, 1, 1},   {2000, 2, 29}, {1994, 12, 25}, {1600, 3, 1},
                                   {1582, 10, 15}, {2038, 1, 19}, {-1, 6, 7}};
    for (int i = 0; i < 7; ++i) {
        const int z = days(dates[i][0], dates[i][1], dates[i][2]);
        printf("%d-%02d-%02d %d %s\n", dates[i][0], dates[i][1], dates[i][2], z,
               names[(z % 7 + 7) % 7]);
    }
    for (int y = 1990; y < 2030; ++y) {
        const int e = easter(y);
        printf("%d.%d ", e > 31 ? e - 31 : e, e > 31 ? 4 : 3);
    }
    printf("\n");
    return wrong;
}
