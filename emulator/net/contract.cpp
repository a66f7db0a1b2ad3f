#include "net/contract.h"

#include <string>

namespace inlet::net::contract {

void broken(const char *promise, std::uint64_t cycle, std::uint64_t bound) {
    throw ContractBroken("the network's contract is broken: " + std::string(promise) + " (cycle " +
                         std::to_string(cycle) + ", bound " + std::to_string(bound) + ")");
}

} // namespace inlet::net::contract
