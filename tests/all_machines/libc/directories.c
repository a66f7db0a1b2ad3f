// Directories of --files: mkdir, rmdir, remove, opendir; and ftruncate.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason(int failed) {
    if (!failed) return "done";
    switch (errno) {
    case ENOENT: return "ENOENT";
    case EEXIST:
    case ENOTEMPTY: return "EEXIST"; // POSIX allows either for a directory that is not empty
    default: return "another error";
    }
}

static void put(const char *path, const char *text) {
    FILE *const file = fopen(path, "w");
    printf("%s: %s\n", text, reason(!file));
    if (!file) return;
    fputs(text, file);
    fclose(file);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}
static void list(const char *path) {
    DIR *const directory = opendir(path);
    printf("listed: %s", reason(!directory));
    char *names[10];
    size_t n = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (entry->d_name[0] != '.') names[n++] = strdup(entry->d_name);
    qsort(names, n, sizeof *names, by_name);
    for (size_t i = 0; i < n; ++i) printf(" %s", names[i]);
    printf("\n");
    if (directory) closedir(directory);
}

static void all(const char *place) {
    char path[4][40];
    static const char *const names[] = {"", "/below", "/file", "/below/deep"};
    for (int i = 0; i < 4; ++i) snprintf(path[i], sizeof path[i], "%s%s", place, names[i]);
    printf("in nothing %s\n", reason(mkdir(path[1], 0777)));
    put(path[2], "none");
    printf("made %s", reason(mkdir(path[0], 0777)));
    printf(", again %s", reason(mkdir(path[0], 0777)));
    printf(", below %s\n", reason(mkdir(path[1], 0777)));
    put(path[2], "one");
    put(path[3], "two");
    struct stat about;
    stat(path[0], &about);
    printf("directory %d", S_ISDIR(about.st_mode));
    stat(path[2], &about);
    printf(", file %d of %d bytes\n", S_ISREG(about.st_mode), (int)about.st_size);
    list(path[0]);
    list(path[1]);
    printf("not empty %s", reason(rmdir(path[0])));
    printf(", not empty %s", reason(remove(path[1])));
    printf(", a file %s", reason(remove(path[3])));
    printf(", empty %s", reason(remove(path[1])));
    printf(", gone %s\n", reason(rmdir(path[1])));
    list(path[0]);
    FILE *const file = fopen(path[2], "r+");
    printf("shorter %s", reason(ftruncate(fileno(file), 2)));
    fseek(file, 0, SEEK_END);
    printf(": %ld", ftell(file));
    printf(", longer %s", reason(ftruncate(fileno(file), 100)));
    fseek(file, 0, SEEK_END);
    printf(": %ld\n", ftell(file));
    fclose(file);
    printf("a file %s", reason(remove(path[2])));
    printf(", empty %s\n", reason(rmdir(path[0])));
}

int main(void) {
    all("made");
#ifdef __NEWLIB__
    all("/tmp/own"); // the node's memory
#else
    all("own");
#endif
    mkdir("kept", 0777);
    put("kept/file", "text");
}
