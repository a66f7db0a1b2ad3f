/* The files of ../files: reads one, writes one of its own. Without an argument there are no files. */
#include "../check.h"
#include <errno.h>

splitc_main(int argc, char **argv)
{
    char name[16], line[64], c = '0' + MYPROC;
    FILE *f;
    int i, n;
    f = fopen("input", "r");
    if (argc < 2) {
        CHECK(!f && (errno == ENOSYS || errno == EACCES));
        return wrong;
    }
    CHECK(f && fgets(line, sizeof line, f) && !strcmp(line, "one\n"));
    CHECK(fscanf(f, "%s %s %d", line, line + 20, &n) == 3 && n == 3 && !strcmp(line + 20, "words"));
    CHECK(fgetc(f) == '\n' && fgetc(f) == EOF && feof(f));
    CHECK(!fseek(f, 4, SEEK_SET) && fgetc(f) == 't' && ftell(f) == 5 && !fclose(f));
    CHECK(!fopen("nothing", "r") && errno == ENOENT && !fopen("nothing", "r+") && errno == ENOENT);
    CHECK(!fopen("../input", "r") && (errno == ENOSYS || errno == EACCES));
    sprintf(name, "output%d", MYPROC);
    f = fopen(name, "w");
    for (i = 0; i < 2000; i++) CHECK(fwrite(&c, 1, 1, f) == 1);
    CHECK(!fclose(f));
    f = fopen(name, "a"); CHECK(f && fprintf(f, "less %d\n", MYPROC) == 7 && !fclose(f));
    f = fopen(name, "r+"); CHECK(f && !fseek(f, 2000, SEEK_SET) && fputs("more", f) >= 0 && !fclose(f));
    f = fopen(name, "r"); CHECK(f && fgetc(f) == c && !fseek(f, -3, SEEK_END) && fgetc(f) == ' ' && !fclose(f));
    return wrong;
}
