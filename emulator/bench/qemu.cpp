// The same programs under qemu-mips, qemu-sparc and qemu-i386.
#include "bench/child.h"
#include "bench/guest.h"
#include "bench/linux_program.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace inlet::bench {

namespace {

const char *emulator(Processor processor) {
    switch (processor) {
    case Processor::sparc: return "qemu-sparc";
    case Processor::x86: return "qemu-i386";
    default: return "qemu-mips";
    }
}

/// A file that is gone at the end.
class TemporaryProgram {
  public:
    TemporaryProgram(const Guest &guest, Linux what) {
        const int fd = mkstemp(name_.data());
        if (fd < 0) throw UserError("no temporary file for qemu");
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

bool has_qemu(Processor processor) {
    return run_child({emulator(processor), "--version"}).status == 0;
}

Timing run_in_qemu(const Guest &guest) {
    const TemporaryProgram program(guest, Linux::program), empty(guest, Linux::empty);
    const Child start = run_child({emulator(guest.image.processor), empty.name()});
    const Child child = run_child({emulator(guest.image.processor), program.name()});
    if (child.status < 0)
        throw UserError(guest.name + " does not run under " + emulator(guest.image.processor));
    return {child.seconds - start.seconds, 0, 0, static_cast<std::uint32_t>(child.status)};
}

} // namespace inlet::bench
