// The costs of pieces of a program: node 0 executes them, other nodes handle their messages.
#pragma once

#include <cstdint>
#include <inlet/image.h>
#include <inlet/observer.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace inlet::costs {

struct Share {
    std::uint64_t cycles = 0, instructions = 0;
};

/// A message of a piece, and its handler.
struct Message {
    std::uint32_t source = 0, destination = 0;
    std::uint32_t scalar_words = 0, vector_words = 0;
    std::uint64_t inject = 0, arrive = 0; ///< end of SEND, all of it in the receive buffer
    std::uint64_t dispatch = 0;           ///< cycles from the event to the first instruction
    Share entry, body, leave; ///< code before the handler's own first instruction, its own, after
};

/// Code of node 0 between the labels cost_begin_NAME and cost_end_NAME.
struct Piece {
    std::string name;
    std::uint32_t first_pc = 0, end_pc = 0;
    bool open = false, done = false;
    std::uint64_t begin = 0, end = 0; ///< cycles
    Share send;                       ///< node 0 itself, to the end of the first accepted SEND
    Share rest;                       ///< node 0 from then on
    std::vector<Message> messages;    ///< that it sent, and that their handlers sent; as they left
};

/// Every piece must be executed once, one after the other, with pauses in which messages complete.
class Meter final : public Observer {
  public:
    explicit Meter(const Image &image);

    /// In the order of their names' definitions. Throws UserError if one was not executed.
    const std::vector<Piece> &pieces() const;

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

  private:
    using Key = std::pair<std::uint32_t, std::uint32_t>; ///< source and number
    struct Place {
        Piece *piece = nullptr; ///< nullptr: belongs to no piece
        std::size_t message = 0;
        std::uint32_t handler = 0; ///< its own first instruction
        bool begun = false;        ///< has reached it
    };
    Message &message(const Place &place) const { return place.piece->messages[place.message]; }
    bool own(std::uint32_t pc) const;

    const Image &image_;
    std::vector<Piece> pieces_;
    Piece *open_ = nullptr;
    std::map<Key, Place> under_way_;
    /// Running handlers, by node and context.
    std::map<std::pair<std::uint32_t, Context>, Place> running_;
};

} // namespace inlet::costs
