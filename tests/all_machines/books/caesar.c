// Encodes a file into another, decodes that, and compares: character by character, with ungetc.
#include <ctype.h>
#include <stdio.h>

static int shifted(int c, int by) {
    if (isupper(c)) return 'A' + (c - 'A' + by + 26) % 26;
    if (islower(c)) return 'a' + (c - 'a' + by + 26) % 26;
    return c;
}

static void convert(const char *from, const char *to, int by) {
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    for (int c; (c = fgetc(in)) != EOF;) fputc(shifted(c, by), out);
    fclose(in);
    fclose(out);
}

int main(void) {
    convert("poem.txt", "code.out", 3);
    convert("code.out", "plain.out", -3);
    FILE *a = fopen("poem.txt", "r"), *b = fopen("plain.out", "r"), *code = fopen("code.out", "r");
    char line[80];
    if (!fgets(line, sizeof line, code)) return 1;
    fputs(line, stdout);
    int same = 0, c;
    while ((c = fgetc(a)) != EOF && c == fgetc(b)) ++same;
    printf("%d characters are the same, then %d\n", same, c);
    ungetc('!', code);
    putchar(fgetc(code));
    putchar(fgetc(code));
    putchar('\n');
    fclose(a);
    fclose(b);
    fclose(code);
}
