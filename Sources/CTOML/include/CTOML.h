// Parses TOML as one task: a text in; its entries, or the first error with its place, out.
//
// toml++ does the parsing. Its recursion is as deep as the text's nesting, so depth, number of entries and size are limited before it
// sees the text. No exception leaves these functions.
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
/// The most characters that may start an entry: equals signs, commas, dots and opening brackets.
#define NODLINE_TOML_MAX_MARKS 20000
/// The most parts of a key, and the deepest nesting of brackets.
#define NODLINE_TOML_MAX_DEPTH 16

typedef struct nodline_toml nodline_toml;

/// The first error in a text.
typedef struct {
    /// Counted from 1, the column in characters; 0 if the error has no place.
    int line, column;
    /// UTF-8, truncated if it is too long.
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

/// UTF-8, not terminated; it may contain NULs.
typedef struct {
    const char *bytes;
    size_t count;
} nodline_toml_text;

/// One table, list or value.
typedef struct {
    /// 0 for an entry of the root. Tables and lists are followed by their entries, one deeper.
    int depth;
    nodline_toml_type type;
    /// The key's last part; empty for an element of a list.
    nodline_toml_text name;
    /// Only the member that belongs to the type is set.
    nodline_toml_text text;
    int64_t integer;
    double number;
    bool flag;
    /// The start of the key, of the table's header or of the list's element, as in `nodline_toml_error`.
    int line, column;
} nodline_toml_entry;

/// Parses a text. The document stays valid until freed; `text` is not needed any longer.
bool nodline_toml_parse(const char *text, size_t count, nodline_toml **document, nodline_toml_error *error);
void nodline_toml_free(nodline_toml *document);

/// The entries, each table's sorted by name.
const nodline_toml_entry *nodline_toml_entries(const nodline_toml *document, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
