// Output to the console is not buffered: a node that fails has lost nothing, and no node has memory
// of its own for it. (The host puts lines together, those of each level for themselves.)
#define __smakebuf_r make_buffer_of_file
#include "makebuf.c"
#undef __smakebuf_r

void __smakebuf_r(struct _reent *reent, FILE *file) {
    if (file->_file == 1 || file->_file == 2) file->_flags = (file->_flags & ~__SLBF) | __SNBF;
    make_buffer_of_file(reent, file);
}
