// What the parts of CBluez share.
#ifndef NODLINE_BLUEZ_H
#define NODLINE_BLUEZ_H

#include "CBluez.h"

#include <systemd/sd-bus.h>

#define BLUEZ_ROOT "/org/nodline"
#define BLUEZ_ADVERTISEMENT BLUEZ_ROOT "/advertisement"
#define BLUEZ_AGENT BLUEZ_ROOT "/agent"
#define BLUEZ_LIMIT (5 * 1000000ull) // microseconds for one call to BlueZ
enum { BLUEZ_ATTRIBUTES = 15, BLUEZ_HOSTS = 16 };

// A part of the services, and the connection that it belongs to.
typedef struct {
    const struct bluez_attribute *attribute;
    nodline_bluez *bluez;
} bluez_place;

struct nodline_bluez {
    sd_bus *bus;
    const char *name;
    char adapter[128];
    bluez_place places[BLUEZ_ATTRIBUTES];
    bool has_gamepad;
    uint8_t reports[NODLINE_BLUEZ_REPORTS][NODLINE_BLUEZ_GAMEPAD_SIZE]; // by number
    bool notifying[NODLINE_BLUEZ_REPORTS]; // for a paired host, BlueZ keeps this while the host is away
    bool has_services, has_advertisement, was_off, has_ended;
    bool is_asking, must_ask; // for the hosts
    nodline_bluez_host hosts[BLUEZ_HOSTS];
    size_t host_count;
    char shown[200]; // the device whose passkey was shown last
    nodline_bluez_error end;
    nodline_bluez_state state;
};

bool bluez_fail(nodline_bluez_error *error, const char *call, int code, const sd_bus_error *detail);
void bluez_stop(nodline_bluez *bluez, const char *call, const char *detail);

/// Nothing is pressed, and sticks are in the middle.
void bluez_rest(nodline_bluez *bluez);
int bluez_add_services(nodline_bluez *bluez);
int bluez_add_presence(nodline_bluez *bluez);

/// Follows the hosts of the adapter from now on.
int bluez_watch_hosts(nodline_bluez *bluez);
/// To be called when a host may have begun or ended to read reports.
void bluez_judge(nodline_bluez *bluez);

#endif
