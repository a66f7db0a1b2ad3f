// The functions of libfmt, for a program without shared libraries (static_link.cmake): the headers
// have all of them. Compiled with -fkeep-inline-functions.
#define FMT_HEADER_ONLY
#include <fmt/format.h>
