// Vectors in messages on a PowerPC.
#include "ppc_xnet_node.h"
#include "tests/xnet_numbers.h"
#include "xnet_vectors.h"

namespace inlet::xnet_test {

namespace {

struct PpcVectors {
    using Node = ppc_test::XnetNode;
    static constexpr std::uint32_t base = Node::code_base, data = ppc_test::data;
    static constexpr std::uint32_t nop = 0x60000000, hret = 0x14000038, illegal = 0;
    enum : unsigned { zero = 16, at = 17, handler = 18, other = 19, to = 20, lengths = 21 };
    static constexpr unsigned words_at = ppc::first_argument;

    static std::uint32_t load(unsigned vector, unsigned address) {
        return load_sum(vector, 0, address);
    }
    static std::uint32_t store(unsigned vector, unsigned address) {
        return 0x14000074 | vector << 21 | address << 11;
    }
    static std::uint32_t load_sum(unsigned vector, unsigned a, unsigned b) {
        return 0x14000064 | vector << 21 | a << 16 | b << 11;
    }
    static std::uint32_t set_vlr(unsigned from) {
        return 0x1400000C | from << 21 | isa::ni::vlr << 16;
    }
    static std::uint32_t get(unsigned number, unsigned rd) {
        return 0x14000004 | rd << 21 | number << 16;
    }
    static std::uint32_t send(unsigned n, unsigned vector, bool high) {
        return 0x14000043 | vector << 21 | handler << 16 | zero << 11 | n << 8 |
               (high ? 1u << 2 : 0u);
    }
    static bool accepted(const engine::State &s) { return s.r[ppc::cr_register] == 2; }

    static std::unique_ptr<Node> make(const std::vector<std::uint32_t> &words,
                                      const std::optional<VectorConfig> &vectors) {
        PpcNetworkConfig network = test::ppc_network_numbers();
        network.vectors = vectors;
        auto node = std::make_unique<Node>(words, network);
        node->write_interface(isa::ni::nistat, 0x019C0000);
        return node;
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Ppc, XnetVectors, PpcVectors);

} // namespace

} // namespace inlet::xnet_test
