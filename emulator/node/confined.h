// A thread that reaches one directory of the host only, by Linux' Landlock.
#pragma once

#include <functional>
#include <memory>

namespace inlet {

/// Executes calls one after the other on a thread that can open, create, remove and rename files
/// below one directory, and none outside, whatever the names are. It cannot start programs.
class Confined {
  public:
    /// `directory`: a descriptor, open as long as this object is used. Without Landlock (before
    /// Linux 5.19) there is no thread.
    explicit Confined(int directory);
    ~Confined();
    Confined(const Confined &) = delete;
    Confined &operator=(const Confined &) = delete;

    /// False: there is no Landlock, and call() executes on the caller's thread.
    bool works() const { return thread_ != nullptr; }
    /// Returns when `work`, which must not throw, has returned. `work` may use call(). In a copy
    /// of the process (fork), the first call begins a thread of the copy's own.
    void call(const std::function<void()> &work);

  private:
    class Thread;
    void begin();

    int directory_;
    int process_ = 0; ///< that the thread belongs to
    std::unique_ptr<Thread> thread_;
};

} // namespace inlet
