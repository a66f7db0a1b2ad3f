// The network of net/wormhole.h a second time: tick by tick and word by word, without events,
// trains and intervals. Slow.
#pragma once

#include "net/mix.h"
#include "net/wormhole.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace inlet::net::reference {

class Wormhole {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    struct Link {
        std::uint32_t router;
        Port port;
        std::uint64_t before, reach; ///< latency from the source to both ends
        std::uint64_t end = never;   ///< free again
    };
    struct Message {
        Packet packet;
        std::vector<std::uint8_t> bytes;
        std::uint64_t injected;
        std::vector<Link> path;
        std::uint32_t at = 0;
        Port entry = Port::local;
        std::uint64_t head_at = never; ///< at router `at`
        bool waits = false, swallowed = false;
        std::uint64_t moved = 0, moved_reach = 0, connected = never, limit = never;
        std::vector<std::uint64_t> news;           ///< of moves, on their way to the source
        std::vector<std::uint64_t> sent, received; ///< begin of the cycle, by word
        std::uint64_t done = never, delivered = never;
        std::uint64_t words() const { return (bytes.size() + 3) / 4; }
    };

    Wormhole(const WormholeConfig &config, std::uint32_t nodes, std::uint64_t jitter)
        : config_(config), grid_(nodes), jitter_(jitter), sends(nodes), receives(nodes),
          armed(nodes, never) {}

    void inject(std::uint64_t cycle, const Packet &packet, std::vector<std::uint8_t> bytes) {
        Message m;
        m.packet = packet;
        m.bytes = std::move(bytes);
        m.injected = cycle;
        messages.push_back(std::move(m));
    }
    void arm(std::uint64_t cycle, std::uint32_t node) { armed[node] = cycle + 1; }
    /// The message that a node is sending, or nullptr.
    const Message *sending(std::uint32_t node) const {
        for (const Message &m : messages)
            if (m.packet.source == node && m.done == never) return &m;
        return nullptr;
    }

    void step(std::uint64_t now) {
        for (Message &m : messages)
            for (Link &link : m.path)
                if (link.end == now) owner_.erase({link.router, link.port});
        for (Message &m : messages) {
            for (const std::uint64_t news : m.news)
                if (news == now && m.done == never)
                    m.limit = m.waits ? config_.slack_words * m.path.size() : never;
            if (m.head_at == now && m.connected == never) arrive(m, now);
            if (m.waits && !grid_.is_switch(m.at) && armed[m.at] <= now) connect(m, now);
        }
        for (Message &m : messages)
            if (m.waits && grid_.is_switch(m.at) && m.head_at + config_.time_limit == now)
                swallow(m, now);
        // Each free link goes to the first that asks for it.
        std::map<std::tuple<std::uint32_t, Port>, Message *> first;
        for (Message &m : messages) {
            if (!asks(m, now)) continue;
            Message *&best = first[{m.at, output(m)}];
            if (!best || std::tuple(m.head_at, m.entry) < std::tuple(best->head_at, best->entry))
                best = &m;
        }
        for (auto &[link, m] : first)
            if (!owner_.contains(link)) {
                move_on(*m, now);
                take(*m, std::get<0>(link), std::get<1>(link), now);
            }
        for (Message &m : messages)
            if (m.head_at == now && m.connected == never && !m.waits) {
                m.waits = true;
                m.limit = std::min(m.limit, std::uint64_t{config_.slack_words} * m.path.size());
            }
        if (now % config_.word == 0) cycle(now);
    }

    std::vector<Message> messages; ///< those that have been taken stay
    std::uint64_t swallowed = 0;

  private:
    WormholeConfig config_;
    SwitchGrid grid_;
    std::uint64_t jitter_;
    std::map<std::tuple<std::uint32_t, Port>, std::uint32_t> owner_;

