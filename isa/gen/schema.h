// JSON schema, the subset of draft-07 that isa/schema.json uses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace inlet::isa {

/// One way in which a document differs from its schema.
struct SchemaError {
    std::string pointer; ///< JSON pointer (RFC 6901) to the value that is wrong; "" is the document
    std::string message; ///< what is wrong with it
};

/// Checks `document` against `schema`; empty: it conforms. Known keywords: type, required,
/// properties, additionalProperties (false or a schema), enum, pattern (ECMAScript, found anywhere
/// in the string), items (one schema), minItems, minimum, maximum; and the annotations $schema,
/// title, description, definitions. Throws std::invalid_argument when the schema itself uses
/// another keyword, so that no rule is silently ignored.
std::vector<SchemaError> check_schema(const nlohmann::json &schema, const nlohmann::json &document);

} // namespace inlet::isa
