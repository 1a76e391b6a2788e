// The services: a keyboard and a mouse, a gamepad by choice, a battery and the device information that hosts expect.
#include "bluez.h"

#include <errno.h>
#include <string.h>

#define HID BLUEZ_ROOT "/hid"

// The keyboard of deploy/usb-gadget as report 1, its mouse as report 2 (HID 1.11, appendix B), and its gamepad as report 3, which is left out unless it is wanted.
static const uint8_t report_map[] = {
    0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x85, 0x01, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08,
    0x81, 0x02, 0x75, 0x08, 0x95, 0x01, 0x81, 0x01, 0x19, 0x00, 0x29, 0xff, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x06, 0x81, 0x00, 0xc0,
    0x05, 0x01, 0x09, 0x02, 0xa1, 0x01, 0x85, 0x02, 0x09, 0x01, 0xa1, 0x00, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x15, 0x00, 0x25, 0x01,
    0x75, 0x01, 0x95, 0x03, 0x81, 0x02, 0x75, 0x05, 0x95, 0x01, 0x81, 0x01, 0x05, 0x01, 0x09, 0x30, 0x09, 0x31, 0x09, 0x38, 0x15, 0x81,
    0x25, 0x7f, 0x75, 0x08, 0x95, 0x03, 0x81, 0x06, 0x05, 0x0c, 0x0a, 0x38, 0x02, 0x95, 0x01, 0x81, 0x06, 0xc0, 0xc0,
    // The gamepad.
    0x05, 0x01, 0x09, 0x05, 0xa1, 0x01, 0x85, 0x03, 0x09, 0x30, 0x09, 0x31, 0x09, 0x32, 0x09, 0x35, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08,
    0x95, 0x04, 0x81, 0x02, 0x05, 0x02, 0x09, 0xc5, 0x09, 0xc4, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x02, 0x81, 0x02, 0x05,
    0x01, 0x09, 0x39, 0x15, 0x00, 0x25, 0x07, 0x35, 0x00, 0x46, 0x3b, 0x01, 0x65, 0x14, 0x75, 0x04, 0x95, 0x01, 0x81, 0x42, 0x45, 0x00,
    0x65, 0x00, 0x81, 0x01, 0x05, 0x09, 0x19, 0x01, 0x29, 0x10, 0x25, 0x01, 0x75, 0x01, 0x95, 0x10, 0x81, 0x02, 0xc0,
};
enum { GAMEPAD_MAP_SIZE = 85 };
static const uint8_t information[] = {0x11, 0x01, 0x00, 0x02};    // HID 1.11, no country, normally connectable
static const uint8_t protocol_mode[] = {1};                       // report protocol
static const uint8_t keyboard_reference[] = {1, 1}, mouse_reference[] = {2, 1}, gamepad_reference[] = {3, 1}; // number, input
static const uint8_t pnp[] = {0x02, 0x6b, 0x1d, 0x04, 0x01, 0x00, 0x01};        // USB ids of the Linux Foundation, as deploy/usb-gadget
static const uint8_t battery[] = {100}; // hosts expect the service (HOGP 1.0, 3.3); the appliance runs from a supply or says its own

enum kind { SERVICE, CHARACTERISTIC, DESCRIPTOR };

// A part of the services, as BlueZ reads it. HOGP 1.0 (5.1) wants an encrypted link; reading and being notified here also need one whose keys were made with
// the number that this machine showed, so that nobody who pairs without it hears a key.
typedef struct bluez_attribute {
    const char *path, *uuid, *parent;
    enum kind kind;
    const char *flags[4];
    const uint8_t *value;
    size_t size;
    uint8_t number; // of a report
} attribute;

