// Limits that are checked before the parser sees a text.
#pragma once

#include "CTOML.h"

#include <string_view>

/// Checks size, number of marks and depth.
///
/// It recognises strings, comments and brackets, and no other part of the grammar. Up to the first syntax error, at which the parser
/// stops, both recognise the same ones.
bool nodline_toml_within_limits(std::string_view text, nodline_toml_error *error);

/// Fills in an error and returns false.
bool nodline_toml_fail(nodline_toml_error *error, int line, int column, std::string_view reason);
