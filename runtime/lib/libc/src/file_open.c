// What fopen calls. With -Wl,-u,__io_files it is that of io/io_files.c.
#include "files.h"

__attribute__((weak)) int _open(const char *path, int flags, int mode) {
    (void)mode;
    return __file_open(path, flags);
}
