// Runs guests under qemu-mips, qemu-sparc, qemu-ppc and qemu-i386.
#include "bench/child.h"
#include "bench/guest.h"
#include "bench/linux_program.h"

#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

namespace inlet::bench {

namespace {

/// The command that runs `program`.
std::vector<std::string> command(Processor processor, const std::string &program) {
    switch (processor) {
    case Processor::sparc: return {"qemu-sparc", program};
    case Processor::ppc: return {"qemu-ppc", "-cpu", "604", program};
    case Processor::x86: return {"qemu-i386", program};
    default: return {"qemu-mips", program};
    }
}

/// A temporary file.
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
    return run_child(command(processor, "--version")).status == 0;
}

Timing run_in_qemu(const Guest &guest) {
    const TemporaryProgram program(guest, Linux::program), empty(guest, Linux::empty);
    const auto run = [&](const TemporaryProgram &what) {
        return run_child(command(guest.image.processor, what.name()));
    };
    const Child start = run(empty), child = run(program);
    if (child.status < 0) throw UserError(guest.name + " does not run under qemu");
    return {child.seconds - start.seconds, 0, 0, static_cast<std::uint32_t>(child.status)};
}

} // namespace inlet::bench