    std::uint64_t align(std::uint64_t cycle) const {
        return (cycle + config_.word - 1) / config_.word * config_.word;
    }
    std::uint64_t time_to(std::uint32_t router) const {
        return config_.cable + (grid_.is_switch(router) ? config_.hop : 0);
    }
    Port output(const Message &m) const {
        return SwitchGrid::port_of(m.bytes[m.path.size() - 1] & 0x7f);
    }
    bool asks(const Message &m, std::uint64_t now) const {
        return m.connected == never && !m.path.empty() && m.head_at <= now && grid_.is_switch(m.at);
    }
    void arrive(Message &m, std::uint64_t now) {
        if (!grid_.is_switch(m.at)) {
            if (armed[m.at] <= now) connect(m, now);
            return;
        }
        const bool fault =
            m.path.size() == 1 && fault_hits(config_.fault_seed, config_.lost_per_million,
                                             m.packet.source, m.packet.number);
        const std::size_t passed = m.path.size() - 1;
        const bool leads = passed < m.bytes.size() && m.bytes[passed] >= 0x80 &&
                           m.bytes[passed] < 0x88 && grid_.has_link(m.at, output(m));
        if (fault || !leads) swallow(m, now);
    }
    void swallow(Message &m, std::uint64_t now) {
        m.swallowed = true;
        ++swallowed;
        connect(m, now);
    }
    void move_on(Message &m, std::uint64_t now) {
        if (!m.waits) return;
        m.waits = false;
        m.moved = now;
        m.moved_reach = m.path.back().reach;
        m.news.push_back(align(now + m.moved_reach));
    }
    void take(Message &m, std::uint32_t router, Port port, std::uint64_t now) {
        owner_[{router, port}] = m.packet.source;
        const std::uint64_t before = m.path.empty() ? 0 : m.path.back().reach;
        const std::uint32_t next = grid_.neighbour(router, port);
        const std::uint64_t time =
            time_to(next) + head_jitter(jitter_, m.packet.source, m.packet.number, router);
        m.path.push_back({router, port, before, before + time});
        m.at = next;
        m.entry = grid_.entry(router, port);
        m.head_at = now + time;
        let_go(m, now);
    }
    void connect(Message &m, std::uint64_t now) {
        move_on(m, now);
        m.connected = now;
        if (!m.swallowed) armed[m.at] = never;
        for (const std::uint64_t sent : m.sent) receive(m, sent);
        finish(m, now);
    }
    void receive(Message &m, std::uint64_t sent) {
        std::uint64_t at = align(std::max(sent + m.path.back().reach, m.connected));
        if (!m.received.empty()) at = std::max(at, m.received.back() + config_.word);
        m.received.push_back(at);
    }
    void finish(Message &m, std::uint64_t now) {
        if (m.done == never || m.connected == never) return;
        if (!m.swallowed) m.delivered = m.received.back() + config_.word;
        let_go(m, now);
    }
    void let_go(Message &m, std::uint64_t now) {
        if (m.done == never) return;
        for (std::size_t i = 0; i < m.path.size(); ++i) {
            Link &link = m.path[i];
            if (link.end != never) continue;
            const std::uint64_t stored = (m.path.size() - 1 - i) * config_.slack_words;
            std::uint64_t tail = m.done + link.reach;
            if (m.connected != never) {
                const std::int64_t there =
                    static_cast<std::int64_t>(m.received.back() + config_.word) -
                    static_cast<std::int64_t>(m.path.back().reach - link.reach) -
                    static_cast<std::int64_t>(stored * config_.word);
                if (there > static_cast<std::int64_t>(tail))
                    tail = static_cast<std::uint64_t>(there);
            } else if (m.words() > stored) {
                continue;
            }
            link.end = std::max(now + 1, tail - time_to(grid_.neighbour(link.router, link.port)));
            if (m.moved_reach > link.before)
                link.end = std::max(link.end, m.moved + m.moved_reach - link.before);
        }
    }
    /// One cycle of all interfaces.
    void cycle(std::uint64_t now) {
        for (std::uint32_t node = 0; node < grid_.nodes(); ++node)
            receives[node] = std::ranges::any_of(messages, [&](const Message &m) {
                return m.connected != never && !m.swallowed && m.at == node &&
                       std::ranges::binary_search(m.received, now);
            });
        for (std::uint32_t node = 0; node < grid_.nodes(); ++node) {
            sends[node] = false;
            const auto found = std::ranges::find_if(messages, [&](const Message &m) {
                return m.packet.source == node && m.done == never;
            });
            if (found == messages.end() || found->injected >= now) continue;
            Message &m = *found;
            if (m.sent.size() == m.words()) {
                m.done = now;
                let_go(m, now);
                finish(m, now);
                continue;
            }
            const Port cable = SwitchGrid::port_of(0);
            if (m.sent.size() >= m.limit || (config_.one_engine && receives[node]) ||
                (m.sent.empty() && owner_.contains({node, cable})))
                continue;
            sends[node] = true;
            m.sent.push_back(now);
            if (m.sent.size() == 1) take(m, node, cable, now);
            if (m.connected != never) receive(m, now);
        }
    }

  public:
    std::vector<std::uint8_t> sends, receives; ///< by node: a word in this cycle
    std::vector<std::uint64_t> armed;          ///< by node
};

} // namespace inlet::net::reference
