// The page's data. The scripts that draw it are in view/.
#include "inlet/view.h"

#include "analysis/message_log.h"
#include "analysis/profile.h"
#include "analysis/traffic.h"
#include "analysis/wait_finder.h"
#include "inlet/disassembler.h"
#include "inlet/tee.h"
#include "report/trip_lines.h"
#include "trace/output_file.h"
#include "trace/recording.h"
#include "view/cause_load.h"
#include "view/view_page.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace inlet {

namespace {

using json = nlohmann::ordered_json;

/// RFC 4648.
std::string base64(const std::vector<std::uint8_t> &bytes) {
    static constexpr char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (k < left ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += k <= left ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

/// A compact encoding of all charges of all nodes, in blocks that can be decoded independently. A
/// record has the number of its kind (Kind below) and, for an instruction, the difference of its pc
/// to four bytes behind the last one of this context (in places of instructions, zigzag), both as
/// LEB128.
class Records final : public Ledger {
  public:
    Records(std::uint32_t nodes, std::uint64_t most, unsigned place_shift, CauseSplit split)
        : split_(std::move(split)), nodes_(nodes), most_(most), place_shift_(place_shift) {}

    static constexpr std::size_t block_records = 2048;

    struct Kind {
        Context context;
        Cause cause; ///< issue or a cause of waiting: an instruction
        bool refused;
        /// By cause of an instruction; else [0]: cycles, and the accesses and stalls among them.
        std::array<std::uint64_t, instruction_causes.size()> parts;
        auto operator<=>(const Kind &) const = default;
    };
    struct Block {
        std::uint64_t cycle;             ///< of its first record
        std::size_t offset;              ///< in the node's bytes
        std::array<std::uint32_t, 3> pc; ///< by context: four bytes behind the last instruction
    };
    struct Node {
        std::vector<std::uint8_t> bytes;
        std::vector<Block> blocks;
        std::size_t in_block = block_records;
        std::array<std::uint32_t, 3> pc{};
        std::uint64_t end = 0; ///< end of the last record, in cycles
        bool full = false;     ///< records were omitted
    };

    const std::vector<Node> &by_node() const { return nodes_; }
    const std::map<Kind, std::uint32_t> &kinds() const { return kinds_; }
    std::uint64_t instructions() const { return instructions_; }

  private:
    static void number(std::vector<std::uint8_t> &out, std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
        out.push_back(static_cast<std::uint8_t>(value));
    }

    void charge(const Charge &charge) override {
        if (charge.node >= nodes_.size()) return;
        Node &node = nodes_[charge.node];
        // The limit applies to each node, so that the beginning of every node is present.
        if (node.in_block == block_records &&
            node.blocks.size() * block_records >= most_ / nodes_.size())
            node.full = true;
        if (node.full) return;
        Kind kind{charge.context, charge.cause, false, {}};
        const auto part = [&](Cause cause, std::uint64_t cycles) {
            kind.parts[cause == charge.cause ? 0 : static_cast<std::size_t>(cause)] = cycles;
        };
        if (charge.instruction == nullptr) {
            split_.each(charge.cause, charge.cycles, part);
        } else {
            kind.refused = charge.instruction->waiting;
            if (charge.cause < first_wait)
                split_.each(*charge.instruction, part);
            else
                for (std::size_t n = 0; n < cost_parts.size(); ++n)
                    kind.parts[n] = charge.instruction->cost.*cost_parts[n];
            ++instructions_;
        }
        if (node.in_block == block_records) {
            node.blocks.push_back({charge.cycle, node.bytes.size(), node.pc});
            node.in_block = 0;
        }
        ++node.in_block;
        const auto [at, unused] =
            kinds_.try_emplace(kind, static_cast<std::uint32_t>(kinds_.size()));
        number(node.bytes, at->second);
        node.end = charge.cycle + charge.cycles;
        if (charge.instruction == nullptr) return;
        std::uint32_t &pc = node.pc[static_cast<std::size_t>(charge.context)];
        const auto places = static_cast<std::int32_t>(charge.instruction->pc - pc) >> place_shift_;
        number(node.bytes,
               static_cast<std::uint32_t>(places) << 1 ^ (places < 0 ? ~std::uint32_t{0} : 0u));
        pc = charge.instruction->pc + 4;
    }

    CauseSplit split_;
    std::vector<Node> nodes_;
    std::uint64_t most_;
    unsigned place_shift_;
    std::map<Kind, std::uint32_t> kinds_;
    std::uint64_t instructions_ = 0;
};

/// Divides [from, from + cycles) into intervals of `width` cycles and calls add(interval, cycles)
/// for each part. Ignores intervals from `count` on.
template <typename Add>
void divide(std::uint64_t from, std::uint64_t cycles, std::uint64_t width, std::uint64_t count,
            const Add &add) {
    while (cycles != 0 && from / width < count) {
        const std::uint64_t part = std::min(cycles, width - from % width);
        add(from / width, part);
        from += part;
        cycles -= part;
    }
}

/// The share of an interval; 255: all of it.
std::uint8_t share(std::uint64_t cycles, std::uint64_t width) {
    return static_cast<std::uint8_t>((cycles * 255 + width / 2) / width);
}

/// The time of each node by activity in equal intervals, for zoom levels at which instructions are
/// not visible. A byte each for main, low, high, dispatches and waiting; 255: the whole interval.
class Overview final : public Ledger {
  public:
    Overview(std::uint32_t nodes, std::uint64_t cycles) : nodes_(nodes) {
        constexpr std::uint64_t most_cells = 1u << 20;
        const std::uint64_t most = std::max<std::uint64_t>(256, most_cells / nodes);
        while (cycles / width_ >= most) width_ *= 2;
        count_ = cycles / width_ + 1;
        sums_.resize(nodes_ * count_);
    }
    std::uint64_t width() const { return width_; }
    std::uint64_t count() const { return count_; }
    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> out;
        out.reserve(sums_.size() * looks);
        for (const auto &cell : sums_)
            for (const std::uint64_t cycles : cell) out.push_back(share(cycles, width_));
        return out;
    }

  private:
    void charge(const Charge &charge) override {
        if (charge.node >= nodes_) return;
        std::size_t what = static_cast<std::size_t>(charge.context);
        if (charge.cause == Cause::idle || charge.cause == Cause::unrecorded) return;
        if (charge.instruction == nullptr) what = 3;
        if (charge.cause >= first_wait) what = 4;
        divide(charge.cycle, charge.cycles, width_, count_,
               [&](std::uint64_t cell, std::uint64_t part) {
                   sums_[charge.node * count_ + cell][what] += part;
               });
    }

    std::uint64_t nodes_, width_ = 1, count_ = 1;
    static constexpr std::size_t looks = 5;
    std::vector<std::array<std::uint64_t, looks>> sums_;
};

/// The utilisation of links in equal intervals.
class LinkLoad final : public Observer {
  public:
    struct Link {
        std::uint32_t router;
        Port port;
        auto operator<=>(const Link &) const = default;
    };

    LinkLoad(const std::vector<Link> &links, std::uint64_t cycles) {
        for (const Link &link : links) numbers_.emplace(link, numbers_.size());
        constexpr std::uint64_t most_cells = 1u << 18;
        const std::uint64_t most = std::max<std::uint64_t>(64, most_cells / (links.size() + 1));
        while (cycles / width_ >= most) width_ *= 2;
        count_ = cycles / width_ + 1;
        sums_.resize(links.size() * count_);
    }
    std::uint64_t width() const { return width_; }
    std::uint64_t count() const { return count_; }
    /// By link; 255: always busy.
    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> out;
        out.reserve(sums_.size());
        for (const std::uint64_t cycles : sums_) out.push_back(share(cycles, width_));
        return out;
    }

    void hop(const HopEvent &event) override {
        const auto link = numbers_.find({event.router, event.to});
        if (link == numbers_.end()) return;
        divide(event.cycle, event.end - event.cycle, width_, count_,
               [&](std::uint64_t cell, std::uint64_t part) {
                   sums_[link->second * count_ + cell] += part;
               });
    }

  private:
    std::map<Link, std::size_t> numbers_;
    std::uint64_t width_ = 1, count_ = 1;
    std::vector<std::uint64_t> sums_;
};

json optional(const std::optional<std::uint64_t> &cycle) { return cycle ? json(*cycle) : json(-1); }

class ViewWriter {
  public:
    explicit ViewWriter(const ViewOptions &options)
        : options_(options), recording_(options.trace, options.program, options.only),
          split_(recording_.names().processor, recording_.header()),
          profile_(recording_.names(), split_), traffic_(recording_.header()),
          records_(recording_.header().nodes, options.most_instructions,
                   place_shift(recording_.names().processor), split_) {
        Tee first{&log_, &profile_, &traffic_, &records_};
        read_waits(recording_, first);
        profile_.end(recording_.end());
        records_.end(recording_.end());
        for (std::uint32_t n = 0; n < profile_.nodes(); ++n)
            cycles_ = std::max(cycles_, profile_.clock(n));
    }

