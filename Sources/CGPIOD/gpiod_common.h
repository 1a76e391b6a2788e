// Error handling that both versions share.
#ifndef NODLINE_GPIOD_COMMON_H
#define NODLINE_GPIOD_COMMON_H

#include "CGPIOD.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static inline void copy_text(char *target, size_t room, const char *text) { snprintf(target, room, "%s", text ? text : ""); }

static inline bool fail(nodline_gpio_error *error, const char *call, int code, const char *detail) {
    error->call = call;
    error->code = code;
    copy_text(error->detail, sizeof error->detail, detail);
    return false;
}

// The error for a busy line names its holder.
static inline bool fail_request(nodline_gpio_error *error, const char *call, int code, const char *holder) {
    char text[128] = "";
    if (code == EBUSY) snprintf(text, sizeof text, "it is held by \"%s\"", holder && *holder ? holder : "an unnamed user");
    return fail(error, call, code, text);
}

#endif
