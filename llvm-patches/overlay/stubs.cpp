// Symbols that the distribution's archives refer to and that the tools of the
// overlay never call: the Polly plugin, and the HTTP client of the symbolizer.

#include "llvm/Passes/PassPlugin.h"
#include <cstdlib>

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "",
          [](llvm::PassBuilder &) {}};
}

#define UNUSED_CURL(NAME)                                                      \
  extern "C" void NAME() { std::abort(); }

UNUSED_CURL(curl_easy_cleanup)
UNUSED_CURL(curl_easy_getinfo)
UNUSED_CURL(curl_easy_init)
UNUSED_CURL(curl_easy_perform)
UNUSED_CURL(curl_easy_setopt)
UNUSED_CURL(curl_easy_strerror)
UNUSED_CURL(curl_global_cleanup)
UNUSED_CURL(curl_global_init)
UNUSED_CURL(curl_slist_append)
UNUSED_CURL(curl_slist_free_all)
