#include "toml_limits.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace {

class scan {
public:
    scan(std::string_view text, nodline_toml_error *error) : text(text), error(error) {}

    bool run() {
        if (text.substr(0, 3) == "\xEF\xBB\xBF") place = line_start = 3;  // a byte order mark
        while (place < text.size()) {
            switch (text[place]) {
            case '#':
                while (place < text.size() && text[place] != '\n') place++;
                break;
            case '"':
            case '\'': skip_string(text[place]); break;
            default:
                if (!step(text[place])) return false;
                place++;
            }
        }
        return true;
    }

private:
    std::string_view text;
    nodline_toml_error *error;
    size_t place = 0, line_start = 0;
    int line = 1, marks = 0, dots = 0, depth = 0;

    /// Checks one byte outside of strings and comments. A non-ASCII byte there is not TOML, and causes undefined behaviour in the parser.
    bool step(char byte) {
        if (byte & 0x80) return fail("a character that is not ASCII stands outside of quotes");
        switch (byte) {
        case '\n': next_line(); return true;
        case '.':
            if (++dots >= NODLINE_TOML_MAX_DEPTH)
                return fail("a key has more than " + std::to_string(NODLINE_TOML_MAX_DEPTH) + " parts");
            break;
        case '[':
        case '{':
            if (++depth > NODLINE_TOML_MAX_DEPTH)
                return fail("brackets are nested more than " + std::to_string(NODLINE_TOML_MAX_DEPTH) + " deep");
            dots = 0;
            break;
        case ']':
        case '}':
            if (depth > 0) depth--;
            return true;
        case '=':
        case ',': dots = 0; break;
        default: return true;
        }
        if (++marks > NODLINE_TOML_MAX_MARKS)
            return fail("there are more than " + std::to_string(NODLINE_TOML_MAX_MARKS) + " keys and values up to here");
        return true;
    }

    void next_line() {
        line++;
        line_start = place + 1;
        dots = 0;
    }

    bool is_triple(char quote) const {
        return place + 2 < text.size() && text[place] == quote && text[place + 1] == quote && text[place + 2] == quote;
    }

    /// Skips to the end of a string, or to the end of the line if its closing quote is missing.
    void skip_string(char quote) {
        const bool is_long = is_triple(quote);
        place += is_long ? 3 : 1;
        while (place < text.size()) {
            const char byte = text[place];
            if (byte == '\n') {
                if (!is_long) return;
                next_line();
            } else if (byte == '\\' && quote == '"') {
                if (place + 1 < text.size() && text[place + 1] != '\n') place++;
            } else if (byte == quote && !is_long) {
                place++;
                return;
            } else if (byte == quote && is_triple(quote)) {
                place += 3;
                // Up to two quotes may precede the closing three.
                for (int i = 0; i < 2 && place < text.size() && text[place] == quote; i++) place++;
                return;
            }
            place++;
        }
    }

    bool fail(const std::string &reason) {
        int column = 1;
        for (size_t i = line_start; i < place; i++) column += (text[i] & 0xC0) != 0x80;
        return nodline_toml_fail(error, line, column, reason);
    }
};

}

bool nodline_toml_fail(nodline_toml_error *error, int line, int column, std::string_view reason) {
    error->line = line;
    error->column = column;
    const size_t count = std::min(reason.size(), sizeof error->reason - 1);
    memcpy(error->reason, reason.data(), count);
    error->reason[count] = 0;
    return false;
}

bool nodline_toml_within_limits(std::string_view text, nodline_toml_error *error) {
    if (text.size() > NODLINE_TOML_MAX_BYTES) {
        return nodline_toml_fail(error, 0, 0, "it has " + std::to_string(text.size()) + " bytes; expected at most "
                                 + std::to_string(NODLINE_TOML_MAX_BYTES));
    }
    return scan(text, error).run();
}
