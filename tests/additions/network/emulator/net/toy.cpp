#include "net/toy.h"

#include "net/routers_archive.h"
#include "net/routers_run.h"

namespace inlet::net {

template class Routers<LineModel>;

} // namespace inlet::net
