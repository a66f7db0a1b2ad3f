#include "description/config_members.h"

#include <string>

namespace inlet {

namespace {

CacheConfig read_cache(const nlohmann::json &cache) {
    CacheConfig config{.size = value_of(cache, "size"),
                       .line = value_of(cache, "line"),
                       .ways = value_of(cache, "ways"),
                       .miss = value_of(cache, "miss")};
    if (!cache.contains("write")) return config; // instructions only
    const auto write = cache.at("write").at("value").get<std::string>();
    if (write == "through_allocate") config.write = WritePolicy::through_allocate;
    if (write == "back") config.write = WritePolicy::back;
    return config;
}

} // namespace

CachesConfig read_caches(const nlohmann::json &document) {
    CachesConfig config;
    if (document.contains("icache")) config.instruction = read_cache(document.at("icache"));
    if (document.contains("dcache")) config.data = read_cache(document.at("dcache"));
    if (document.contains("cache")) {
        config.data = read_cache(document.at("cache"));
        config.unified = true;
    }
    if (document.contains("write_buffer")) {
        const nlohmann::json &buffer = document.at("write_buffer");
        config.write_buffer = {value_of(buffer, "depth"), value_of(buffer, "drain")};
    }
    return config;
}

} // namespace inlet
