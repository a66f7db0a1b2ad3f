// LFC's control program with its main loop (runtime/machine/lanai/lfc/control.c) on the build host:
// nodes with an SRAM, the engines of the interface, and a host that launches and receives. Events
// come in random orders: a pass of a main loop, the end of a transfer, an arrival, the expiry of a
// timer, a launch, a packet that the host takes.
//
//   control_model [SEEDS]     SEEDS: of each run, 60 by default
//
// Without output and with 0: all is well.
extern "C" {
#include "control.h"
#include "control_model_port.h"
}

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

std::string doing;

[[noreturn]] void fail(const std::string &what) {
    std::printf("%s: %s\n", doing.c_str(), what.c_str());
    std::exit(1);
}

using Bytes = std::vector<std::uint8_t>;

std::uint32_t word(const void *at) {
    std::uint32_t value = 0;
    std::memcpy(&value, at, 4);
    return __builtin_bswap32(value);
}
void put_word(void *at, std::uint32_t value) {
    value = __builtin_bswap32(value);
    std::memcpy(at, &value, 4);
}

struct Setting {
    std::string name;
    unsigned nodes = 0, window = 1, host_buffers = 2, send_buffers = 2, launches = 10;
    bool polls = true;       ///< else hosts take packets only when they are interrupted
    bool foreign = false;    ///< packets of another type arrive too
    std::uint32_t delay = 1; ///< of the timer, 0: no interrupts
};

struct Sram {
    lfc_shared shared;
    lfc_control control;
};

struct Node {
    Sram sram{};
    // The registers and engines.
    std::uint32_t isr = 0, smp = 0, ear = 0, lar = 0, dir = 0, counter = 0, rmp = 0, rml = 0;
    bool armed = false, sending = false, timer = false, signal = false;
    Bytes send_bytes, dma_bytes; ///< as they were when the transfer began
    // The host.
    static constexpr std::uint32_t watch_at = 0x100, buffers_at = 0x1000;
    Bytes memory;
    std::uint32_t launched = 0, launches = 0, freed_seen = 0, adds = 0, processed = 0;
    unsigned post_next = 0, take_next = 0, taken = 0;
    std::vector<unsigned> free_sends;
    std::map<std::uint32_t, std::uint32_t> next_number, expected; ///< by destination; by tree
};

std::vector<std::unique_ptr<Node>> nodes;
std::map<std::pair<unsigned, unsigned>, std::deque<Bytes>> links;

std::uint8_t *at(Node &node, std::uint32_t address, std::size_t bytes) {
    if (address + bytes > sizeof(Sram)) fail("an engine is beside SRAM");
    return reinterpret_cast<std::uint8_t *>(&node.sram) + address;
}
Bytes copy(Node &node, std::uint32_t address, std::size_t bytes) {
    const std::uint8_t *from = at(node, address, bytes);
    return {from, from + bytes};
}
Node &node_of(const void *place) {
    for (const auto &node : nodes)
        if (place >= &node->sram && place < &node->sram + 1) return *node;
    fail("no SRAM");
}

constexpr std::uint8_t filler = 0xFE; ///< bytes of routes before the number of the node

} // namespace

extern "C" {
std::uint32_t lfc_model_address(const void *place) {
    return static_cast<std::uint32_t>(static_cast<const std::uint8_t *>(place) -
                                      reinterpret_cast<std::uint8_t *>(&node_of(place).sram));
}
std::uint32_t lfc_model_load(lfc_control *c, std::uint32_t offset) {
    if (offset != LANAI_ISR) fail("a load of another register");
    return node_of(c).isr;
}
void lfc_model_store(lfc_control *c, std::uint32_t offset, std::uint32_t value) {
    Node &node = node_of(c);
    switch (offset) {
    case LANAI_ISR:
        node.isr &= ~value;
        if (value & LANAI_HOST_SIG) node.signal = true;
        break;
    case LANAI_IT: node.timer = true; break;
    case LANAI_MYRINET: break;
    case LANAI_RMP: node.rmp = value; break;
    case LANAI_RML:
        if (node.armed) fail("the receive DMA is armed twice");
        node.rml = value;
        node.armed = true;
        break;
    case LANAI_SMP: node.smp = value; break;
    case LANAI_SMLT:
        if (node.sending) fail("the send DMA is busy");
        node.sending = true;
        node.send_bytes = copy(node, node.smp, value - node.smp);
        break;
    case LANAI_EAR: node.ear = value; break;
    case LANAI_LAR: node.lar = value; break;
    case LANAI_DMA_DIR: node.dir = value; break;
    case LANAI_DMA_CTR:
        if (node.counter) fail("the host DMA is busy");
        if (value == 0 || value % 4 || node.lar % 4 || node.ear % 4) fail("a DMA of half words");
        if (node.ear + value > node.memory.size()) fail("a DMA beside the host's buffers");
        node.counter = value;
        if (node.dir) node.dma_bytes = copy(node, node.lar, value);
        break;
    default: fail("a store to another register");
    }
}
}

