// Directories: those below --files, in the order of bytes, and /tmp of the node (docs/libc.md,
// "Files"). Entries "." and ".." are not listed.
#pragma once

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct __directory DIR;
struct dirent {
    ino_t d_ino; ///< the entry's number, from 1 on
    char d_name[256];
};

DIR *opendir(const char *path);
struct dirent *readdir(DIR *directory);
void rewinddir(DIR *directory);
int closedir(DIR *directory);

#ifdef __cplusplus
}
#endif
