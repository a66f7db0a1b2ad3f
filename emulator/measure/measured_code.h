// The instructions of a run between two labels, or in a handler.
#pragma once

#include <cstdint>
#include <inlet/image.h>
#include <inlet/observer.h>
#include <map>
#include <string>
#include <vector>

namespace inlet::measure {

/// Executed code with its cycles.
struct MeasuredCode {
    std::uint32_t dispatch = 0; ///< cycles from the event or exception to the first instruction
    std::vector<InstructionEvent> instructions; ///< in the order of execution

    std::uint64_t cycles() const;
};

/// Observes a run and measures pieces of its code. Keeps the last execution that no event
/// interrupts.
class CodeMeter : public Observer {
  public:
    explicit CodeMeter(const Image &image) : image_(image) {}

    /// Measures main code of node 0 from `begin` up to `end`, exclusive. Both are functions, or
    /// constants with an address. Throws UserError if the program lacks one.
    void measure(const std::string &begin, const std::string &end);
    /// Measures the message handler `name` on node 1, dispatch and HRET included. Messages carry
    /// its address plus `address_offset` bytes.
    void measure_handler(const std::string &name, std::int32_t address_offset = 0);

    /// Measures from an exception on node 0 to the first instruction of the message handler
    /// `handler`.
    void measure_exception(const std::string &handler);

    /// The measured code. Throws UserError if it was never executed.
    const MeasuredCode &code(const std::string &name) const;

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

  private:
    enum class Kind : std::uint8_t { section, handler, exception };
    struct Piece {
        Kind kind = Kind::section;
        std::uint32_t begin = 0, end = 0;
        bool open = false, done = false;
        MeasuredCode current, last;
    };
    static std::uint32_t node_of(const Piece &piece) { return piece.kind == Kind::handler; }
    static void close(Piece &piece);
    std::uint32_t address(const std::string &name) const;

    const Image &image_;
    std::map<std::string, Piece> pieces_; ///< by `begin` or the handler's name
};

} // namespace inlet::measure