    Viewed write() {
        OutputFile out(options_.output);
        Viewed done;
        const json data = document();
        // Escape '<', so that the data cannot end the script element.
        std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace);
        for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; at += 6)
            text.replace(at, 1, "\\u003c"); // '<' occurs in strings only
        std::string page = view::markup;
        const auto put = [&](const std::string &mark, const std::string &what) {
            page.replace(page.find(mark), mark.size(), what);
        };
        put("/*INLET STYLE*/", view::style);
        put("/*INLET SCRIPT*/", view::script);
        const std::string mark = "/*INLET DATA*/";
        const std::size_t at = page.find(mark);
        out.write(page.substr(0, at));
        out.write(text);
        out.write(page.substr(at + mark.size()));
        out.close();
        done.instructions = records_.instructions();
        done.messages = log_.size();
        done.bytes = out.bytes();
        done.notes = recording_.warning();
        if (!recording_.has_program())
            done.notes += fmt::format("no source lines: {}\n", recording_.program_problem());
        for (const Records::Node &node : records_.by_node())
            if (node.full) {
                done.notes += "not every instruction is in the page: later ones are there in less "
                              "detail (--instructions N)\n";
                break;
            }
        return done;
    }

  private:
    json document() {
        const TraceHeader &header = recording_.header();
        json data = {{"trace", options_.trace.filename().string()},
                     {"program", header.program},
                     {"arguments", header.arguments},
                     {"settings", header.settings},
                     {"machine", header.machine_name},
                     {"cycles", cycles_},
                     {"place", 1u << place_shift(recording_.names().processor)}, // bytes
                     {"warning", recording_.warning()}};
        data["nodes"] = nodes();
        data["kinds"] = kinds();
        data["functions"] = functions();
        data["lines"] = lines();
        data["messages"] = messages();
        data["causes"] = causes_of();
        for (const Cause cause : instruction_causes) data["parts"].push_back(facts_of(cause).title);
        data["contexts"] = recording_.names().contexts.names; // "": nodes lack this context
        data["network"] = routers();
        Overview overview(header.nodes, cycles_);
        LinkLoad load(links_, cycles_);
        CauseLoad by_cause(cycles_, split_);
        Tee second{&overview, &load, &by_cause};
        read_waits(recording_, second);
        overview.end(recording_.end());
        by_cause.end(recording_.end());
        data["overview"] = {{"width", overview.width()},
                            {"count", overview.count()},
                            {"bytes", base64(overview.bytes())}};
        data["load"] = {
            {"width", load.width()}, {"count", load.count()}, {"bytes", base64(load.bytes())}};
        data["causeload"] = {{"width", by_cause.width()}, {"rows", cause_rows(by_cause)}};
        return data;
    }

    json nodes() {
        json out = json::array();
        const auto &all = records_.by_node();
        for (std::uint32_t n = 0; n < all.size(); ++n) {
            json blocks = json::array();
            for (const Records::Block &block : all[n].blocks)
                blocks.push_back(
                    {block.cycle, block.offset, block.pc[0], block.pc[1], block.pc[2]});
            const Profile::Node zero{};
            const Profile::Node &node =
                n < profile_.by_node().size() ? profile_.by_node()[n] : zero;
            out.push_back({{"cycles", profile_.clock(n)},
                           {"instructions", node.instructions},
                           {"sent", node.sent},
                           {"handled", node.handled},
                           {"refused", node.refused},
                           {"end", all[n].end},
                           {"blocks", std::move(blocks)},
                           {"bytes", base64(all[n].bytes)}});
        }
        return out;
    }

    json kinds() const {
        std::vector<json> out(records_.kinds().size());
        for (const auto &[kind, number] : records_.kinds()) {
            json parts = json::array();
            std::size_t used = kind.parts.size();
            while (used > 1 && kind.parts[used - 1] == 0) --used;
            for (std::size_t i = 0; i < used; ++i) parts.push_back(kind.parts[i]);
            out[number] = {static_cast<unsigned>(kind.context), static_cast<unsigned>(kind.cause),
                           kind.refused ? 1 : 0, std::move(parts)};
        }
        return out;
    }

    /// Names and costs, by number of the function.
    json functions() {
        std::vector<std::uint64_t> self(profile_.functions().size());
        for (const CallTree::Way &way : profile_.tree().ways())
            self[way.function] += way.self.cycles;
        const auto inclusive = profile_.tree().inclusive();
        json out = json::array();
        for (std::uint32_t n = 0; n < self.size(); ++n)
            out.push_back({profile_.functions().name(n), self[n], inclusive[n].cycles});
        return out;
    }

    /// Instructions of the program: pc, function, text, source line, cycles by context, executions,
    /// cycles by cause.
    json lines() {
        const Disassembler disassembler(recording_.names(), {true, true});
        std::vector<const Profile::Line *> order;
        for (const Profile::Line &line : profile_.lines()) order.push_back(&line);
        std::sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
            return std::tie(a->pc, a->word) < std::tie(b->pc, b->word);
        });
        json out = json::array();
        for (const Profile::Line *line : order) {
            json by_cause = json::array();
            for (const Cause cause : instruction_causes)
                by_cause.push_back(line->by_cause[static_cast<std::size_t>(cause)]);
            out.push_back({line->pc, profile_.functions().of(line->pc),
                           disassembler.text(line->pc, line->word),
                           recording_.names().lines.text(line->pc), line->cycles,
                           line->executions(), std::move(by_cause)});
        }
        return out;
    }

    /// Columns of the message table, by cycle of injection.
    json messages() {
        std::vector<const MessageRecord *> all = log_.all();
        std::erase_if(all, [](const MessageRecord *m) { return !m->injected; });
        std::stable_sort(all.begin(), all.end(),
                         [](const auto *a, const auto *b) { return *a->injected < *b->injected; });
        json out = {
            {"source", json::array()},     {"number", json::array()},  {"to", json::array()},
            {"handler", json::array()},    {"high", json::array()},    {"words", json::array()},
            {"pc", json::array()},         {"sent", json::array()},    {"arrived", json::array()},
            {"dispatched", json::array()}, {"started", json::array()}, {"returned", json::array()},
            {"cause", json::array()}};
        json names = json::array();
        std::map<std::string, std::size_t> known;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> index;
        for (std::size_t i = 0; i < all.size(); ++i)
            index[{all[i]->id.source, all[i]->id.number}] = i;
        for (const MessageRecord *m : all) {
            const auto [at, added] =
                known.try_emplace(handler_name(m->handler, recording_.names()), known.size());
            if (added) names.push_back(at->first);
            out["source"].push_back(m->id.source);
            out["number"].push_back(m->id.number);
            out["to"].push_back(m->place());
            out["handler"].push_back(at->second);
            out["high"].push_back(m->high ? 1 : 0);
            out["words"].push_back(m->words + m->vector_words);
            out["pc"].push_back(m->pc);
            out["sent"].push_back(*m->injected);
            out["arrived"].push_back(optional(m->arrived));
            out["dispatched"].push_back(optional(m->dispatched));
            out["started"].push_back(m->dispatched ? json(m->started()) : json(-1));
            out["returned"].push_back(optional(m->returned));
            const auto cause =
                m->cause ? index.find({m->cause->source, m->cause->number}) : index.end();
            out["cause"].push_back(cause == index.end() ? json(-1) : json(cause->second));
        }
        out["handlers"] = std::move(names);
        return out;
    }

    json causes_of() const {
        json out = json::array();
        for (std::size_t cause = 0; cause < causes; ++cause)
            out.push_back({cause_name(static_cast<Cause>(cause)), profile_.by_context()[0][cause],
                           profile_.by_context()[1][cause], profile_.by_context()[2][cause]});
        return out;
    }

    /// Cause, context and cycles of each interval, without empty rows.
    static json cause_rows(const CauseLoad &load) {
        json rows = json::array();
        for (std::size_t what = 0; what < causes * CauseLoad::contexts; ++what) {
            json cycles = json::array();
            bool any = false;
            for (const CauseLoad::Cell &cell : load.cells()) {
                cycles.push_back(cell[what]);
                any |= cell[what] != 0;
            }
            if (any)
                rows.push_back(
                    {what / CauseLoad::contexts, what % CauseLoad::contexts, std::move(cycles)});
        }
        return rows;
    }

    json routers() {
        const net::Topology *topology = traffic_.wiring().topology();
        if (topology == nullptr) return nullptr;
        if (!traffic_.wiring().has_routers()) return nodes_alone(*topology);
        json links = json::array(), routers = json::array();
        std::vector<std::uint32_t> in_row;
        for (std::uint32_t router = 0; router < topology->routers(); ++router) {
            const std::uint32_t node = topology->node_at(router);
            const auto [row, column] = topology->place(router);
            if (row >= in_row.size()) in_row.resize(row + 1);
            in_row[row] = std::max({in_row[row], column + 1, topology->row_width(row)});
            routers.push_back({node == net::Topology::none ? json(-1) : json(node), row, column});
            for (unsigned port = 0; port < topology->ports(); ++port) {
                const auto to = static_cast<Port>(port);
                const Traffic::Link &link = traffic_.link(router, to);
                if (link.packets == 0) continue;
                links_.push_back({router, to});
                links.push_back(
                    {router, port, topology->neighbour(router, to), link.packets, link.busy});
            }
        }
        return {{"grid", traffic_.wiring().grid().has_value()},
                {"known", true},
                {"columns", std::move(in_row)},
                {"routers", std::move(routers)},
                {"links", std::move(links)}};
    }

    /// A network without known routers: the nodes' links to one point between them.
    json nodes_alone(const net::Topology &topology) {
        const std::uint32_t nodes = topology.nodes();
        json links = json::array(), routers = json::array();
        for (std::uint32_t node = 0; node < nodes; ++node) routers.push_back({node, 0, node});
        routers.push_back({-1, 1, 0});
        for (std::uint32_t router = 0; router < topology.routers(); ++router)
            for (unsigned port = 0; port < topology.ports(); ++port) {
                const auto to = static_cast<Port>(port);
                const Traffic::Link &link = traffic_.link(router, to);
                if (link.packets == 0) continue;
                const std::uint32_t next = topology.neighbour(router, to);
                const bool out = topology.node_at(router) != net::Topology::none;
                if (!out && topology.node_at(next) == net::Topology::none) continue;
                links_.push_back({router, to});
                links.push_back(
                    {out ? router : nodes, port, out ? nodes : next, link.packets, link.busy});
            }
        return {{"grid", false},
                {"known", false},
                {"columns", {nodes, 1}},
                {"routers", std::move(routers)},
                {"links", std::move(links)}};
    }

    const ViewOptions options_;
    Recording recording_;
    CauseSplit split_;
    MessageLog log_;
    Profile profile_;
    Traffic traffic_;
    Records records_;
    std::vector<LinkLoad::Link> links_; ///< links that carried a packet, in the order of routers()
    std::uint64_t cycles_ = 0;
};

} // namespace

Viewed write_view(const ViewOptions &options) { return ViewWriter(options).write(); }

} // namespace inlet
