#include "measure/logp_model.h"

namespace inlet::measure {

using namespace app;

namespace {

struct Kind {
    const char *name, *title;
    std::uint32_t words;
    const char *send, *receive, *round_trip, *distance, *stream;
};
/// `words` is a maximum: the machine may have fewer.
constexpr Kind kinds[] = {
    {"am", "C handlers", 4, "request", "handle", "round_trip", "distance", "to_one"},
    {"short", "short handlers", 5, "short_request", "short_handle", "short_round_trip",
     "short_distance", "short_to_one"},
};

/// Mean cycles in the network of the messages over `hops`.
std::optional<double> network(const LogpResults &results, const char *what, std::uint32_t hops) {
    double sum = 0;
    unsigned count = 0;
    for (const Measurement *m : results.every(what))
        if (m->hops == hops) sum += m->network, ++count;
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

} // namespace

std::optional<double> steady(const LogpResults &results, const std::string &what) {
    const std::vector<const Measurement *> two = results.every(what);
    if (two.size() != 2 || two[1]->count <= two[0]->count) return std::nullopt;
    return (static_cast<double>(two[1]->cycles) - static_cast<double>(two[0]->cycles)) /
           (two[1]->count - two[0]->count);
}

std::vector<LogpModel> logp_models(const LogpResults &results) {
    std::vector<LogpModel> models;
    for (Kind kind : kinds) {
        while (kind.words > 1 && !results.find(kind.send, kind.words)) --kind.words;
        const Measurement *loop = results.find("loop");
        const Measurement *send = results.find(kind.send, kind.words);
        const Measurement *receive = results.find(kind.receive, kind.words);
        const Measurement *trip = results.find(kind.round_trip, kind.words);
        const std::optional<double> gap = steady(results, kind.stream);
        if (!loop || !send || !receive || !trip || !gap) continue;
        LogpModel model{};
        model.kind = kind.name;
        model.title = kind.title;
        model.words = kind.words;
        model.send = send->each();
        model.receive = receive->each() - loop->each();
        if (receive->to_handler) model.dispatch = static_cast<double>(*receive->to_handler);
        model.round_trip = trip->each();
        model.latency_from_round_trip = model.round_trip / 2 - model.send - model.receive;
        model.latency = trip->network;
        model.gap = *gap;
        model.nodes = results.nodes();
        const auto near = network(results, kind.distance, results.nearest()),
                   far = network(results, kind.distance, results.diameter());
        if (results.diameter() > results.nearest() && near && far) {
            const std::uint32_t further = results.diameter() - results.nearest();
            model.per_hop = (*far - *near) / further;
            model.latency_mean =
                model.latency + *model.per_hop * (results.mean_hops() - results.nearest());
            model.latency_far = model.latency + *model.per_hop * further;
        }
        models.push_back(model);
    }
    return models;
}

double rate(const Measurement &m) {
    return static_cast<double>(m.size) * m.count / static_cast<double>(m.cycles);
}

Curve bandwidth(const LogpResults &results, const char *what) {
    Curve curve{.what = what};
    const std::vector<const Measurement *> points = results.every(what);
    if (points.empty()) return curve;
    curve.asymptotic = rate(*points.back());
    const double goal = curve.asymptotic / 2;
    curve.at_once = rate(*points.front()) >= goal;
    curve.half = points.front()->size;
    for (std::size_t i = 1; i < points.size() && !curve.at_once; ++i) {
        const double before = rate(*points[i - 1]), here = rate(*points[i]);
        if (here < goal) continue;
        curve.half = points[i - 1]->size +
                     (goal - before) / (here - before) * (points[i]->size - points[i - 1]->size);
        break;
    }
    return curve;
}

} // namespace inlet::measure
