// What fopen calls. With -Wl,-u,__io_files it is that of io/io_files.c.
#include "files.h"

/// Variable arguments, as newlib declares it: where parameters come in registers, these do not.
__attribute__((weak)) int _open(const char *path, int flags, ...) {
    return __file_open(path, flags);
}
