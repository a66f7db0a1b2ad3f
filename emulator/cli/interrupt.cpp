#include "interrupt.h"

namespace inlet::cli {

namespace {

sigset_t only_sigint() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    return set;
}

} // namespace

Interrupt::Interrupt() {
    const sigset_t set = only_sigint();
    pthread_sigmask(SIG_BLOCK, &set, &before_); // the thread inherits it
    thread_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
    stop_ = true;
    pthread_kill(thread_.native_handle(), SIGINT); // wakes the thread
    thread_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::wait() {
    const sigset_t set = only_sigint();
    for (;;) {
        int signal = 0;
        sigwait(&set, &signal);
        if (stop_) return;
        if (!requested_.exchange(true)) continue;
        // The second SIGINT: unblock the signal, so that its default action takes place.
        pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
        std::raise(SIGINT);
    }
}

} // namespace inlet::cli
