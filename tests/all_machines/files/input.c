// Standard input: that of node 0. Every node counts lines and bytes of its own; the first reports
// each line, long before the end, so that a run can be resumed between two of them.
#include <am_core.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char line[64], part[8];
    struct stat about;
    int lines = 0;
    if (am_my_proc()) {
        const int c = getchar();
        printf("%d, %d\n", c, (int)read(0, part, sizeof part));
        return 0;
    }
    printf("terminal %d, pipe %d, seek %d\n", isatty(0),
           !fstat(0, &about) && S_ISFIFO(about.st_mode), (int)lseek(0, 0, SEEK_SET));
    printf("read %d", (int)read(0, part, 3));
    printf(", then %d\n", (int)read(0, part, sizeof part)); // to the end of the line
    while (fgets(line, sizeof line, stdin)) {
        printf("%d: %s", ++lines, line);
        for (volatile int i = 0; i < 20000; i = i + 1) {
        }
    }
    printf("%d lines, then %d\n", lines, getchar());
}
