// What a text must keep to before the parser may see it.
#pragma once

#include "CTOML.h"

#include <string_view>

/// Checks size, number of marks and depth.
///
/// It knows strings, comments and brackets, and nothing else of the grammar. Up to the first fault of syntax, which ends the
/// parser, both see the same ones.
bool nodline_toml_within_limits(std::string_view text, nodline_toml_error *error);

/// Fills in an error and returns false.
bool nodline_toml_fail(nodline_toml_error *error, int line, int column, std::string_view reason);
