// What a run executed between two labels, or in a handler, instruction by instruction.
#pragma once

#include <cstdint>
#include <inlet/image.h>
#include <inlet/observer.h>
#include <map>
#include <string>
#include <vector>

namespace inlet::cli {

/// A piece of code with its cycles.
struct MeasuredCode {
    std::uint32_t dispatch = 0; ///< cycles from the event or exception to the first instruction
    std::vector<InstructionEvent> instructions; ///< in the order of execution

    std::uint64_t cycles() const;
};

/// Watches a run. Pieces that events interrupt are not taken; of several executions the last one
/// is.
class CodeMeter : public Observer {
  public:
    explicit CodeMeter(const Image &image) : image_(image) {}

    /// Normal code of node 0, from `begin` to just before `end`: functions, or constants that hold
    /// an address. Throws UserError where the program has none of that name.
    void measure(const std::string &begin, const std::string &end);
    /// A message handler on node 1, of this name, dispatch and HRET included. `address_offset`
    /// bytes from there is the address that messages carry.
    void measure_handler(const std::string &name, std::int32_t address_offset = 0);

    /// From an exception on node 0 to the first instruction of a message handler of this name.
    void measure_exception(const std::string &handler);

    /// What was executed. Throws UserError where it never was.
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

} // namespace inlet::cli
