// This machine as a keyboard and mouse, and a gamepad by choice, over Bluetooth Low Energy (HID over GATT), as tasks: open, turn, send a report, let a host pair.
// Over BlueZ's D-Bus interfaces (org.bluez.GattManager1, LEAdvertisingManager1, AgentManager1) with sd-bus.
#ifndef NODLINE_CBLUEZ_H
#define NODLINE_CBLUEZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The failed call and its text.
typedef struct {
    const char *call;
    char detail[200];
} nodline_bluez_error;

/// Reports, by their numbers in the report map.
enum { NODLINE_BLUEZ_KEYBOARD = 1, NODLINE_BLUEZ_MOUSE = 2, NODLINE_BLUEZ_GAMEPAD = 3, NODLINE_BLUEZ_REPORTS };
enum { NODLINE_BLUEZ_KEYBOARD_SIZE = 8, NODLINE_BLUEZ_MOUSE_SIZE = 5, NODLINE_BLUEZ_GAMEPAD_SIZE = 9 };

/// No passkey is to be shown.
#define NODLINE_BLUEZ_NO_PASSKEY UINT32_MAX

typedef struct {
    bool is_registered; ///< BlueZ has taken the services and advertises them
    bool has_host;      ///< a paired host is connected and reads reports
    uint32_t passkey;   ///< to be typed on the host; NODLINE_BLUEZ_NO_PASSKEY if none
    unsigned paired;    ///< hosts that have paired since the beginning
    bool is_pairable;
    bool knows_hosts; ///< BlueZ has said which hosts have paired
} nodline_bluez_state;

/// A host that has paired.
typedef struct {
    char address[18]; ///< AA:BB:CC:DD:EE:FF
    char name[128];   ///< as the host calls itself, UTF-8, cut off; may hold any characters
    bool is_connected;
    char path[200];   ///< BlueZ's object, which keeps the name of an address that the host has left (a resolvable private one)
} nodline_bluez_host;

typedef struct nodline_bluez nodline_bluez;

/// Connects to the system bus, finds the first adapter and asks BlueZ to take the services. Blocks for 5 s a call at most.
/// `name` is what hosts show; it must outlive the connection. Hosts keep the description of what they have paired with, so a gamepad asks all of
/// them to pair again.
bool nodline_bluez_open(const char *name, bool has_gamepad, nodline_bluez **bluez, nodline_bluez_error *error);

/// The descriptor to poll, and for what.
int nodline_bluez_descriptor(const nodline_bluez *bluez);
short nodline_bluez_events(const nodline_bluez *bluez);

/// Does what is due; to be called when the descriptor is ready, and after anything that sends. Never blocks. False after the end: BlueZ
/// or the bus has gone, or BlueZ has refused.
bool nodline_bluez_turn(nodline_bluez *bluez, nodline_bluez_error *error);

nodline_bluez_state nodline_bluez_look(const nodline_bluez *bluez);

/// Notifies a host of a report. A host that has not asked for it gets nothing, and without a host (``nodline_bluez_state/has_host``) nobody does.
bool nodline_bluez_report(nodline_bluez *bluez, uint8_t number, const uint8_t *report, size_t size, nodline_bluez_error *error);

/// Lets a host pair, or no longer.
bool nodline_bluez_allow_pairing(nodline_bluez *bluez, bool is_allowed, nodline_bluez_error *error);

/// The hosts that have paired, 16 at most.
const nodline_bluez_host *nodline_bluez_hosts(const nodline_bluez *bluez, size_t *count);

/// Ends a host's connection; BlueZ takes 2 s for it. A host that has paired may connect again.
bool nodline_bluez_disconnect(nodline_bluez *bluez, const char *address, nodline_bluez_error *error);

/// Forgets a host, which cannot connect any more then. It leaves the list when BlueZ has done that.
bool nodline_bluez_forget(nodline_bluez *bluez, const char *address, nodline_bluez_error *error);

void nodline_bluez_close(nodline_bluez *bluez);

#endif
