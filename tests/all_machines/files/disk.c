// A disk that becomes full: each call says so, and what fitted is there.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char block[4096];
    memset(block, 'x', sizeof block);
    const int file = open("large", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    long all = 0, count;
    while ((count = write(file, block, sizeof block)) > 0) all += count;
    printf("write %s after %ld\n", errno == ENOSPC ? "ENOSPC" : strerror(errno), all);
    printf("close %d\n", close(file));
    FILE *const stream = fopen("small", "w");
    if (!stream) {
        printf("fopen %s\n", errno == ENOSPC ? "ENOSPC" : strerror(errno));
        return 0;
    }
    fputs("text", stream);
    printf("fflush %d", fflush(stream));
    printf(" %s", errno == ENOSPC ? "ENOSPC" : strerror(errno));
    printf(", ferror %d\n", ferror(stream) != 0);
    unlink("large");
    clearerr(stream);
    printf("afterwards %d\n", fputs("more", stream) >= 0 && !fclose(stream));
}