namespace {

// --- The network ---------------------------------------------------------------------------------

void send_ends(unsigned n) {
    Node &node = *nodes[n];
    Bytes bytes = copy(node, node.smp, node.send_bytes.size());
    if (bytes != node.send_bytes) fail("a packet changes while it is sent");
    std::size_t route = 0;
    while (route < bytes.size() && bytes[route] == filler) ++route;
    const unsigned dest = bytes.at(route);
    if (dest >= nodes.size()) fail("a packet without a route");
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(route) + 1);
    if (bytes.size() % 4) fail("a packet of part of a word");
    links[{n, dest}].push_back(bytes);
    node.sending = false;
    node.isr |= LANAI_SEND;
}

void arrives(unsigned from, unsigned to) {
    Node &node = *nodes[to];
    auto &link = links[{from, to}];
    const Bytes bytes = link.front();
    link.pop_front();
    if (node.rmp + bytes.size() > node.rml) fail("a packet longer than its buffer");
    std::copy(bytes.begin(), bytes.end(), at(node, node.rmp, bytes.size()));
    node.armed = false;
    node.isr |= LANAI_RECV;
}

void dma_ends(unsigned n) {
    Node &node = *nodes[n];
    const auto host = node.memory.begin() + node.ear;
    if (node.dir) {
        const Bytes bytes = copy(node, node.lar, node.counter);
        if (bytes != node.dma_bytes) fail("data change while they are delivered");
        std::copy(bytes.begin(), bytes.end(), host);
    } else {
        std::copy(host, host + node.counter, at(node, node.lar, node.counter));
    }
    node.counter = 0;
    node.isr |= LANAI_DMA;
}

// --- The host ------------------------------------------------------------------------------------

std::uint32_t buffer_at(unsigned b) { return Node::buffers_at + b * LFC_HOST_BUFFER_BYTES; }

void post(Node &node, const Setting &set, unsigned b) {
    std::uint32_t &full =
        reinterpret_cast<std::uint32_t &>(node.memory[buffer_at(b + 1) - sizeof(std::uint32_t)]);
    full = 0;
    if (node.sram.shared.host_buffer[node.post_next]) fail("a place of a host buffer is in use");
    put_word(&node.sram.shared.host_buffer[node.post_next], buffer_at(b));
    node.post_next = (node.post_next + 1) % set.host_buffers;
}

/// Buffers are posted in the order in which they were taken.
bool full(const Node &node) { return word(&node.memory[buffer_at(node.take_next + 1) - 4]) != 0; }

void take(Node &node, const Setting &set) {
    const unsigned b = node.take_next;
    node.take_next = (b + 1) % set.host_buffers;
    const std::uint8_t *trailer = &node.memory[buffer_at(b + 1) - LFC_TRAILER_BYTES];
    const std::uint32_t tree = word(trailer + 4) >> 16, size = word(trailer) & 0xFFFF;
    const std::uint8_t *data = trailer - (size + 3) / 4 * 4;
    if (size < 8) fail("another size");
    const std::uint32_t root = word(data);
    if (tree != root && tree != LFC_NODES + root) fail("another tree");
    if (tree == root && word(trailer) >> 16 != root) fail("another source");
    if (word(data + 4) != node.expected[tree]++) fail("out of order");
    for (std::uint32_t i = 8; i < size; ++i)
        if (data[i] != static_cast<std::uint8_t>(root + i)) fail("other data");
    ++node.processed;
    std::memcpy(&node.memory[Node::watch_at], &node.processed, 4);
    post(node, set, b);
    ++node.taken;
}

void look_for_freed(Node &node) {
    const std::uint32_t now = word(&node.sram.shared.freed);
    for (; node.freed_seen != now; ++node.freed_seen)
        node.free_sends.push_back(
            __builtin_bswap16(node.sram.shared.freed_buffer[node.freed_seen % LFC_SEND_BUFFERS]));
}

