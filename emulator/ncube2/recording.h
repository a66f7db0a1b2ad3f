// What happens in a run, kept for reports and measurements, and its file.
#pragma once

#include "ncube2/machine.h"

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace inlet::ncube2 {

struct Record {
    enum class Kind : std::uint8_t { instruction, interrupt, sent, mark, path } kind;
    std::uint32_t node = 0;
    std::uint64_t cycle = 0;
    std::uint32_t pc = 0;
    Context context = Context::user;
    ncube::Cost cost;        ///< instruction, interrupt
    std::uint32_t value = 0; ///< interrupt: vector; sent: message; mark: its number
    net::PathEvent path{};   ///< path
};

class Recording final : public Observer, public net::PathObserver {
  public:
    explicit Recording(const Program &program) : program_(&program) {}

    void instruction(std::uint32_t node, const ncube::Step &step, Context context) override;
    void interrupt(std::uint32_t node, unsigned vector, std::uint64_t cycle, std::uint32_t pc,
                   const ncube::Cost &cost) override;
    void sent(std::uint32_t node, std::uint32_t number, std::uint64_t cycle) override;
    void mark(std::uint32_t node, std::uint32_t mark, std::uint64_t cycle) override;
    void path(const net::PathEvent &event) override;

    /// Marks are kept always; the rest only while this is so.
    void keep(bool on) { keeps_ = on; }
    const std::vector<Record> &records() const { return records_; }
    void write(const std::string &file) const;

  private:
    const Program *program_;
    bool keeps_ = true;
    std::vector<Record> records_;
    std::map<std::uint32_t, std::string> texts_; ///< instructions by address
};

/// A recording read back: names are in the file.
struct Recorded {
    std::vector<Record> records;
    std::map<std::uint32_t, std::string> texts, places, categories;

    /// Throws UserError.
    static Recorded read(const std::string &file);
};

/// All that belongs to one message, in order: see inlet/ncube2.h, report().
struct Journey {
    std::vector<const Record *> send;    ///< of the sender, from its trap to the end of the kernel
    std::vector<const Record *> path;    ///< of the network
    std::vector<const Record *> receive; ///< of the receiver, from the interrupt to the return
};
/// Empty parts where the recording does not have them.
Journey journey(const std::vector<Record> &records, std::uint32_t source, std::uint32_t number);

} // namespace inlet::ncube2
