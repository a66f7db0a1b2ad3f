// Lines, words and characters of a file, and its words by frequency.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char text[32];
    int count;
};

static int order(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void) {
    static struct word words[500];
    int lines = 0, characters = 0, all = 0, n = 0, c, length = 0;
    char word[32];
    FILE *in = fopen("poem.txt", "r");
    if (!in) return perror("poem.txt"), 1;
    do {
        c = getc(in);
        if (c != EOF) ++characters;
        if (c == '\n') ++lines;
        if (isalpha(c)) {
            if (length < 31) word[length++] = (char)tolower(c);
        } else if (length) {
            int i = 0;
            word[length] = 0;
            while (i < n && strcmp(words[i].text, word)) ++i;
            if (i == n) strcpy(words[n++].text, word);
            ++words[i].count;
            ++all;
            length = 0;
        }
    } while (c != EOF);
    fclose(in);
    printf("%d lines, %d words, %d characters\n", lines, all, characters);
    qsort(words, (size_t)n, sizeof *words, order);
    for (int i = 0; i < n && i < 8; ++i) printf("%4d %-10s|\n", words[i].count, words[i].text);
}
