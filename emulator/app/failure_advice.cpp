#include "app/failure_advice.h"

#include <array>
#include <inlet/fault.h>

namespace inlet::app {

namespace {

struct Known {
    std::string_view words;
    std::string_view advice;
};

} // namespace

std::string_view failure_advice(std::string_view message) {
    static const std::array known{
        Known{"to a node that is not there", advice(FaultKind::bad_destination)},
        Known{"there is no node ", advice(FaultKind::bad_destination)},
        Known{"which there is not", advice(FaultKind::bad_destination)},
        Known{"to a handler that is a null pointer", advice(FaultKind::null_handler)},
        Known{"there is no rank ",
              "ranks are numbered from 0 to the communicator's size less 1 (MPI_Comm_size; of an "
              "intercommunicator those of the other group); look at the arguments of the call, and "
              "at the number given with --nodes."},
        Known{"there is no process ",
              "processes are numbered from 0 to their number less 1; look at the arguments of the "
              "call, and at the number given with --nodes."},
        Known{"reply handler sends",
              "a reply handler sends nothing: let it set a variable, and main send."},
        Known{"handler sends a request",
              "a request handler may only reply, and a reply handler sends nothing: let it set a "
              "variable, and main send (docs/active-messages.md)."},
        Known{"handler begins a bulk transfer",
              "handlers do not begin transfers: let the handler set a variable, and main begin it "
              "(docs/active-messages.md)."},
    };
    for (const Known &one : known)
        if (message.find(one.words) != std::string_view::npos) return one.advice;
    return "the program, or a library of it, ends the run here by xnet_fail (<fail.h>): look at "
           "this call and its arguments.";
}

} // namespace inlet::app
