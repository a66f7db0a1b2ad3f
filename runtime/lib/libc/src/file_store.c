// Files of a node. Names that begin with /tmp/ are in the node's own memory; others are the host's,
// below the directory of --files (docs/libc.md, "Files").
#define _DEFAULT_SOURCE
#include "files.h"

#include <am_core.h>
#include <errno.h>
#include <fcntl.h>
#include <host.h>
#include <host_calls.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { first = 3, most = 64, longest = 512, largest = INT32_MAX };

struct stored {
    struct stored *next;
    char *name; ///< null: removed; the last descriptor frees it
    char *bytes;
    int directory;
    unsigned size, capacity, opened;
};
static struct stored *stored; ///< those with names

static struct open_file {
    enum { closed, in_memory, of_host } kind;
    int flags;
    struct stored *stored;
    unsigned at; ///< in memory
    int host;    ///< descriptor
} table[most];

extern const int __xnet_io_nodes;

static int refuse(int error) {
    errno = error;
    return -1;
}

/// Of a host service: its result, or -1.
static int result(int value) {
    static int hinted;
    static const char hint[] =
        "files: this run has none; 'inlet run --files DIR' gives it those "
        "below DIR, and names that begin with /tmp/ are in the node's memory\n";
    if (value >= 0) return value;
    switch (value) {
    case -2: return refuse(ENOENT);
    case -4: return refuse(EMFILE);
    case -5: return refuse(EINVAL);
    case -8: return refuse(EIO);
    case -9: return refuse(ENOSPC);
    case -10: return refuse(EEXIST);
    case -6:
        if (!hinted) {
            hinted = 1;
            write(2, hint, sizeof hint - 1);
        }
        return refuse(EACCES);
    default: return refuse(EACCES);
    }
}

/// Nodes beside I/O nodes have no services of files.
static int has_host(void) { return !__xnet_io_nodes; }

static int is_stored(const char *path) { return !strncmp(path, "/tmp/", 5); }

/// "./a//b" is "a/b". Copied, since the host takes nothing that main could change.
static int host_name(const char *path, char name[longest]) {
    unsigned n = 0;
    if (!*path) return refuse(ENOENT);
    if (*path == '/') return refuse(EACCES);
    while (*path) {
        while (*path == '/' || (*path == '.' && (path[1] == '/' || !path[1]))) ++path;
        while (*path && *path != '/') {
            if (n == longest) return refuse(ENAMETOOLONG);
            name[n++] = *path++;
        }
        if (*path == '/' && path[1]) {
            if (n == longest) return refuse(ENAMETOOLONG);
            name[n++] = '/';
        }
        while (*path == '/') ++path;
    }
    while (n && name[n - 1] == '/') --n;
    return (int)n;
}

/// Bytes of a path without slashes at its end.
static size_t trimmed(const char *path) {
    size_t bytes = strlen(path);
    while (bytes > 1 && path[bytes - 1] == '/') --bytes;
    return bytes;
}

static struct stored **find_part(const char *path, size_t bytes) {
    struct stored **place = &stored;
    while (*place && (strncmp((*place)->name, path, bytes) || (*place)->name[bytes]))
        place = &(*place)->next;
    return place;
}
static struct stored **find(const char *path) { return find_part(path, trimmed(path)); }

/// The first from `file` on that is in a directory of this many bytes of `path`, at any depth.
static struct stored *below(struct stored *file, const char *path, size_t bytes) {
    while (file && (strncmp(file->name, path, bytes) || file->name[bytes] != '/'))
        file = file->next;
    return file;
}

/// Of a name in /tmp: 0, or -1 where the directory that it is in does not exist.
static int no_parent(const char *path) {
    size_t bytes = trimmed(path);
    while (path[bytes - 1] != '/') --bytes;
    if (bytes <= 5) return 0;
    const struct stored *const file = *find_part(path, bytes - 1);
    return file && file->directory ? 0 : refuse(file ? ENOTDIR : ENOENT);
}

