// %ls, %lc, wide numbers that are rounded once, and wide output.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static void number(const wchar_t *text) {
    wchar_t *end;
    const float f = wcstof(text, &end);
    unsigned bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%08x [%ls]", bits, end);
    float other = 0;
    printf(" %d", swscanf(text, L"%f", &other));
    memcpy(&bits, &other, sizeof bits);
    printf(" %08x\n", bits);
}

int main(void) {
    static wchar_t many[600];
    for (int i = 0; i < 599; ++i) many[i] = L'a' + i % 26;
    printf("[%ls|%10ls|%-10ls|%.3ls|%.0ls|%lc|%5lc]\n", L"wide", L"right", L"left", L"cut off", L"",
           L'x', L'y');
    printf("[%s|%ls|%d]\n", "narrow", many, 7);
    char text[32];
    printf("%d ", snprintf(text, sizeof text, "%ls and %s", L"one", "other"));
    printf("[%s]\n", text);
    errno = 0;
    const int failed = snprintf(text, sizeof text, "%ls", L"\u20ac");
    printf("%d %d\n", failed, errno == EILSEQ);
    wchar_t wide[32];
    printf("%d ", swprintf(wide, 32, L"%ls %s %d", L"wide", "narrow", 5));
    printf("[%ls]\n", wide);
    wchar_t word[16];
    char letter[4] = "";
    printf("%d", sscanf("hello world", "%15ls %3c", word, letter));
    printf(" [%ls] [%s]\n", word, letter);
    double zeros[3] = {1, 1, 1};
    float zero = 1;
    printf("%d", sscanf("-0 -0.0 0 -0e5", "%lf %lf %lf %f", zeros, zeros + 1, zeros + 2, &zero));
    printf(" %g %g %g %g\n", zeros[0], zeros[1], zeros[2], zero);
    number(L"1.00000005960464477539062500000001");
    number(L"1.00000005960464477539062499999999x");
    number(L" -0x1.8p3 ");
    number(L"7.00649232162408535461864791644958065640131e-46");
    number(L"inf");
    number(L"none");
}