bool may_launch(Node &node, const Setting &set) {
    look_for_freed(node);
    return node.launches < set.launches && !node.free_sends.empty() &&
           word(&node.sram.shared.fetch_add_done) == node.adds &&
           node.launched - word(&node.sram.shared.consumed) < LFC_RING;
}

void launch(unsigned n, std::mt19937 &random) {
    Node &node = *nodes[n];
    lfc_launch &to = node.sram.shared.ring[node.launched % LFC_RING];
    const unsigned what = random() % 4, dest = random() % nodes.size();
    ++node.launches;
    if (what == 0) {
        ++node.adds;
        put_word(&to, LFC_LAUNCH_FETCH_ADD << 16 | dest);
        put_word(&to.buffer, 0);
        put_word(&to.value, 1);
    } else {
        const unsigned b = node.free_sends.back();
        node.free_sends.pop_back();
        const std::uint32_t size = 8 + random() % (LFC_DATA_BYTES - 8 + 1);
        auto *data = reinterpret_cast<std::uint8_t *>(node.sram.control.buffer[b]) + LFC_DATA_AT;
        const bool all = what == 1 && nodes.size() > 1;
        put_word(data, n);
        put_word(data + 4, node.next_number[all ? 1000 : dest]++);
        for (std::uint32_t i = 8; i < size; ++i) data[i] = static_cast<std::uint8_t>(n + i);
        put_word(&to, all ? LFC_LAUNCH_MULTICAST << 16 | (LFC_NODES + n)
                          : LFC_LAUNCH_UNICAST << 16 | dest);
        put_word(&to.buffer, b << 16 | size);
    }
    put_word(&to.turn, node.launched / LFC_RING + 1);
    ++node.launched;
}

// --- A run ---------------------------------------------------------------------------------------

void start(const Setting &set) {
    nodes.clear();
    links.clear();
    for (unsigned n = 0; n < set.nodes; ++n) {
        auto &node = *nodes.emplace_back(std::make_unique<Node>());
        node.memory.resize(buffer_at(set.host_buffers));
        lfc_shared &shared = node.sram.shared;
        put_word(&shared.me, n);
        put_word(&shared.nodes, set.nodes);
        put_word(&shared.window, set.window);
        put_word(&shared.recover, 1);
        put_word(&shared.send_buffers, set.send_buffers);
        put_word(&shared.host_buffers, set.host_buffers);
        put_word(&shared.interrupt_delay, set.delay);
        put_word(&shared.watch, Node::watch_at);
        for (unsigned d = 0; d < set.nodes; ++d) {
            const unsigned bytes = 1 + d % 3;
            put_word(&shared.route[d].bytes, bytes);
            std::fill_n(shared.route[d].route, LFC_ROUTE_BYTES - bytes, 0xFF);
            std::fill_n(shared.route[d].route + LFC_ROUTE_BYTES - bytes, bytes, filler);
            shared.route[d].route[LFC_ROUTE_BYTES - 1] = static_cast<std::uint8_t>(d);
        }
        unsigned edge = 0;
        for (unsigned root = 0; root < set.nodes; ++root) { // heaps
            const unsigned tree = LFC_NODES + root, me = (n + set.nodes - root) % set.nodes;
            shared.parent[tree] = __builtin_bswap16(
                static_cast<std::uint16_t>((me ? (me - 1) / 2 + root : 0) % set.nodes));
            shared.first_child[tree] = __builtin_bswap16(static_cast<std::uint16_t>(edge));
            unsigned children = 0;
            for (unsigned child = 2 * me + 1; child <= 2 * me + 2 && child < set.nodes; ++child) {
                shared.child[edge++] =
                    __builtin_bswap16(static_cast<std::uint16_t>((child + root) % set.nodes));
                ++children;
            }
            shared.children[tree] = __builtin_bswap16(static_cast<std::uint16_t>(children));
        }
        for (unsigned b = 0; b < set.send_buffers; ++b) node.free_sends.push_back(b);
        for (unsigned b = 0; b < set.host_buffers; ++b) post(node, set, b);
        lfc_control_start(&node.sram.control, &shared);
    }
}

