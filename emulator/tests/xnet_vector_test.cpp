// Vectors in messages on a SPARC.
#include "tests/xnet_numbers.h"
#include "xnet_node.h"
#include "xnet_vectors.h"

namespace inlet::xnet_test {

namespace {

struct SparcVectors {
    using Node = XnetNode;
    static constexpr std::uint32_t base = XnetNode::base, data = 0x40000, stack = 0x50000;
    static constexpr std::uint32_t nop = 0x01000000, hret = 0x81B00060, illegal = 0;
    enum : unsigned { at = 1, handler = 2, other = 3, lengths = 4, to = 8 };
    static constexpr unsigned words_at = sparc::out0;

    static std::uint32_t load(unsigned vector, unsigned address) {
        return load_sum(vector, address, 0);
    }
    static std::uint32_t store(unsigned vector, unsigned address) {
        return 0xC1A02000 | vector << 25 | address << 14;
    }
    static std::uint32_t load_sum(unsigned vector, unsigned a, unsigned b) {
        return 0xC1800000 | vector << 25 | a << 14 | b;
    }
    static std::uint32_t set_vlr(unsigned from) {
        return 0x81B00040 | from << 14 | isa::ni::vlr << 25;
    }
    static std::uint32_t get(unsigned number, unsigned rd) {
        return 0x81B00020 | number << 14 | rd << 25;
    }
    static std::uint32_t send(unsigned n, unsigned vector, bool high) {
        return 0x81B80100 | vector << 25 | handler << 14 | (high ? 1u << 9 : 0u) | n << 5;
    }
    static bool accepted(const State &s) { return s.r[sparc::ccc_register] == 1; }

    static std::unique_ptr<Node> make(const std::vector<std::uint32_t> &words,
                                      const std::optional<VectorConfig> &vectors) {
        sparc::Timing timing = sparc_test::one_cycle_each();
        timing.network = test::sparc_network_numbers();
        timing.network->vectors = vectors;
        auto node = std::make_unique<Node>(words, timing);
        State &s = node->state();
        s.r[sparc::psr_place] = sparc::psr::s | sparc::psr::et | sparc::psr::ec;
        s.r[sparc::wim_place] = 1u << 4;
        s.r[sparc::stack_register] = stack;
        s.jump(base);
        node->start();
        node->write_interface(isa::ni::nistat, 0x019C0000);
        return node;
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Sparc, XnetVectors, SparcVectors);

} // namespace

} // namespace inlet::xnet_test
