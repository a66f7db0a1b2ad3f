#include "interrupt.h"

namespace inlet::cli {

namespace {

sigset_t set_of(Interrupt::By by) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    if (by == Interrupt::By::mpirun) sigaddset(&set, SIGTERM);
    return set;
}

} // namespace

Interrupt::Interrupt(By by) : signals_(set_of(by)) {
    pthread_sigmask(SIG_BLOCK, &signals_, &before_); // the thread inherits it
    thread_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
    stop_ = true;
    pthread_kill(thread_.native_handle(), SIGINT); // wakes the thread
    thread_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::wait() {
    for (;;) {
        int signal = 0;
        sigwait(&signals_, &signal);
        if (stop_) return;
        if (!requested_.exchange(true)) continue;
        // The second one: unblock the signals, so that its default action takes place.
        pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
        std::raise(signal);
    }
}

} // namespace inlet::cli