void run(const Setting &set, unsigned seed) {
    std::mt19937 random(seed);
    start(set);
    enum { turn, sent, dma, timer, signal, launches, takes, first_link };
    const unsigned kinds = first_link + set.nodes;
    std::vector<unsigned> weight(set.nodes * kinds);
    for (unsigned &w : weight) w = seed % 2 ? 4 : 1u << random() % 6;
    for (unsigned n = 0; n < set.nodes; ++n) weight[n * kinds] = std::max(weight[n * kinds], 4u);
    unsigned quiet = 0;
    for (std::uint64_t steps = 0; quiet < 8000 * set.nodes; ++steps) {
        if (steps > 5'000'000) fail("does not end");
        const unsigned pick = random() % (set.nodes * kinds), n = pick / kinds, what = pick % kinds;
        if (random() % 32 >= weight[pick]) continue;
        Node &node = *nodes[n];
        ++quiet;
        const auto did = [&] { quiet = 0; };
        switch (what) {
        case turn: lfc_control_turn(&node.sram.control, &node.sram.shared); break;
        case sent:
            if (node.sending) send_ends(n), did();
            break;
        case dma:
            if (node.counter) dma_ends(n);
            break;
        case timer:
            if (node.timer) {
                node.timer = false;
                node.isr |= LANAI_TIME;
            }
            break;
        case signal: // the handler takes all
            if (!node.signal) break;
            node.signal = false;
            for (; full(node); did()) take(node, set);
            break;
        case launches:
            if (may_launch(node, set)) launch(n, random), did();
            break;
        case takes:
            if (set.polls && full(node)) take(node, set), did();
            break;
        default: {
            const unsigned from = what - first_link;
            if (!node.armed) break;
            if (set.foreign && random() % 8 == 0 && from != n) {
                // LFC's header but for the type (001 3.9.2): a CREDIT of three.
                Bytes other(12);
                put_word(other.data(), 0x04510003);
                put_word(other.data() + 4, from << 16);
                links[{from, n}].push_front(other);
                arrives(from, n);
            } else if (!links[{from, n}].empty()) {
                arrives(from, n), did();
            }
        }
        }
    }
    std::uint32_t adds = 0, sum = 0, to_all = 0;
    std::vector<std::uint32_t> to(set.nodes);
    for (unsigned n = 0; n < set.nodes; ++n) {
        for (const auto &[dest, count] : nodes[n]->next_number)
            dest == 1000 ? to_all += count : to[dest] += count;
    }
    for (unsigned n = 0; n < set.nodes; ++n) {
        Node &node = *nodes[n];
        const auto own = node.next_number.find(1000);
        const std::uint32_t others = to_all - (own == node.next_number.end() ? 0 : own->second);
        if (node.launches != set.launches) fail("a launch waits for ever");
        if (node.taken != to[n] + others) fail("a packet is not delivered");
        adds += node.adds;
        sum += node.sram.control.ni.fa_value;
        look_for_freed(node);
        if (node.free_sends.size() != set.send_buffers) fail("a send buffer is not free");
        const lfc_control &c = node.sram.control;
        unsigned free = 0;
        for (std::uint16_t b = c.free_receives; b != LFC_NONE; b = c.receive_next[b]) ++free;
        if (free + c.first_receive + 1 != LFC_BUFFERS) fail("a receive buffer is not free");
        if (c.ni.timer) fail("a timer does not stop");
        if (set.foreign && set.nodes > 1 && word(&node.sram.shared.dropped) == 0)
            fail("another type of packets is not counted");
    }
    if (adds != sum) fail("a fetch&add is lost");
}

} // namespace

int main(int argc, char **argv) {
    const unsigned seeds = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 60;
    const Setting settings[] = {
        {.name = "one node", .nodes = 1},
        {.name = "two nodes", .nodes = 2, .window = 2},
        {.name = "five nodes", .nodes = 5},
        {.name = "five nodes, long rings", .nodes = 5, .window = 2, .launches = 150},
        {.name = "one host buffer", .nodes = 3, .host_buffers = 1},
        {.name = "without interrupts", .nodes = 3, .delay = 0},
        {.name = "hosts that wait for interrupts", .nodes = 4, .host_buffers = 3, .polls = false},
        {.name = "packets of another type", .nodes = 3, .foreign = true},
    };
    for (const Setting &setting : settings)
        for (unsigned seed = 0; seed < seeds; ++seed) {
            doing = setting.name + ", seed " + std::to_string(seed);
            run(setting, seed);
        }
}
