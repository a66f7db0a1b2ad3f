#include "check_am_text.h"

#include "app/callers_text.h"
#include "inlet/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet::cli {

using namespace app;

using nlohmann::json;

namespace {

/// The function at the address in a message: for an AM handler, the C function, which follows two
/// instructions later (docs/t1-abi.md, "Handlers").
std::uint32_t function_at(std::uint32_t address, const Image &image) {
    constexpr std::uint32_t prefix = 8;
    const auto begins = [&image](std::uint32_t at) {
        const Symbol *symbol = image.find(at);
        return symbol && symbol->address == at;
    };
    return !begins(address) && begins(address + prefix) ? address + prefix : address;
}

std::string name_of(std::uint32_t address, const Image &image) {
    return image.place(function_at(address, image));
}

/// The handlers of messages: not what the runtime enters for an outlet or a timelet.
std::vector<AmHandler> handlers_of_messages(const CheckAm &check, const Image &image) {
    std::vector<AmHandler> all = check.handlers();
    std::erase_if(all, [&](const AmHandler &handler) {
        return handler.count == 0 && image.is_runtime(handler.address);
    });
    return all;
}

const char *priority(const AmHandler &handler) {
    return handler.upcall ? "upcall" : handler.high ? "high" : "low";
}

const char *kind_name(AmBreachKind kind) {
    switch (kind) {
    case AmBreachKind::reply_sends: return "reply_sends";
    case AmBreachKind::request_requests: return "request_requests";
    case AmBreachKind::too_long: return "too_long";
    case AmBreachKind::endless: return "endless";
    case AmBreachKind::not_polled: return "not_polled";
    }
    return "unknown";
}

/// The message without the place.
std::string what(const AmBreach &breach, const CheckAm &check, const Image &image) {
    const std::string name = breach.handler ? name_of(breach.handler, image) : "";
    switch (breach.kind) {
    case AmBreachKind::reply_sends: return fmt::format("reply handler {} sends", name);
    case AmBreachKind::request_requests:
        return fmt::format("request handler {} sends a request", name);
    case AmBreachKind::too_long:
        return fmt::format("handler {} takes {} cycles, {} are the limit", name, breach.cycles,
                           check.limit());
    case AmBreachKind::endless:
        return fmt::format("handler {} has not ended, after {} cycles", name, breach.cycles);
    case AmBreachKind::not_polled:
        return fmt::format("node {} has not polled for {} cycles while {} message{} waited",
                           breach.node, breach.cycles, breach.messages,
                           breach.messages == 1 ? "" : "s");
    }
    return "";
}

/// The place that the message names.
std::uint32_t place_of(const AmBreach &breach, const Image &image) {
    return breach.kind == AmBreachKind::too_long ? function_at(breach.pc, image) : breach.pc;
}

} // namespace

std::string check_am_table(const CheckAm &check, const Image &image) {
    std::size_t width = 7;
    const std::vector<AmHandler> all = handlers_of_messages(check, image);
    for (const AmHandler &handler : all)
        width = std::max(width, characters(name_of(handler.address, image)));
    std::string out = fmt::format("{:<{}}  {:<8}  {:>10}  {:>14}  {:>11}\n", "handler", width,
                                  "priority", "messages", "longest cycles", "stack bytes");
    for (const AmHandler &handler : all)
        out +=
            fmt::format("{:<{}}  {:<8}  {:>10}  {:>14}  {:>11}\n", name_of(handler.address, image),
                        width, priority(handler), handler.count, handler.longest, handler.stack);
    return out;
}

std::string check_am_message(const AmBreach &breach, const CheckAm &check, const Image &image) {
    const std::string text =
        fmt::format("active messages: node {}, cycle {}, pc {}: {}", breach.node, breach.cycle,
                    image.where(place_of(breach, image)), what(breach, check, image));
    const std::string times = breach.count == 1 ? "" : fmt::format(" ({} times)", breach.count);
    const std::string callers = callers_text(place_of(breach, image), breach.callers, image);
    return text + times + (callers.empty() ? "" : "\n  " + callers);
}

json check_am_json(const CheckAm &check, const Image &image) {
    json handlers = json::array(), breaches = json::array();
    for (const AmHandler &handler : handlers_of_messages(check, image))
        handlers.push_back({{"handler", name_of(handler.address, image)},
                            {"address", function_at(handler.address, image)},
                            {"priority", priority(handler)},
                            {"messages", handler.count},
                            {"longest_cycles", handler.longest},
                            {"stack_bytes", handler.stack}});
    for (const AmBreach &breach : check.breaches()) {
        const std::uint32_t pc = place_of(breach, image);
        json one = {{"kind", kind_name(breach.kind)},
                    {"node", breach.node},
                    {"cycle", breach.cycle},
                    {"pc", pc},
                    {"place", image.place(pc)},
                    {"count", breach.count},
                    {"message", what(breach, check, image)}};
        if (breach.handler != 0) one["handler"] = name_of(breach.handler, image);
        if (breach.messages != 0) one["messages"] = breach.messages;
        if (breach.cycles != 0) one["cycles"] = breach.cycles;
        if (const auto line = image.lines.text(pc); !line.empty()) one["source"] = line;
        if (const auto callers = callers_text(pc, breach.callers, image); !callers.empty())
            one["callers"] = callers;
        breaches.push_back(std::move(one));
    }
    return {{"limit", check.limit()}, {"handlers", handlers}, {"breaches", breaches}};
}

} // namespace inlet::cli
