// The same programs under qemu-mips.
#include "bench/child.h"
#include "bench/guest.h"
#include "bench/linux_program.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace inlet::bench {

namespace {

constexpr const char *emulator = "qemu-mips";

/// A file that is gone at the end.
class TemporaryProgram {
  public:
    TemporaryProgram(const Guest &guest, Linux what) {
        const int fd = mkstemp(name_.data());
        if (fd < 0) throw UserError("no temporary file for qemu-mips");
        close(fd);
        write_program(name_, as_linux(guest.image, what));
    }
    ~TemporaryProgram() { std::filesystem::remove(name_); }
    TemporaryProgram(const TemporaryProgram &) = delete;
    TemporaryProgram &operator=(const TemporaryProgram &) = delete;

    const std::string &name() const { return name_; }

  private:
    std::string name_ = (std::filesystem::temp_directory_path() / "inlet-bench-XXXXXX").string();
};

} // namespace

bool has_qemu() {
    static const bool found = run_child({emulator, "--version"}).status == 0;
    return found;
}

Timing run_in_qemu(const Guest &guest) {
    const TemporaryProgram program(guest, Linux::program), empty(guest, Linux::empty);
    const Child start = run_child({emulator, empty.name()});
    const Child child = run_child({emulator, program.name()});
    if (child.status < 0) throw UserError(guest.name + " does not run under qemu-mips");
    return {child.seconds - start.seconds, 0, 0, static_cast<std::uint32_t>(child.status)};
}

} // namespace inlet::bench
