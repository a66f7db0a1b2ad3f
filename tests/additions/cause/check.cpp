// What follows from a row of inlet/causes.def.
#include "inlet/cost_totals.h"

#include <string_view>

using namespace inlet;

static_assert(cost_parts.back() == &Cost::toy);
static_assert(std::string_view(cause_name(Cause::toy)) == "toy-wait");
static_assert(std::string_view(facts_of(Cause::toy).key) == "toy");
static_assert(facts_of(Cause::toy).order == CauseFacts::Order::before_own);
static_assert(work_causes[cost_parts.size() - 1] == Cause::toy);
static_assert(cause_of(Wait::message) == Cause::wait_message);

int main() {
    CostTotals totals;
    totals.toy = 5;
    CostTotals sum;
    sum.add(totals);
    const Cost cost{.toy = 2};
    const bool right = sum.of(Cause::toy) == 5 && sum.cycles() == 5 && cost.total() == 2 &&
                       cost_text(cost) == "toy wait 2";
    return right ? 0 : 1;
}
