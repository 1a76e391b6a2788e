// A library to preload: counts heap allocations, so that `nodline bench` can say how many the loop makes.
#ifndef NODLINE_ALLOCATION_COUNTER_H
#define NODLINE_ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many times malloc, calloc, realloc, aligned_alloc or posix_memalign was called by this thread.
/// `nodline bench` finds it with dlsym, by this name.
uint64_t nodline_allocation_count(void);

#endif
