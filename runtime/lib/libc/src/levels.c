// newlib's state, one for each level: a handler that interrupts printf may call printf. None of it
// takes a node's own memory before it is used.
#include <am_core.h>
#include <reent.h>

#pragma clang diagnostic ignored "-Wmissing-field-initializers" // newlib's macro
static struct _reent reents[AM_LEVELS] = {
    _REENT_INIT(reents[AM_LEVEL_MAIN]),
    _REENT_INIT(reents[AM_LEVEL_LOW]),
    _REENT_INIT(reents[AM_LEVEL_HIGH]),
};

// newlib's state that belongs to no thread: functions of atexit, files of fopen.
struct _reent *const _global_impure_ptr = reents;

/// Threads have states of their own (threads/scheduler.c).
__attribute__((weak)) struct _reent *__getreent(void) { return &reents[am_level()]; }

// Set when exit may have work for it: this makes exit call it.
void __xnet_at_exit(void);
__attribute__((used)) static void (*const at_exit)(void) = __xnet_at_exit;

// Present where __cleanup is set.
__attribute__((weak)) int _fwalk_reent(struct _reent *, int (*)(struct _reent *, __FILE *));
__attribute__((weak)) int _fflush_r(struct _reent *, __FILE *);

/// Writes the contents of buffers, of files and of a console for which setvbuf made one. Unlike
/// __cleanup it closes nothing: handlers may print after main has exited.
void __xnet_flush_all(void) {
    for (int i = 0; i < AM_LEVELS; ++i)
        if (reents[i].__cleanup) _fwalk_reent(&reents[i], _fflush_r);
}
