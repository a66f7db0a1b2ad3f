// Files of --files, of the node's own memory, and names that lead elsewhere. run has the directory.
#include <am_core.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason(int failed) {
    if (!failed) return "done";
    switch (errno) {
    case ENOENT: return "ENOENT";
    case EACCES: return "EACCES";
    case EEXIST: return "EEXIST";
    case EBADF: return "EBADF";
    case EXDEV: return "EXDEV";
    case ENOTDIR: return "ENOTDIR";
    case ENAMETOOLONG: return "ENAMETOOLONG";
    default: return strerror(errno);
    }
}

static void refused(const char *path) {
    struct stat about;
    const int file = open(path, O_RDONLY), made = open(path, O_WRONLY | O_CREAT, 0666);
    printf("%.20s: open %s", path, reason(file < 0));
    printf(", create %s", reason(made < 0));
    printf(", stat %s", reason(stat(path, &about)));
    printf(", remove %s", reason(remove(path)));
    printf(", rename %s\n", reason(rename(path, "new")));
}

static void copy(const char *from, const char *to) {
    char line[80];
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    if (!in || !out) exit(7);
    int lines = 0;
    while (fgets(line, sizeof line, in)) fprintf(out, "%d %s", ++lines, line);
    fclose(in);
    fclose(out);
}

static void show(const char *path) {
    struct stat about;
    FILE *file = fopen(path, "r");
    if (!file || fstat(fileno(file), &about)) {
        printf("%s: %s\n", path, reason(1));
        return;
    }
    char last[16];
    fseek(file, -5, SEEK_END);
    size_t n = fread(last, 1, sizeof last, file);
    printf("%s: %ld bytes, ends in %.*s", path, (long)about.st_size, (int)n, last);
    rewind(file);
    printf("begins with %c\n", fgetc(file));
    fclose(file);
}

static void list(const char *path) {
    DIR *directory = opendir(path);
    if (!directory) {
        printf("%s: %s\n", path, reason(1));
        return;
    }
    printf("%s:", path);
    for (struct dirent *entry; (entry = readdir(directory));) printf(" %s", entry->d_name);
    printf("\n");
    closedir(directory);
}

int main(int argc, char **argv) {
    char name[32];
    if (argc > 1 && !strcmp(argv[1], "none")) {
        refused("in.txt");
        refused("in.txt");
        copy("/tmp/nothing", "/tmp/b");
    }
    if (am_my_proc()) { // every node reads the same file
        FILE *in = fopen("in.txt", "r");
        int sum = 0, c;
        while ((c = fgetc(in)) != EOF) sum += c;
        snprintf(name, sizeof name, "of%d", am_my_proc());
        FILE *out = fopen(name, "w");
        fprintf(out, "%d\n", sum);
        fclose(out);
        return 0;
    }
    for (const char *const *places = (const char *const[]){"out.txt", "/tmp/out.txt", NULL};
         *places; ++places) {
        copy("in.txt", *places);
        show(*places);
        FILE *more = fopen(*places, "a");
        fputs("more\n", more);
        fclose(more);
        show(*places);
        more = fopen(*places, "r+");
        fputs("X", more);
        fseek(more, 0, SEEK_CUR);
        printf("then %c\n", fgetc(more));
        fclose(more);
        snprintf(name, sizeof name, "%s.new", *places);
        printf("rename %s", reason(rename(*places, name)));
        printf(", again %s\n", reason(rename(*places, name)));
        show(name);
        show(*places);
        printf("exclusive %s\n", reason(open(name, O_RDWR | O_CREAT | O_EXCL, 0666) < 0));
        printf("to itself %s\n", reason(rename(name, name)));
    }
    printf("across %s\n", reason(rename("out.txt.new", "/tmp/x")));
    list("/tmp");
    list("inner");
    list("in.txt");
    list("nothing");
    show("./inner//b");
    printf("remove %s", reason(remove("/tmp/out.txt.new")));
    printf(", again %s\n", reason(remove("/tmp/out.txt.new")));
    FILE *own = tmpfile();
    for (int i = 0; i < 2000; ++i) fprintf(own, "%d\n", i);
    rewind(own);
    int last = 0, n = 0;
    while (fscanf(own, "%d", &last) == 1) ++n;
    printf("tmpfile: %d, the last %d\n", n, last);
    fclose(own);
    list("/tmp");
    strcpy(name, "/tmp/aXXXXXX");
    const int file = mkstemp(name);
    printf("mkstemp %s, write %s\n", reason(file < 0), reason(write(file, "abc", 3) != 3));
    char bytes[4];
    printf("read %d, write only %s\n", (int)lseek(file, 1, SEEK_SET) + (int)read(file, bytes, 4),
           reason(read(1, bytes, 1) < 0));
    close(file);
    printf("closed: %s, console: %c\n", reason(close(file)), isatty(1) ? 'y' : 'n');

    static char longest[10001];
    memset(longest, 'l', 10000);
    const char *const outside[] = {"../secret",
                                   "/etc/passwd",
                                   "inner/../../secret",
                                   "link",
                                   "up/secret",
                                   "inner/up/secret",
                                   "/proc/self/exe",
                                   "/dev/null",
                                   "fifo",
                                   "up",
                                   "",
                                   longest};
    for (unsigned i = 0; i < sizeof outside / sizeof *outside; ++i) refused(outside[i]);
    printf("stdin: %d\n", getchar());
}
