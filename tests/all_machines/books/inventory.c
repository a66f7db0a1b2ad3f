// A file of records of fixed size: written, changed in place, searched from both ends.
#include <stdio.h>
#include <string.h>

struct record {
    char name[12];
    int number;
    double price;
};

int main(void) {
    FILE *file = fopen("inventory.out", "wb+");
    struct record r;
    for (int i = 0; i < 50; ++i) {
        memset(&r, 0, sizeof r);
        snprintf(r.name, sizeof r.name, "part %d", i);
        r.number = i * 7 % 50;
        r.price = i * 1.25;
        if (fwrite(&r, sizeof r, 1, file) != 1) return 1;
    }
    for (int i = 0; i < 50; i += 5) {
        fseek(file, i * (long)sizeof r, SEEK_SET);
        if (fread(&r, sizeof r, 1, file) != 1) return 1;
        r.price *= 2;
        fseek(file, -(long)sizeof r, SEEK_CUR);
        fwrite(&r, sizeof r, 1, file);
    }
    double sum = 0;
    rewind(file);
    while (fread(&r, sizeof r, 1, file) == 1) sum += r.price;
    printf("sum %.2f, at the end: %d %d\n", sum, feof(file) != 0, ferror(file) != 0);
    for (int i = 1; i <= 3; ++i) {
        fseek(file, -i * (long)sizeof r, SEEK_END);
        if (fread(&r, sizeof r, 1, file) != 1) return 1;
        printf("%s: %d at %.2f\n", r.name, r.number, r.price);
    }
    clearerr(file);
    fclose(file);
    printf("removed: %d", remove("inventory.out"));
    printf(", again: %d\n", remove("inventory.out"));
}
