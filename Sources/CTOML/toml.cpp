#include "CTOML.h"
#include "toml_limits.hpp"

#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace {

/// Thrown when a text violates an assumption of the parser.
struct broken_assumption {};

[[noreturn]] void refuse() { throw broken_assumption(); }

}

// Some texts violate toml++'s assertions ("[é]") or the assumptions that it gives the compiler, which is undefined behaviour. Here
// every assertion stays in the program and becomes an error. That needs exceptions, and the parser compiled into this file: Debian's
// shared library aborts.
#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? void() : refuse())
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

struct nodline_toml {
    toml::table root;  // owns the bytes that the entries point to
    std::vector<nodline_toml_entry> entries;
};

namespace {

nodline_toml_text view(std::string_view text) { return {text.data(), text.size()}; }

void add(std::vector<nodline_toml_entry> &entries, std::string_view name, toml::source_position place, const toml::node &node,
         int depth);

void add(std::vector<nodline_toml_entry> &entries, const toml::table &table, int depth) {
    for (const auto &[key, node] : table) {
        // A table that exists only as part of inner tables' names gets their place.
        const bool has_header = node.is_table() && !node.as_table()->is_inline();
        add(entries, key.str(), has_header ? node.source().begin : key.source().begin, node, depth);
    }
}

void add(std::vector<nodline_toml_entry> &entries, std::string_view name, toml::source_position place, const toml::node &node,
         int depth) {
    nodline_toml_entry entry = {};
    entry.depth = depth;
    entry.name = view(name);
    entry.line = static_cast<int>(place.line);
    entry.column = static_cast<int>(place.column);
    switch (node.type()) {
    case toml::node_type::table: entry.type = NODLINE_TOML_TABLE; break;
    case toml::node_type::array: entry.type = NODLINE_TOML_LIST; break;
    case toml::node_type::string:
        entry.type = NODLINE_TOML_TEXT;
        entry.text = view(node.as_string()->get());
        break;
    case toml::node_type::integer:
        entry.type = NODLINE_TOML_INTEGER;
        entry.integer = node.as_integer()->get();
        break;
    case toml::node_type::floating_point:
        entry.type = NODLINE_TOML_NUMBER;
        entry.number = node.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        entry.type = NODLINE_TOML_FLAG;
        entry.flag = node.as_boolean()->get();
        break;
    default: entry.type = NODLINE_TOML_TIME;
    }
    entries.push_back(entry);
    if (const toml::table *table = node.as_table()) add(entries, *table, depth + 1);
    if (const toml::array *list = node.as_array())
        for (const toml::node &element : *list) add(entries, {}, element.source().begin, element, depth + 1);
}

bool breaks_assumption(std::string_view text) {
    try {
        (void)toml::parse(text);
    } catch (const broken_assumption &) {
        return true;
    } catch (const toml::parse_error &) {
        // The text is cut off after a line, so it may end in the middle of an entry.
    }
    return false;
}

/// The first line up to which the text violates an assumption, by binary search: the violation itself has no place.
int find_broken_line(std::string_view text) {
    std::vector<size_t> ends;
    for (size_t i = 0; i < text.size(); i++)
        if (text[i] == '\n') ends.push_back(i + 1);
    ends.push_back(text.size());
    size_t low = 0, high = ends.size() - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (breaks_assumption(text.substr(0, ends[middle]))) high = middle;
        else low = middle + 1;
    }
    return static_cast<int>(low) + 1;
}

nodline_toml *parse(std::string_view text, nodline_toml_error *error) {
    try {
        auto document = std::make_unique<nodline_toml>();
        document->root = toml::parse(text);
        add(document->entries, document->root, 0);
        return document.release();
    } catch (const toml::parse_error &fault) {
        const toml::source_position place = fault.source().begin;
        nodline_toml_fail(error, static_cast<int>(place.line), static_cast<int>(place.column), fault.description());
    } catch (const broken_assumption &) {
        nodline_toml_fail(error, find_broken_line(text), 0,
                          "this is not TOML; expected KEY = VALUE, or [TABLE], with names of letters, digits, - and _");
    }
    return nullptr;
}

}

bool nodline_toml_parse(const char *text, size_t count, nodline_toml **document, nodline_toml_error *error) {
    try {
        const std::string_view view(text, count);
        if (!nodline_toml_within_limits(view, error)) return false;
        *document = parse(view, error);
        return *document != nullptr;
    } catch (const std::bad_alloc &) {
        return nodline_toml_fail(error, 0, 0, "out of memory");
    } catch (...) {
        return nodline_toml_fail(error, 0, 0, "the parser failed without a reason");
    }
}

void nodline_toml_free(nodline_toml *document) { delete document; }

const nodline_toml_entry *nodline_toml_entries(const nodline_toml *document, size_t *count) {
    *count = document->entries.size();
    return document->entries.data();
}
