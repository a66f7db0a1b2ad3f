// Numbers of standard input by scanf, getchar, fgets and fread, one after the other.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int n = 0, sum = 0, value, c, vowels = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n && scanf("%d", &value) == 1; ++i) sum += value;
    printf("%d numbers, sum %d\n", n, sum);
    while ((c = getchar()) != EOF && c != '.')
        if (strchr("aeiou", tolower(c))) ++vowels;
    printf("%d vowels\n", vowels);
    char line[40];
    getchar();
    while (fgets(line, sizeof line, stdin) && strcmp(line, "data\n")) printf("line: %s", line);
    unsigned char bytes[64];
    unsigned total = 0;
    size_t count, all = 0;
    while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
        all += count;
        for (size_t i = 0; i < count; ++i) total = total * 31 + bytes[i];
    }
    printf("%zu bytes, %u, %s\n", all, total, feof(stdin) ? "end" : "error");
}
