#include "node/confined.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unistd.h>

#if defined(__linux__) && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#define INLET_LANDLOCK
#endif

namespace inlet {

#ifdef INLET_LANDLOCK
namespace {

/// Rights of the kernel's second version: without it, a file cannot be renamed into another
/// directory.
constexpr std::uint64_t all_rights = 2 * LANDLOCK_ACCESS_FS_REFER - 1;
constexpr std::uint64_t plain_files = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
                                      LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                      LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER;

/// A descriptor; -1: there is no Landlock.
int rules_of(int directory) {
    if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) < 2)
        return -1;
    landlock_ruleset_attr all{};
    all.handled_access_fs = all_rights;
    const auto rules = static_cast<int>(
        ::syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0));
    if (rules < 0) return -1;
    landlock_path_beneath_attr below{};
    below.allowed_access = plain_files;
    below.parent_fd = directory;
    if (::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0)
        return rules;
    ::close(rules);
    return -1;
}

/// Of the calling thread only.
bool restrict_thread(int rules) {
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_landlock_restrict_self, rules, 0) == 0;
}

} // namespace
#else
namespace {
int rules_of(int /*directory*/) { return -1; }
bool restrict_thread(int /*rules*/) { return false; }
} // namespace
#endif

class Confined::Thread {
  public:
    explicit Thread(int rules) : thread_([this, rules] { serve(rules); }) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return confined_ || failed_; });
    }
    ~Thread() {
        {
            const std::scoped_lock lock(mutex_);
            over_ = true;
            changed_.notify_all();
        }
        thread_.join();
    }
    Thread(const Thread &) = delete;
    Thread &operator=(const Thread &) = delete;

    bool confined() const { return confined_; }
    void call(const std::function<void()> &work) {
        if (thread_.get_id() == std::this_thread::get_id()) return work();
        std::unique_lock lock(mutex_);
        work_ = &work;
        changed_.notify_all();
        changed_.wait(lock, [this] { return work_ == nullptr; });
    }

  private:
    void serve(int rules) {
        const bool done = restrict_thread(rules);
        std::unique_lock lock(mutex_);
        (done ? confined_ : failed_) = true;
        changed_.notify_all();
        while (done) {
            changed_.wait(lock, [this] { return work_ || over_; });
            if (!work_) return;
            (*work_)(); // the caller waits, and holds nothing
            work_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()> *work_ = nullptr; ///< to do
    bool over_ = false;
    bool confined_ = false, failed_ = false; ///< the thread has begun
    std::thread thread_;                     ///< last: it uses the others
};

Confined::Confined(int directory) : directory_(directory) { begin(); }

Confined::~Confined() {
    if (process_ != ::getpid()) static_cast<void>(thread_.release());
}

void Confined::begin() {
    // A copy of a process has no copy of its threads, so nothing can end or join this one.
    static_cast<void>(thread_.release());
    process_ = ::getpid();
    const int rules = rules_of(directory_);
    if (rules < 0) return;
    thread_ = std::make_unique<Thread>(rules);
    if (!thread_->confined()) thread_.reset();
    ::close(rules);
}

void Confined::call(const std::function<void()> &work) {
    if (works() && process_ != ::getpid()) begin();
    if (!works()) return work();
    thread_->call(work);
}

} // namespace inlet