static struct stored *make_stored(struct stored **place, const char *path) {
    if (no_parent(path)) return NULL;
    struct stored *const made = calloc(1, sizeof *made);
    char *const name = strndup(path, trimmed(path));
    if (!made || !name) {
        free(made);
        free(name);
        errno = ENOSPC;
        return NULL;
    }
    made->name = name;
    return *place = made;
}

static void give_up(struct stored *file) {
    if (file->name || file->opened) return;
    free(file->bytes);
    free(file);
}

static void unname(struct stored **place) {
    struct stored *const file = *place;
    *place = file->next;
    free(file->name);
    file->name = NULL;
    give_up(file);
}

static struct open_file *file_of(int number) {
    if (number < first || number >= first + most || table[number - first].kind == closed) {
        errno = EBADF;
        return NULL;
    }
    return &table[number - first];
}

static int open_stored(struct open_file *file, const char *path, int flags) {
    struct stored **const place = find(path);
    if (!*place) {
        if (!(flags & O_CREAT)) return refuse(ENOENT);
        if (path[strlen(path) - 1] == '/') return refuse(EISDIR);
        if (!make_stored(place, path)) return -1;
    } else if ((*place)->directory) {
        return refuse(EISDIR);
    } else if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) {
        return refuse(EEXIST);
    }
    file->stored = *place;
    if (flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY) (*place)->size = 0;
    ++(*place)->opened;
    file->at = 0;
    file->kind = in_memory;
    return 0;
}

