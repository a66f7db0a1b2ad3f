#include "measure/measured_code.h"

#include <fmt/format.h>
#include <inlet/config.h>

namespace inlet::measure {

std::uint64_t MeasuredCode::cycles() const {
    std::uint64_t sum = dispatch;
    for (const InstructionEvent &event : instructions) sum += event.cost.total();
    return sum;
}

std::uint32_t CodeMeter::address(const std::string &name) const {
    for (const Symbol &symbol : image_.symbols)
        if (symbol.name == name) return symbol.address;
    for (const Symbol &object : image_.objects)
        if (object.name == name) return image_.loaded_word(object.address);
    throw UserError(fmt::format("{}: has no '{}': build it again from this version's "
                                "examples/reproduce",
                                image_.path.string(), name));
}

void CodeMeter::measure(const std::string &begin, const std::string &end) {
    Piece &piece = pieces_[begin];
    piece.begin = address(begin);
    piece.end = address(end);
}

void CodeMeter::measure_handler(const std::string &name, std::int32_t address_offset) {
    Piece &piece = pieces_[name];
    piece.begin = address(name) + static_cast<std::uint32_t>(address_offset);
    piece.kind = Kind::handler;
}

void CodeMeter::measure_exception(const std::string &handler) {
    Piece &piece = pieces_[handler];
    piece.end = address(handler);
    piece.kind = Kind::exception;
}

const MeasuredCode &CodeMeter::code(const std::string &name) const {
    const Piece &piece = pieces_.at(name);
    if (!piece.done)
        throw UserError(
            fmt::format("{}: '{}' was never executed to its end", image_.path.string(), name));
    return piece.last;
}

void CodeMeter::instruction(const InstructionEvent &event) {
    for (auto &[name, piece] : pieces_) {
        if (event.node != node_of(piece)) continue;
        if (piece.kind == Kind::section && event.pc == piece.begin) {
            piece.open = true;
            piece.current = {};
        } else if (piece.kind != Kind::handler && piece.open && event.pc == piece.end) {
            close(piece);
        }
        if (piece.open) piece.current.instructions.push_back(event);
    }
}

void CodeMeter::event(const MessageEvent &event) {
    for (auto &[name, piece] : pieces_) {
        if (event.node != node_of(piece)) continue;
        const auto *exception = event.as<events::Exception>();
        const auto *dispatch = event.as<events::Dispatch>();
        if (exception || dispatch) { // it interrupts whatever is open
            piece.open = exception ? piece.kind == Kind::exception
                                   : piece.kind == Kind::handler && event.handler == piece.begin;
            piece.current = {exception ? exception->cycles : dispatch->cycles, {}};
        } else if (event.kind() == EventKind::ret && piece.kind == Kind::handler && piece.open) {
            close(piece);
        }
    }
}

void CodeMeter::close(Piece &piece) {
    piece.open = false;
    piece.done = true;
    piece.last = piece.current;
}

} // namespace inlet::measure
