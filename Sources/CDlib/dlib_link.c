#include "CDlib.h"

/// Of object/nodline_dlib.cpp; absent unless that is linked.
extern const nodline_dlib_table *nodline_dlib_linked(void) __attribute__((weak));

const nodline_dlib_table *nodline_dlib(void) { return nodline_dlib_linked ? nodline_dlib_linked() : NULL; }