static const attribute attributes[BLUEZ_ATTRIBUTES] = {
    {HID, "1812", NULL, SERVICE, {NULL}, NULL, 0, 0},
    {HID "/information", "2a4a", HID, CHARACTERISTIC, {"encrypt-authenticated-read"}, information, sizeof information, 0},
    {HID "/map", "2a4b", HID, CHARACTERISTIC, {"encrypt-authenticated-read"}, report_map, sizeof report_map, 0},
    {HID "/control", "2a4c", HID, CHARACTERISTIC, {"write-without-response"}, NULL, 0, 0},
    {HID "/mode", "2a4e", HID, CHARACTERISTIC, {"encrypt-authenticated-read", "write-without-response"}, protocol_mode, sizeof protocol_mode, 0},
    {HID "/keyboard", "2a4d", HID, CHARACTERISTIC, {"encrypt-authenticated-read", "encrypt-authenticated-notify"}, NULL, 0, NODLINE_BLUEZ_KEYBOARD},
    {HID "/keyboard/reference", "2908", HID "/keyboard", DESCRIPTOR, {"encrypt-authenticated-read"}, keyboard_reference, 2, 0},
    {HID "/mouse", "2a4d", HID, CHARACTERISTIC, {"encrypt-authenticated-read", "encrypt-authenticated-notify"}, NULL, 0, NODLINE_BLUEZ_MOUSE},
    {HID "/mouse/reference", "2908", HID "/mouse", DESCRIPTOR, {"encrypt-authenticated-read"}, mouse_reference, 2, 0},
    {HID "/gamepad", "2a4d", HID, CHARACTERISTIC, {"encrypt-authenticated-read", "encrypt-authenticated-notify"}, NULL, 0, NODLINE_BLUEZ_GAMEPAD},
    {HID "/gamepad/reference", "2908", HID "/gamepad", DESCRIPTOR, {"encrypt-authenticated-read"}, gamepad_reference, 2, 0},
    {BLUEZ_ROOT "/battery", "180f", NULL, SERVICE, {NULL}, NULL, 0, 0},
    {BLUEZ_ROOT "/battery/level", "2a19", BLUEZ_ROOT "/battery", CHARACTERISTIC, {"read"}, battery, sizeof battery, 0},
    {BLUEZ_ROOT "/device", "180a", NULL, SERVICE, {NULL}, NULL, 0, 0},
    {BLUEZ_ROOT "/device/pnp", "2a50", BLUEZ_ROOT "/device", CHARACTERISTIC, {"read"}, pnp, sizeof pnp, 0},
};

static const struct {
    const char *path;
    size_t size;
} reports[NODLINE_BLUEZ_REPORTS] = {
    [NODLINE_BLUEZ_KEYBOARD] = {HID "/keyboard", NODLINE_BLUEZ_KEYBOARD_SIZE},
    [NODLINE_BLUEZ_MOUSE] = {HID "/mouse", NODLINE_BLUEZ_MOUSE_SIZE},
    [NODLINE_BLUEZ_GAMEPAD] = {HID "/gamepad", NODLINE_BLUEZ_GAMEPAD_SIZE},
};

void bluez_rest(nodline_bluez *bluez) {
    memset(bluez->reports, 0, sizeof bluez->reports);
    bluez->reports[NODLINE_BLUEZ_GAMEPAD][6] = 8; // the hat's number for no direction
}

// Whether the attribute is a part of what hosts find.
static bool has(const nodline_bluez *bluez, const attribute *attribute) {
    return bluez->has_gamepad || (attribute->number != NODLINE_BLUEZ_GAMEPAD && attribute->value != gamepad_reference);
}

static const uint8_t *value_of(const bluez_place *place, size_t *size) {
    const attribute *attribute = place->attribute;
    *size = attribute->number ? reports[attribute->number].size : attribute->size;
    if (attribute->value == report_map && !place->bluez->has_gamepad) *size -= GAMEPAD_MAP_SIZE;
    return attribute->number ? place->bluez->reports[attribute->number] : attribute->value;
}

static int append_value(sd_bus_message *message, const bluez_place *place) {
    size_t size;
    const uint8_t *value = value_of(place, &size);
    return sd_bus_message_append_array(message, 'y', value, size);
}

static int get(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data, sd_bus_error *error) {
    const bluez_place *place = data;
    (void)bus, (void)path, (void)interface, (void)error;
    if (!strcmp(property, "UUID")) return sd_bus_message_append(reply, "s", place->attribute->uuid);
    if (!strcmp(property, "Primary")) return sd_bus_message_append(reply, "b", 1);
    if (!strcmp(property, "Service") || !strcmp(property, "Characteristic")) return sd_bus_message_append(reply, "o", place->attribute->parent);
    if (!strcmp(property, "Flags")) return sd_bus_message_append_strv(reply, (char **)place->attribute->flags);
    if (!strcmp(property, "Notifying")) return sd_bus_message_append(reply, "b", (int)place->bluez->notifying[place->attribute->number]);
    return append_value(reply, place);
}

