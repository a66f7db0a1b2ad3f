// Files of a node: of the directory of --files, or in its own memory (file_store.c). Results and
// errno are those of POSIX. Only a program that opens files links them, hence weak.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

int __file_open(const char *path, int flags);
int __file_read(int file, void *to, size_t count) __attribute__((weak));
int __file_write(int file, const void *bytes, size_t count) __attribute__((weak));
int __file_close(int file) __attribute__((weak));
off_t __file_seek(int file, off_t offset, int from) __attribute__((weak));
int __file_status(int file, struct stat *about) __attribute__((weak));
int __file_truncate(int file, off_t length);
int __file_status_of(const char *path, struct stat *about);
int __file_make_directory(const char *path);
int __file_remove_directory(const char *path);
int __file_remove(const char *path);
int __file_rename(const char *from, const char *to);
/// Name number `number` of a directory, with a 0 behind it: 1; 0: there are no more.
int __file_entry(const char *path, unsigned number, char name[256]);
