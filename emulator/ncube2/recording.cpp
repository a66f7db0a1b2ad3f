#include "ncube2/recording.h"

#include "inlet/config.h"

#include <fstream>
#include <sstream>

namespace inlet::ncube2 {

namespace {

constexpr const char *magic = "inlet ncube2 trace 1";

std::string one_word(std::string text) {
    for (char &c : text)
        if (c == '\n' || c == '\t') c = ' ';
    return text;
}

} // namespace

void Recording::instruction(std::uint32_t node, const ncube::Step &step, Context context) {
    if (!keeps_) return;
    Record record{};
    record.kind = Record::Kind::instruction;
    record.node = node;
    record.cycle = step.cycle;
    record.pc = step.pc;
    record.context = context;
    record.cost = step.cost;
    records_.push_back(record);
    if (!texts_.count(step.pc)) texts_[step.pc] = ncube::text(step.in, step.pc);
}

void Recording::interrupt(std::uint32_t node, unsigned vector, std::uint64_t cycle,
                          std::uint32_t pc, const ncube::Cost &cost) {
    if (!keeps_) return;
    Record record{};
    record.kind = Record::Kind::interrupt;
    record.node = node;
    record.cycle = cycle;
    record.pc = pc;
    record.context = Context::kernel;
    record.cost = cost;
    record.value = vector;
    records_.push_back(record);
}

void Recording::sent(std::uint32_t node, std::uint32_t number, std::uint64_t cycle) {
    if (!keeps_) return;
    Record record{};
    record.kind = Record::Kind::sent;
    record.node = node;
    record.cycle = cycle;
    record.value = number;
    records_.push_back(record);
}

void Recording::mark(std::uint32_t node, std::uint32_t mark, std::uint64_t cycle) {
    Record record{};
    record.kind = Record::Kind::mark;
    record.node = node;
    record.cycle = cycle;
    record.value = mark;
    records_.push_back(record);
}

void Recording::path(const net::PathEvent &event) {
    if (!keeps_) return;
    Record record{};
    record.kind = Record::Kind::path;
    record.node = event.source;
    record.cycle = event.cycle;
    record.value = event.number;
    record.path = event;
    records_.push_back(record);
}

void Recording::write(const std::string &file) const {
    std::ofstream out(file, std::ios::binary);
    out << magic << '\n';
    for (const auto &[address, text] : texts_) {
        const Program::Line *line = program_->line(address);
        out << "t\t" << address << '\t' << one_word(text) << '\t'
            << one_word(program_->place(address)) << '\t'
            << (line && !line->category.empty() ? line->category : "-") << '\n';
    }
    for (const Record &r : records_) {
        out << "r\t" << static_cast<unsigned>(r.kind) << ' ' << r.node << ' ' << r.cycle << ' '
            << r.pc << ' ' << static_cast<unsigned>(r.context) << ' ' << r.cost.accesses << ' '
            << r.cost.base << ' ' << r.cost.memory << ' ' << r.cost.stall << ' ' << r.cost.unit
            << ' ' << r.value;
        if (r.kind == Record::Kind::path)
            out << ' ' << static_cast<unsigned>(r.path.kind) << ' ' << r.path.router << ' '
                << r.path.dimension;
        out << '\n';
    }
    out.close();
    if (!out) throw UserError(file + ": the trace cannot be written");
}

bool is_trace(const std::string &file) {
    std::ifstream in(file, std::ios::binary);
    std::string line(std::char_traits<char>::length(magic), '\0');
    in.read(line.data(), static_cast<std::streamsize>(line.size()));
    return in.gcount() == static_cast<std::streamsize>(line.size()) && line == magic;
}

Recorded Recorded::read(const std::string &file) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    if (!in || !std::getline(in, line) || line != magic)
        throw UserError(file + ": this is no trace of an nCUBE/2");
    Recorded all;
    for (unsigned number = 2; std::getline(in, line); ++number) {
        const auto bad = [&] {
            throw UserError(file + ": line " + std::to_string(number) + " of the trace is damaged");
        };
        std::istringstream text(line);
        char what = 0;
        text >> what;
        if (what == 't') {
            std::uint32_t address = 0;
            std::string instruction, place, category;
            text >> address;
            text.get();
            if (!std::getline(text, instruction, '\t') || !std::getline(text, place, '\t') ||
                !std::getline(text, category))
                bad();
            all.texts[address] = instruction;
            all.places[address] = place;
            if (category != "-") all.categories[address] = category;
        } else if (what == 'r') {
            Record r{};
            unsigned kind = 0, context = 0, path = 0;
            text >> kind >> r.node >> r.cycle >> r.pc >> context >> r.cost.accesses >>
                r.cost.base >> r.cost.memory >> r.cost.stall >> r.cost.unit >> r.value;
            if (!text || kind > static_cast<unsigned>(Record::Kind::path) || context > 2) bad();
            r.kind = static_cast<Record::Kind>(kind);
            r.context = static_cast<Context>(context);
            if (r.kind == Record::Kind::path) {
                text >> path >> r.path.router >> r.path.dimension;
                if (!text || path > static_cast<unsigned>(net::PathEvent::Kind::delivered)) bad();
                r.path.kind = static_cast<net::PathEvent::Kind>(path);
                r.path.cycle = r.cycle;
                r.path.source = r.node;
                r.path.number = r.value;
            }
            all.records.push_back(r);
        } else {
            bad();
        }
    }
    return all;
}

Journey journey(const std::vector<Record> &records, std::uint32_t source, std::uint32_t number) {
    using Kind = Record::Kind;
    Journey found;
    std::uint64_t sent_at = ~std::uint64_t{0}, delivered_at = ~std::uint64_t{0};
    std::uint32_t destination = ~0u;
    for (const Record &r : records) {
        if (r.kind == Kind::sent && r.node == source && r.value == number) sent_at = r.cycle;
        if (r.kind != Kind::path || r.node != source || r.value != number) continue;
        found.path.push_back(&r);
        if (r.path.kind == net::PathEvent::Kind::delivered) {
            delivered_at = r.cycle;
            destination = r.path.router;
        }
    }
    if (sent_at == ~std::uint64_t{0}) return {};
    // The sender: the kernel around the LCNT, and the trap before it.
    std::vector<const Record *> kernel;
    bool over = false;
    for (const Record &r : records) {
        if (r.node != source || r.kind != Kind::instruction) continue;
        if (r.context != Context::kernel) {
            if (r.cycle > sent_at) over = true;
            if (!over) kernel.clear();
            if (!over) kernel.push_back(&r); // the trap itself is the user's
        } else if (!over) {
            kernel.push_back(&r);
        }
        if (over) break;
    }
    found.send = kernel;
    if (destination == ~0u) return found;
    // The receiver: from the interrupt to the first instruction at the interrupted PC, in no
    // handler.
    bool begun = false;
    std::uint32_t interrupted = 0;
    for (const Record &r : records) {
        if (r.node != destination || r.cycle < delivered_at) continue;
        if (!begun) {
            if (r.kind != Kind::interrupt || r.value < ncube::vector::input_ready ||
                r.value >= ncube::vector::input_error)
                continue;
            begun = true;
            interrupted = r.pc;
            found.receive.push_back(&r);
            continue;
        }
        if (r.kind == Kind::instruction && r.context == Context::user && r.pc == interrupted) break;
        if (r.kind == Kind::instruction || r.kind == Kind::interrupt) found.receive.push_back(&r);
    }
    return found;
}

} // namespace inlet::ncube2
