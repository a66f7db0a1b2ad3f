// What happens to files while the program runs: each line of standard input is a command, each
// answer a line.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char command[600], text[32];
    FILE *kept = NULL;
    while (fgets(command, sizeof command, stdin)) {
        command[strcspn(command, "\n")] = 0;
        if (!strcmp(command, "more")) {
            const size_t count = fread(text, 1, 2, kept);
            printf("%d bytes, %s\n", (int)count, feof(kept) ? "end" : "not the end");
            continue;
        }
        FILE *const file = fopen(command, "r");
        if (!file) {
            printf("%s\n", errno == EACCES   ? "EACCES"
                           : errno == ENOENT ? "ENOENT"
                                             : strerror(errno));
            continue;
        }
        setvbuf(file, NULL, _IONBF, 0);
        text[0] = 0;
        fread(text, 1, 2, file);
        printf("%.2s\n", text);
        if (kept) fclose(kept);
        kept = file;
    }
    return 0;
}
