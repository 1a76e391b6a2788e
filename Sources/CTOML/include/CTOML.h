// Reading TOML as one task: a text in, its entries out, or the first fault with its place.
//
// toml++ does the parsing. It recurses as deep as a text nests, so that depth, number and size are bounded before it sees
// the text. No exception leaves these functions.
#ifndef NODLINE_CTOML_H
#define NODLINE_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The longest text, in bytes.
#define NODLINE_TOML_MAX_BYTES (1 << 20)
/// The most marks that may make an entry: equals signs, commas, dots and opening brackets.
#define NODLINE_TOML_MAX_MARKS 20000
/// The most parts of a key, and the deepest nesting of brackets.
#define NODLINE_TOML_MAX_DEPTH 16

typedef struct nodline_toml nodline_toml;

/// The first fault of a text.
typedef struct {
    /// Counted from 1, the column in characters; 0 where the fault has no place.
    int line, column;
    /// UTF-8, cut where it is too long.
    char reason[400];
} nodline_toml_error;

typedef enum {
    NODLINE_TOML_TABLE,
    NODLINE_TOML_LIST,
    NODLINE_TOML_TEXT,
    NODLINE_TOML_INTEGER,
    NODLINE_TOML_NUMBER,
    NODLINE_TOML_FLAG,
    NODLINE_TOML_TIME,
} nodline_toml_type;

/// UTF-8, not terminated; it may hold NULs.
typedef struct {
    const char *bytes;
    size_t count;
} nodline_toml_text;

/// One table, list or value.
typedef struct {
    /// 0 for what stands in the root. Tables and lists are followed by what they hold, one deeper.
    int depth;
    nodline_toml_type type;
    /// The key's last part; empty for an element of a list.
    nodline_toml_text name;
    /// Only the one that belongs to the type is set.
    nodline_toml_text text;
    int64_t integer;
    double number;
    bool flag;
    /// Where the key, the table's header or the list's element begins, as in `nodline_toml_error`.
    int line, column;
} nodline_toml_entry;

/// Parses a text. The document stays valid until freed; `text` is not needed any longer.
bool nodline_toml_parse(const char *text, size_t count, nodline_toml **document, nodline_toml_error *error);
void nodline_toml_free(nodline_toml *document);

/// The entries, each table's in the order of their names.
const nodline_toml_entry *nodline_toml_entries(const nodline_toml *document, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