static int open_host(struct open_file *file, const char *path, int flags) {
    char name[longest];
    const int bytes = host_name(path, name);
    if (bytes < 0) return -1;
    if (!has_host()) return refuse(EACCES);
    const int writes = (flags & O_ACCMODE) != O_RDONLY;
    if (writes) { // the host's services create what is not there
        const int there = __host_open(0, name, bytes);
        if (there >= 0) __host_close(there);
        if (there >= 0 && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return refuse(EEXIST);
        if (there < 0 && (there != -2 || !(flags & O_CREAT))) return result(there);
    }
    const int host = __host_open(!writes ? 0 : flags & O_TRUNC ? 1 : 2, name, bytes);
    if (host < 0) return result(host);
    file->host = host;
    file->kind = of_host;
    return 0;
}

int __file_open(const char *path, int flags) {
    am_hold(); // a handler may open one too
    int number = 0;
    while (number < most && table[number].kind != closed) ++number;
    struct open_file *const file = &table[number];
    int done = -1;
    if (number == most)
        errno = EMFILE;
    else
        done = is_stored(path) ? open_stored(file, path, flags) : open_host(file, path, flags);
    if (!done) file->flags = flags;
    am_release();
    return done ? -1 : number + first;
}

int __file_close(int number) {
    struct open_file *const file = file_of(number);
    if (!file) return -1;
    am_hold();
    if (file->kind == of_host)
        __host_close(file->host);
    else if (!--file->stored->opened)
        give_up(file->stored);
    file->kind = closed;
    am_release();
    return 0;
}

int __file_read(int number, void *to, size_t count) {
    struct open_file *const file = file_of(number);
    if (!file) return -1;
    if ((file->flags & O_ACCMODE) == O_WRONLY) return refuse(EBADF);
    if (file->kind == of_host)
        return result(__host_read(file->host, to, count > largest ? largest : (int)count));
    const unsigned left = file->at < file->stored->size ? file->stored->size - file->at : 0;
    if (count > left) count = left;
    memcpy(to, file->stored->bytes + file->at, count);
    file->at += (unsigned)count;
    return (int)count;
}

/// False: the heap is used up, which xnet_heap_exhausted of the program has taken.
static int resize(struct stored *file, unsigned size) {
    if (size > file->capacity) {
        unsigned capacity = file->capacity ? file->capacity : 256;
        while (capacity < size) capacity = capacity < 1u << 30 ? 2 * capacity : size;
        char *const bytes = realloc(file->bytes, capacity);
        if (!bytes) return 0;
        file->bytes = bytes;
        file->capacity = capacity;
    }
    if (size > file->size) memset(file->bytes + file->size, 0, size - file->size);
    file->size = size;
    return 1;
}

int __file_write(int number, const void *bytes, size_t count) {
    struct open_file *const file = file_of(number);
    if (!file) return -1;
    if ((file->flags & O_ACCMODE) == O_RDONLY) return refuse(EBADF);
    if (file->flags & O_APPEND && __file_seek(number, 0, SEEK_END) < 0) return -1;
    if (file->kind == of_host)
        return result(__host_write_file(file->host, bytes, count > largest ? largest : (int)count));
    if (count > (unsigned)largest - file->at) return refuse(EFBIG);
    am_hold();
    const unsigned end = file->at + (unsigned)count;
    const int fits = end <= file->stored->size || resize(file->stored, end);
    if (fits) {
        memcpy(file->stored->bytes + file->at, bytes, count);
        file->at = end;
    }
    am_release();
    return fits ? (int)count : refuse(ENOSPC);
}

off_t __file_seek(int number, off_t offset, int from) {
    struct open_file *const file = file_of(number);
    if (!file) return -1;
    if (file->kind == of_host) return result(__host_seek(file->host, (int)offset, from));
    const int64_t start = from == SEEK_SET ? 0 : from == SEEK_CUR ? file->at : file->stored->size;
    const int64_t to = start + offset;
    if (from < 0 || from > 2 || to < 0 || to > largest) return refuse(EINVAL);
    file->at = (unsigned)to;
    return (off_t)to;
}

int __file_truncate(int number, off_t length) {
    struct open_file *const file = file_of(number);
    if (!file) return -1;
    if ((file->flags & O_ACCMODE) == O_RDONLY || length < 0) return refuse(EINVAL);
    if (file->kind == of_host)
        return result(host_names(17, (uintptr_t)file->host, (uintptr_t)length, 0));
    am_hold();
    const int fits = resize(file->stored, (unsigned)length);
    am_release();
    return fits ? 0 : refuse(ENOSPC);
}

static int about_file(struct stat *about, mode_t mode, unsigned size) {
    memset(about, 0, sizeof *about);
    about->st_mode = mode | (S_ISDIR(mode) ? 0777 : 0666);
    about->st_size = (off_t)size;
    about->st_blksize = 1024;
    about->st_nlink = 1;
    return 0;
}

int __file_status(int number, struct stat *about) {
    struct open_file *const file = file_of(number);
    if (!file) return -1;
    unsigned size;
    if (file->kind == of_host) {
        const int at = __host_seek(file->host, 0, SEEK_CUR);
        size = (unsigned)__host_seek(file->host, 0, SEEK_END);
        __host_seek(file->host, at, SEEK_SET);
    } else {
        size = file->stored->size;
    }
    return about_file(about, S_IFREG, size);
}

int __file_status_of(const char *path, struct stat *about) {
    if (!strcmp(path, "/tmp") || !strcmp(path, "/tmp/")) return about_file(about, S_IFDIR, 0);
    if (is_stored(path)) {
        am_hold();
        const struct stored *const file = *find(path);
        const unsigned size = file ? file->size : 0;
        const mode_t mode = file && file->directory ? S_IFDIR : S_IFREG;
        am_release();
        return file ? about_file(about, mode, size) : refuse(ENOENT);
    }
    char name[longest];
    const int bytes = host_name(path, name);
    if (bytes < 0) return -1;
    if (!has_host()) return refuse(EACCES);
    unsigned char size[4] = {0};
    if (!bytes) { // the directory itself
        if (result(host_names(14, (uintptr_t)name, 0, UINT32_MAX)) < 0) return -1;
        return about_file(about, S_IFDIR, 0);
    }
    const int kind = result(host_names(13, (uintptr_t)name, (uintptr_t)bytes, (uintptr_t)size));
    if (kind < 0) return -1;
    return about_file(about, kind == 1 ? S_IFREG : S_IFDIR,
                      size[0] | size[1] << 8 | size[2] << 16 | (unsigned)size[3] << 24);
}

int __file_make_directory(const char *path) {
    if (!strcmp(path, "/tmp") || !strcmp(path, "/tmp/")) return refuse(EEXIST);
    if (is_stored(path)) {
        am_hold();
        struct stored **const place = find(path);
        struct stored *const made = *place ? NULL : make_stored(place, path);
        if (made)
            made->directory = 1;
        else if (*place)
            errno = EEXIST;
        am_release();
        return made ? 0 : -1;
    }
    char name[longest];
    const int bytes = host_name(path, name);
    if (bytes < 0) return -1;
    if (!bytes) return refuse(EEXIST);
    if (!has_host()) return refuse(EACCES);
    return result(host_names(15, (uintptr_t)name, (uintptr_t)bytes, 0));
}

/// Always inlined: the number of a service is part of the instruction.
static inline __attribute__((always_inline)) int remove_on_host(const char *path,
                                                                unsigned service) {
    char name[longest];
    const int bytes = host_name(path, name);
    if (bytes < 0) return -1;
    if (!has_host()) return refuse(EACCES);
    return result(host_names(service, (uintptr_t)name, (uintptr_t)bytes, 0));
}

int __file_remove_directory(const char *path) {
    if (is_stored(path)) {
        am_hold();
        struct stored **const place = find(path);
        const int error = !*place                              ? ENOENT
                          : !(*place)->directory               ? ENOTDIR
                          : below(stored, path, trimmed(path)) ? EEXIST
                                                               : 0;
        if (!error) unname(place);
        am_release();
        return error ? refuse(error) : 0;
    }
    return remove_on_host(path, 16);
}

int __file_remove(const char *path) {
    if (is_stored(path)) {
        am_hold();
        struct stored **const place = find(path);
        const int error = !*place ? ENOENT : (*place)->directory ? EISDIR : 0;
        if (!error) unname(place);
        am_release();
        return error ? refuse(error) : 0;
    }
    return remove_on_host(path, 11);
}

int __file_rename(const char *from, const char *to) {
    if (is_stored(from) != is_stored(to)) return refuse(EXDEV);
    if (is_stored(from)) {
        char *name = strndup(to, trimmed(to));
        am_hold();
        struct stored *const file = *find(from);
        struct stored **const other = find(to);
        int error = !file ? ENOENT : !name ? ENOSPC : 0;
        if (!error && (file->directory || (*other && (*other)->directory))) error = EACCES;
        if (!error && no_parent(to)) error = errno;
        if (!error && *other != file) {
            if (*other) unname(other);
            char *const old = file->name;
            file->name = name;
            name = old;
        }
        free(name);
        am_release();
        return error ? refuse(error) : 0;
    }
    char both[2 * longest];
    const int bytes = host_name(from, both);
    if (bytes < 0) return -1;
    both[bytes] = 0;
    const int others = host_name(to, both + bytes + 1);
    if (others < 0) return -1;
    if (bytes + others + 1 > longest) return refuse(ENAMETOOLONG);
    if (!has_host()) return refuse(EACCES);
    return result(host_names(12, (uintptr_t)both, (uintptr_t)(bytes + others + 1), 0));
}

int __file_entry(const char *path, unsigned number, char name[256]) {
    if (!strcmp(path, "/tmp") || is_stored(path)) {
        const size_t bytes = trimmed(path);
        am_hold();
        const struct stored *file = below(stored, path, bytes);
        for (; file; file = below(file->next, path, bytes))
            if (!strchr(file->name + bytes + 1, '/') && !number--) break;
        if (file) strlcpy(name, file->name + bytes + 1, 256);
        am_release();
        return file != NULL;
    }
    char buffer[longest];
    const int bytes = host_name(path, buffer);
    if (bytes < 0) return -1;
    if (!has_host()) return refuse(EACCES);
    const int length = result(host_names(14, (uintptr_t)buffer, (uintptr_t)bytes, number));
    if (length < 0) return -1;
    memcpy(name, buffer, (size_t)length);
    name[length] = 0;
    return length > 0;
}