static int read_value(sd_bus_message *message, void *data, sd_bus_error *error) {
    sd_bus_message *reply = NULL;
    int offset = 0;
    const bluez_place *place = data;
    (void)error;
    // BlueZ reads long values in parts: options {"offset": q}.
    int code = sd_bus_message_enter_container(message, 'a', "{sv}");
    while (code >= 0 && (code = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        const char *key;
        uint16_t value;
        if ((code = sd_bus_message_read(message, "s", &key)) < 0) break;
        if (!strcmp(key, "offset")) {
            if ((code = sd_bus_message_read(message, "v", "q", &value)) < 0) break;
            offset = value;
        } else if ((code = sd_bus_message_skip(message, "v")) < 0) {
            break;
        }
        code = sd_bus_message_exit_container(message);
    }
    if (code < 0) return code;
    size_t size;
    const uint8_t *value = value_of(place, &size);
    if ((size_t)offset > size) return sd_bus_reply_method_errorf(message, "org.bluez.Error.InvalidOffset", "the value has %zu bytes", size);
    if ((code = sd_bus_message_new_method_return(message, &reply)) >= 0 &&
        (code = sd_bus_message_append_array(reply, 'y', value ? value + offset : NULL, size - offset)) >= 0)
        code = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return code;
}

// A host says that it sleeps, or asks for the boot protocol: nothing changes.
static int write_value(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(message, "");
}

static int notify(sd_bus_message *message, bluez_place *place, bool is_on) {
    uint8_t number = place->attribute->number;
    if (!number) return sd_bus_reply_method_errorf(message, "org.bluez.Error.NotSupported", "it never changes");
    place->bluez->notifying[number] = is_on;
    bluez_judge(place->bluez);
    int code = sd_bus_reply_method_return(message, "");
    // One that stayed connected while this program began anew may still hold what the previous one had pressed.
    if (is_on && code >= 0) code = sd_bus_emit_properties_changed(place->bluez->bus, place->attribute->path, "org.bluez.GattCharacteristic1", "Value", NULL);
    return code;
}

static int start_notify(sd_bus_message *message, void *data, sd_bus_error *error) { (void)error; return notify(message, data, true); }
static int stop_notify(sd_bus_message *message, void *data, sd_bus_error *error) { (void)error; return notify(message, data, false); }

static const sd_bus_vtable services[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("UUID", "s", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Primary", "b", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};
static const sd_bus_vtable characteristics[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("UUID", "s", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Service", "o", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Flags", "as", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Notifying", "b", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Value", "ay", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_METHOD("ReadValue", "a{sv}", "ay", read_value, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("WriteValue", "aya{sv}", "", write_value, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("StartNotify", "", "", start_notify, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("StopNotify", "", "", stop_notify, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};
static const sd_bus_vtable descriptors[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("UUID", "s", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Characteristic", "o", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Flags", "as", get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_METHOD("ReadValue", "a{sv}", "ay", read_value, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int bluez_add_services(nodline_bluez *bluez) {
    static const char *const interfaces[] = {"org.bluez.GattService1", "org.bluez.GattCharacteristic1", "org.bluez.GattDescriptor1"};
    static const sd_bus_vtable *const tables[] = {services, characteristics, descriptors};
    int code = sd_bus_add_object_manager(bluez->bus, NULL, BLUEZ_ROOT);
    for (int i = 0; code >= 0 && i < BLUEZ_ATTRIBUTES; i++) {
        if (!has(bluez, &attributes[i])) continue;
        bluez->places[i] = (bluez_place){&attributes[i], bluez};
        code = sd_bus_add_object_vtable(bluez->bus, NULL, attributes[i].path, interfaces[attributes[i].kind], tables[attributes[i].kind],
                                        &bluez->places[i]);
    }
    return code;
}

bool nodline_bluez_report(nodline_bluez *bluez, uint8_t number, const uint8_t *report, size_t size, nodline_bluez_error *error) {
    if (!number || number >= (bluez->has_gamepad ? NODLINE_BLUEZ_REPORTS : NODLINE_BLUEZ_GAMEPAD) || size != reports[number].size)
        return bluez_fail(error, "report", -EINVAL, NULL);
    // BlueZ would pass a key on to a host that comes back some moments before that is known here; nobody would release it.
    if (!bluez->state.has_host) return true;
    memcpy(bluez->reports[number], report, size);
    int code = bluez->notifying[number] ? sd_bus_emit_properties_changed(bluez->bus, reports[number].path, "org.bluez.GattCharacteristic1", "Value", NULL) : 0;
    return code >= 0 || bluez_fail(error, "sd_bus_emit_properties_changed", code, NULL);
}
