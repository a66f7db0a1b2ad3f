// needs: setjmp.h
//
// printf, snprintf and sscanf of a whole library: flags, widths, precisions, lengths, floating
// point.
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d\n", 42, 42, 42, 42, 42, 42, 42);
    printf("%x|%X|%#x|%o|%#o|%u\n", 255u, 255u, 255u, 8u, 8u, 4000000000u);
    printf("%" PRId64 "|%" PRIx64 "|%hd|%hhu\n", INT64_C(-1234567890123),
           UINT64_C(0xFEDCBA9876543210), (short)-7, (unsigned char)200);
    printf("%s|%.2s|%10s|%-10s|%c|%%\n", "text", "text", "text", "text", 'x');
    printf("%f|%.0f|%.3f|%10.2f|%-10.1f|%+.1f\n", 3.14159, 2.5, 2.0005, -1.5, 0.25, 7.0);
    printf("%e|%.2e|%g|%g|%g|%G\n", 12345.678, 0.00012, 0.0001, 123456789.0, 1e-10, 1e20);
    printf("%*d|%-*d|%.*f\n", 6, 1, 6, 2, 2, 3.14159);
    printf("%f %f\n", 1e15, 123456789.125);
    char line[40];
    printf("%d ", snprintf(line, sizeof line, "%s %d", "cut", 5));
    printf("%s ", line);
    const int wanted = snprintf(line, 4, "%d", 12345);
    printf("%s %d\n", line, wanted);
    int a, b;
    double d;
    char word[10];
    printf("%d ", sscanf("12 0x1F 2.5e3 word", "%d %i %lf %9s", &a, &b, &d, word));
    printf("%d %d %.1f %s\n", a, b, d, word);
    return 0;
}
