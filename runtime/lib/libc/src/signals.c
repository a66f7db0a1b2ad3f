// <signal.h>: signals that a program raises itself. There are no others: faults end the run.
#include <errno.h>
#include <fail.h>
#include <signal.h>

static _sig_func_ptr volatile actions[NSIG];

static int is_signal(int number) {
    if (number > 0 && number < NSIG) return 1;
    errno = EINVAL;
    return 0;
}

_sig_func_ptr signal(int number, _sig_func_ptr action) {
    if (!is_signal(number)) return SIG_ERR;
    const _sig_func_ptr before = actions[number];
    actions[number] = action;
    return before;
}

/// Calls the handler that signal() set, then returns. As C requires, it restores the default first.
int raise(int number) {
    if (!is_signal(number)) return -1;
    const _sig_func_ptr action = actions[number];
    if (action == SIG_IGN) return 0;
    if (action == SIG_DFL)
        xnet_fail_at(__builtin_return_address(0), "raise(%d): the program handles no such signal",
                     number);
    actions[number] = SIG_DFL;
    action(number);
    return 0;
}
