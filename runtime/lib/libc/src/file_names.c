// POSIX's and C's functions of files and directories over file_store.c.
#define _DEFAULT_SOURCE
#include "files.h"

#include <am_core.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int _open(const char *path, int flags, ...);
int _close(int file);
int _read(int file, void *to, size_t count);
off_t _lseek(int file, off_t offset, int from);
int _fstat(int file, struct stat *about);

int open(const char *path, int flags, ...) { return _open(path, flags, 0666); }
int creat(const char *path, mode_t mode) {
    return _open(path, O_WRONLY | O_CREAT | O_TRUNC, (int)mode);
}
int close(int file) { return _close(file); }
ssize_t read(int file, void *to, size_t count) { return _read(file, to, count); }
off_t lseek(int file, off_t offset, int from) { return _lseek(file, offset, from); }
int fstat(int file, struct stat *about) { return _fstat(file, about); }
int ftruncate(int file, off_t length) { return __file_truncate(file, length); }
int isatty(int file) { return file == 1 || file == 2; }

int stat(const char *path, struct stat *about) { return __file_status_of(path, about); }
/// There are no links.
int lstat(const char *path, struct stat *about) { return __file_status_of(path, about); }
int _stat(const char *path, struct stat *about) { return __file_status_of(path, about); }
int access(const char *path, int mode) {
    struct stat about;
    (void)mode;
    return __file_status_of(path, &about);
}

int _unlink(const char *path) { return __file_remove(path); }
int unlink(const char *path) { return __file_remove(path); }
int mkdir(const char *path, mode_t mode) {
    (void)mode;
    return __file_make_directory(path);
}
int rmdir(const char *path) { return __file_remove_directory(path); }
int remove(const char *path) {
    struct stat about;
    if (__file_status_of(path, &about) < 0) return -1;
    return S_ISDIR(about.st_mode) ? __file_remove_directory(path) : __file_remove(path);
}
int rename(const char *from, const char *to) { return __file_rename(from, to); }
int _rename(const char *from, const char *to) { return __file_rename(from, to); }

char *tmpnam(char *name) {
    static char own[L_tmpnam];
    static int count;
    if (!name) name = own;
    snprintf(name, L_tmpnam, "%s/t%d.%d", P_tmpdir, am_my_proc(), am_atomic_add(&count, 1));
    return name;
}

int mkstemp(char *name) {
    static int count;
    char *const end = name + strlen(name);
    if (end - name < 6 || strcmp(end - 6, "XXXXXX")) {
        errno = EINVAL;
        return -1;
    }
    for (;;) {
        snprintf(end - 6, 7, "%06d", am_atomic_add(&count, 1) % 1000000);
        const int file = __file_open(name, O_RDWR | O_CREAT | O_EXCL);
        if (file >= 0 || errno != EEXIST) return file;
    }
}

FILE *tmpfile(void) {
    char name[L_tmpnam];
    const int file = __file_open(tmpnam(name), O_RDWR | O_CREAT | O_EXCL);
    if (file < 0) return NULL;
    __file_remove(name);
    FILE *const stream = fdopen(file, "w+");
    if (!stream) __file_close(file);
    return stream;
}

struct __directory {
    unsigned next;
    struct dirent entry;
    char path[];
};

DIR *opendir(const char *path) {
    struct stat about;
    if (__file_status_of(path, &about) < 0) return NULL;
    if (!S_ISDIR(about.st_mode)) {
        errno = ENOTDIR;
        return NULL;
    }
    DIR *const directory = malloc(sizeof *directory + strlen(path) + 1);
    if (!directory) return NULL;
    directory->next = 0;
    strcpy(directory->path, path);
    return directory;
}

struct dirent *readdir(DIR *directory) {
    if (__file_entry(directory->path, directory->next, directory->entry.d_name) <= 0) return NULL;
    directory->entry.d_ino = ++directory->next;
    return &directory->entry;
}

void rewinddir(DIR *directory) { directory->next = 0; }

int closedir(DIR *directory) {
    free(directory);
    return 0;
}
