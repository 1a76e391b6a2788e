#include "CBluez.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define ROOT "/org/nodline"
#define ADVERTISEMENT ROOT "/advertisement"
#define AGENT ROOT "/agent"
#define HID ROOT "/hid"
#define LIMIT (5 * 1000000ull) // microseconds for one call to BlueZ

// The keyboard of deploy/usb-gadget as report 1, and its mouse as report 2 (HID 1.11, appendix B).
static const uint8_t report_map[] = {
    0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x85, 0x01, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08,
    0x81, 0x02, 0x75, 0x08, 0x95, 0x01, 0x81, 0x01, 0x19, 0x00, 0x29, 0xff, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x06, 0x81, 0x00, 0xc0,
    0x05, 0x01, 0x09, 0x02, 0xa1, 0x01, 0x85, 0x02, 0x09, 0x01, 0xa1, 0x00, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x15, 0x00, 0x25, 0x01,
    0x75, 0x01, 0x95, 0x03, 0x81, 0x02, 0x75, 0x05, 0x95, 0x01, 0x81, 0x01, 0x05, 0x01, 0x09, 0x30, 0x09, 0x31, 0x09, 0x38, 0x15, 0x81,
    0x25, 0x7f, 0x75, 0x08, 0x95, 0x03, 0x81, 0x06, 0x05, 0x0c, 0x0a, 0x38, 0x02, 0x95, 0x01, 0x81, 0x06, 0xc0, 0xc0,
};
static const uint8_t information[] = {0x11, 0x01, 0x00, 0x02};    // HID 1.11, no country, normally connectable
static const uint8_t protocol_mode[] = {1};                       // report protocol
static const uint8_t keyboard_reference[] = {1, 1}, mouse_reference[] = {2, 1}; // number, input
static const uint8_t pnp[] = {0x02, 0x6b, 0x1d, 0x04, 0x01, 0x00, 0x01};        // USB ids of the Linux Foundation, as deploy/usb-gadget
static const uint8_t battery[] = {100}; // hosts expect the service (HOGP 1.0, 3.3); the appliance runs from a supply or says its own

enum kind { SERVICE, CHARACTERISTIC, DESCRIPTOR };

// A part of the services, as BlueZ reads it. Read needs an encrypted link (HOGP 1.0, 5.1), so that only paired hosts read.
typedef struct {
    const char *path, *uuid, *parent;
    enum kind kind;
    const char *flags[4];
    const uint8_t *value;
    size_t size;
    uint8_t number; // of a report
} attribute;

static const attribute attributes[] = {
    {HID, "1812", NULL, SERVICE, {NULL}, NULL, 0, 0},
    {HID "/information", "2a4a", HID, CHARACTERISTIC, {"encrypt-read"}, information, sizeof information, 0},
    {HID "/map", "2a4b", HID, CHARACTERISTIC, {"encrypt-read"}, report_map, sizeof report_map, 0},
    {HID "/control", "2a4c", HID, CHARACTERISTIC, {"write-without-response"}, NULL, 0, 0},
    {HID "/mode", "2a4e", HID, CHARACTERISTIC, {"encrypt-read", "write-without-response"}, protocol_mode, sizeof protocol_mode, 0},
    {HID "/keyboard", "2a4d", HID, CHARACTERISTIC, {"encrypt-read", "notify"}, NULL, 0, NODLINE_BLUEZ_KEYBOARD},
    {HID "/keyboard/reference", "2908", HID "/keyboard", DESCRIPTOR, {"encrypt-read"}, keyboard_reference, 2, 0},
    {HID "/mouse", "2a4d", HID, CHARACTERISTIC, {"encrypt-read", "notify"}, NULL, 0, NODLINE_BLUEZ_MOUSE},
    {HID "/mouse/reference", "2908", HID "/mouse", DESCRIPTOR, {"encrypt-read"}, mouse_reference, 2, 0},
    {ROOT "/battery", "180f", NULL, SERVICE, {NULL}, NULL, 0, 0},
    {ROOT "/battery/level", "2a19", ROOT "/battery", CHARACTERISTIC, {"read"}, battery, sizeof battery, 0},
    {ROOT "/device", "180a", NULL, SERVICE, {NULL}, NULL, 0, 0},
    {ROOT "/device/pnp", "2a50", ROOT "/device", CHARACTERISTIC, {"read"}, pnp, sizeof pnp, 0},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

typedef struct {
    const attribute *attribute;
    nodline_bluez *bluez;
} place;

struct nodline_bluez {
    sd_bus *bus;
    const char *name;
    char adapter[128];
    place places[ATTRIBUTES];
    uint8_t reports[3][NODLINE_BLUEZ_KEYBOARD_SIZE]; // by number
    bool notifying[3];
    bool has_services, has_advertisement, has_ended;
    nodline_bluez_error end;
    nodline_bluez_state state;
};

static bool fail(nodline_bluez_error *error, const char *call, int code, const sd_bus_error *detail) {
    error->call = call;
    snprintf(error->detail, sizeof error->detail, "%s", detail && detail->message ? detail->message : strerror(-code));
    return false;
}

static void stop(nodline_bluez *bluez, const char *call, const char *detail) {
    if (bluez->has_ended) return;
    bluez->has_ended = true;
    bluez->end.call = call;
    snprintf(bluez->end.detail, sizeof bluez->end.detail, "%s", detail);
}

static size_t size_of(uint8_t number) { return number == NODLINE_BLUEZ_KEYBOARD ? NODLINE_BLUEZ_KEYBOARD_SIZE : NODLINE_BLUEZ_MOUSE_SIZE; }

// MARK: The services

static int append_value(sd_bus_message *message, const place *place) {
    const attribute *attribute = place->attribute;
    if (attribute->number) return sd_bus_message_append_array(message, 'y', place->bluez->reports[attribute->number], size_of(attribute->number));
    return sd_bus_message_append_array(message, 'y', attribute->value, attribute->size);
}

static int get(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data, sd_bus_error *error) {
    const place *place = data;
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
    const place *place = data;
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
    const uint8_t *value = place->attribute->number ? place->bluez->reports[place->attribute->number] : place->attribute->value;
    size_t size = place->attribute->number ? size_of(place->attribute->number) : place->attribute->size;
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

static int notify(sd_bus_message *message, place *place, bool is_on) {
    nodline_bluez *bluez = place->bluez;
    uint8_t number = place->attribute->number;
    if (!number) return sd_bus_reply_method_errorf(message, "org.bluez.Error.NotSupported", "it never changes");
    bluez->notifying[number] = is_on;
    bluez->state.has_host = bluez->notifying[1] || bluez->notifying[2];
    return sd_bus_reply_method_return(message, "");
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

// MARK: The advertisement

static int advertised(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data, sd_bus_error *error) {
    const nodline_bluez *bluez = data;
    (void)bus, (void)path, (void)interface, (void)error;
    if (!strcmp(property, "Type")) return sd_bus_message_append(reply, "s", "peripheral");
    if (!strcmp(property, "LocalName")) return sd_bus_message_append(reply, "s", bluez->name);
    if (!strcmp(property, "Appearance")) return sd_bus_message_append(reply, "q", 0x03c1); // a keyboard
    return sd_bus_message_append(reply, "as", 1, "1812");
}

static int released(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    stop(data, "org.bluez", "BlueZ no longer advertises this machine");
    return sd_bus_reply_method_return(message, "");
}

static const sd_bus_vtable advertisement[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Type", "s", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("LocalName", "s", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Appearance", "q", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("ServiceUUIDs", "as", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_METHOD("Release", "", "", released, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// MARK: Pairing: this machine can only show a number, which is typed on the host

static int show_passkey(sd_bus_message *message, void *data, sd_bus_error *error) {
    nodline_bluez *bluez = data;
    const char *device;
    uint32_t passkey;
    uint16_t entered;
    (void)error;
    int code = sd_bus_message_read(message, "ouq", &device, &passkey, &entered);
    if (code < 0) return code;
    if (!bluez->state.is_pairable) return sd_bus_reply_method_errorf(message, "org.bluez.Error.Rejected", "pairing is off");
    bluez->state.passkey = passkey;
    return sd_bus_reply_method_return(message, "");
}

static int cancel(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    ((nodline_bluez *)data)->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
    return sd_bus_reply_method_return(message, "");
}

// Pairing without a number would let anybody near pair.
static int refuse(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_errorf(message, "org.bluez.Error.Rejected", "only pairing with a passkey is accepted");
}

// A paired host uses a service.
static int authorize(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(message, "");
}

static const sd_bus_vtable agent[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Release", "", "", cancel, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Cancel", "", "", cancel, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DisplayPasskey", "ouq", "", show_passkey, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("DisplayPinCode", "os", "", refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestPinCode", "o", "s", refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestPasskey", "o", "u", refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestConfirmation", "ou", "", refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("RequestAuthorization", "o", "", refuse, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("AuthorizeService", "os", "", authorize, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// MARK: What BlueZ says

static int answer(sd_bus_message *message, nodline_bluez *bluez, const char *call, bool *success) {
    const sd_bus_error *error = sd_bus_message_get_error(message);
    if (error) {
        stop(bluez, call, error->message ? error->message : error->name);
    } else if (success) {
        *success = true;
        bluez->state.is_registered = bluez->has_services && bluez->has_advertisement;
    }
    return 0;
}

static int registered(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return answer(message, data, "RegisterApplication", &((nodline_bluez *)data)->has_services);
}

static int advertises(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return answer(message, data, "RegisterAdvertisement", &((nodline_bluez *)data)->has_advertisement);
}

static int changed_pairing(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return answer(message, data, "Set", NULL);
}

static int owner_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *name, *before, *now;
    (void)error;
    if (sd_bus_message_read(message, "sss", &name, &before, &now) >= 0 && *before) stop(data, "org.bluez", "bluetoothd has ended");
    return 0;
}

static int device_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    nodline_bluez *bluez = data;
    const char *interface;
    (void)error;
    if (sd_bus_message_read(message, "s", &interface) < 0 || strcmp(interface, "org.bluez.Device1")) return 0;
    if (sd_bus_message_enter_container(message, 'a', "{sv}") < 0) return 0;
    while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
        const char *key;
        int value = 0;
        if (sd_bus_message_read(message, "s", &key) < 0) return 0;
        if (!strcmp(key, "Paired") && sd_bus_message_read(message, "v", "b", &value) >= 0) {
            if (value) {
                bluez->state.paired++;
                bluez->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
            }
        } else if (!strcmp(key, "Connected") && sd_bus_message_read(message, "v", "b", &value) >= 0) {
            // BlueZ says StopNotify later, or not at all for a host that asks again.
            if (!value) bluez->notifying[1] = bluez->notifying[2] = bluez->state.has_host = false;
        } else if (sd_bus_message_skip(message, "v") < 0) {
            return 0;
        }
        if (sd_bus_message_exit_container(message) < 0) return 0;
    }
    return 0;
}

// MARK: Tasks

// The first adapter that can be a peripheral.
static bool find_adapter(nodline_bluez *bluez, nodline_bluez_error *error) {
    sd_bus_message *request = NULL, *reply = NULL;
    sd_bus_error detail = SD_BUS_ERROR_NULL;
    int code = sd_bus_message_new_method_call(bluez->bus, &request, "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
    if (code >= 0) code = sd_bus_call(bluez->bus, request, LIMIT, &detail, &reply);
    if (code >= 0) code = sd_bus_message_enter_container(reply, 'a', "{oa{sa{sv}}}");
    while (code >= 0 && (code = sd_bus_message_enter_container(reply, 'e', "oa{sa{sv}}")) > 0) {
        const char *path, *interface;
        bool services = false, advertises = false;
        if ((code = sd_bus_message_read(reply, "o", &path)) < 0 || (code = sd_bus_message_enter_container(reply, 'a', "{sa{sv}}")) < 0) break;
        while ((code = sd_bus_message_enter_container(reply, 'e', "sa{sv}")) > 0) {
            if ((code = sd_bus_message_read(reply, "s", &interface)) < 0 || (code = sd_bus_message_skip(reply, "a{sv}")) < 0) break;
            services |= !strcmp(interface, "org.bluez.GattManager1");
            advertises |= !strcmp(interface, "org.bluez.LEAdvertisingManager1");
            if ((code = sd_bus_message_exit_container(reply)) < 0) break;
        }
        if (code < 0) break;
        if (services && advertises && !*bluez->adapter) snprintf(bluez->adapter, sizeof bluez->adapter, "%s", path);
        if ((code = sd_bus_message_exit_container(reply)) < 0 || (code = sd_bus_message_exit_container(reply)) < 0) break;
    }
    if (code < 0) {
        fail(error, "GetManagedObjects", code, &detail);
    } else if (!*bluez->adapter) {
        error->call = "find";
        snprintf(error->detail, sizeof error->detail, "no Bluetooth adapter that can be a peripheral; expected one in `bluetoothctl list`, with rfkill off");
    }
    sd_bus_error_free(&detail);
    sd_bus_message_unref(request);
    sd_bus_message_unref(reply);
    return code >= 0 && *bluez->adapter;
}

static int add_objects(nodline_bluez *bluez) {
    int code = sd_bus_add_object_manager(bluez->bus, NULL, ROOT);
    for (int i = 0; code >= 0 && i < ATTRIBUTES; i++) {
        static const char *const interfaces[] = {"org.bluez.GattService1", "org.bluez.GattCharacteristic1", "org.bluez.GattDescriptor1"};
        static const sd_bus_vtable *const tables[] = {services, characteristics, descriptors};
        bluez->places[i] = (place){&attributes[i], bluez};
        code = sd_bus_add_object_vtable(bluez->bus, NULL, attributes[i].path, interfaces[attributes[i].kind], tables[attributes[i].kind],
                                        &bluez->places[i]);
    }
    if (code >= 0) code = sd_bus_add_object_vtable(bluez->bus, NULL, ADVERTISEMENT, "org.bluez.LEAdvertisement1", advertisement, bluez);
    if (code >= 0) code = sd_bus_add_object_vtable(bluez->bus, NULL, AGENT, "org.bluez.Agent1", agent, bluez);
    return code;
}

bool nodline_bluez_open(const char *name, nodline_bluez **result, nodline_bluez_error *error) {
    sd_bus_error detail = SD_BUS_ERROR_NULL;
    const char *call = "calloc";
    int code = -ENOMEM;
    nodline_bluez *bluez = calloc(1, sizeof *bluez);
    if (!bluez) goto failed;
    bluez->name = name;
    bluez->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
    call = "sd_bus_open_system";
    if ((code = sd_bus_open_system(&bluez->bus)) < 0) goto failed;
    if (!find_adapter(bluez, error)) goto closed;
    call = "sd_bus_add_object_vtable";
    if ((code = add_objects(bluez)) < 0) goto failed;
    call = "sd_bus_match_signal";
    if ((code = sd_bus_match_signal(bluez->bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
                                    owner_changed, bluez)) < 0) goto failed;
    if ((code = sd_bus_match_signal(bluez->bus, NULL, "org.bluez", NULL, "org.freedesktop.DBus.Properties", "PropertiesChanged", device_changed,
                                    bluez)) < 0) goto failed;
    call = "Set Powered";
    if ((code = sd_bus_set_property(bluez->bus, "org.bluez", bluez->adapter, "org.bluez.Adapter1", "Powered", &detail, "b", 1)) < 0) goto failed;
    call = "Set Pairable";
    if ((code = sd_bus_set_property(bluez->bus, "org.bluez", bluez->adapter, "org.bluez.Adapter1", "Pairable", &detail, "b", 0)) < 0) goto failed;
    call = "RegisterAgent";
    if ((code = sd_bus_call_method(bluez->bus, "org.bluez", "/org/bluez", "org.bluez.AgentManager1", call, &detail, NULL, "os", AGENT,
                                   "DisplayOnly")) < 0) goto failed;
    call = "RequestDefaultAgent";
    if ((code = sd_bus_call_method(bluez->bus, "org.bluez", "/org/bluez", "org.bluez.AgentManager1", call, &detail, NULL, "o", AGENT)) < 0) goto failed;
    // Not awaited: BlueZ reads the objects before it answers.
    call = "RegisterApplication";
    if ((code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.bluez.GattManager1", call, registered, bluez, "oa{sv}",
                                         ROOT, 0)) < 0) goto failed;
    call = "RegisterAdvertisement";
    if ((code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.bluez.LEAdvertisingManager1", call, advertises, bluez,
                                         "oa{sv}", ADVERTISEMENT, 0)) < 0) goto failed;
    *result = bluez;
    return true;
failed:
    fail(error, call, code, &detail);
closed:
    sd_bus_error_free(&detail);
    nodline_bluez_close(bluez);
    return false;
}

int nodline_bluez_descriptor(const nodline_bluez *bluez) { return sd_bus_get_fd(bluez->bus); }

short nodline_bluez_events(const nodline_bluez *bluez) {
    int events = sd_bus_get_events(bluez->bus);
    return events < 0 ? 0 : (short)events;
}

bool nodline_bluez_turn(nodline_bluez *bluez, nodline_bluez_error *error) {
    int code = 1;
    // Bounded, so that a bus full of messages does not delay a release.
    for (int i = 0; i < 50 && code > 0 && !bluez->has_ended; i++) code = sd_bus_process(bluez->bus, NULL);
    if (code < 0) return fail(error, "sd_bus_process", code, NULL);
    if (bluez->has_ended) *error = bluez->end;
    return !bluez->has_ended;
}

nodline_bluez_state nodline_bluez_look(const nodline_bluez *bluez) { return bluez->state; }

bool nodline_bluez_report(nodline_bluez *bluez, uint8_t number, const uint8_t *report, size_t size, nodline_bluez_error *error) {
    if ((number != NODLINE_BLUEZ_KEYBOARD && number != NODLINE_BLUEZ_MOUSE) || size != size_of(number)) return fail(error, "report", -EINVAL, NULL);
    memcpy(bluez->reports[number], report, size);
    const char *path = number == NODLINE_BLUEZ_KEYBOARD ? HID "/keyboard" : HID "/mouse";
    int code = bluez->notifying[number] ? sd_bus_emit_properties_changed(bluez->bus, path, "org.bluez.GattCharacteristic1", "Value", NULL) : 0;
    return code >= 0 || fail(error, "sd_bus_emit_properties_changed", code, NULL);
}

bool nodline_bluez_allow_pairing(nodline_bluez *bluez, bool is_allowed, nodline_bluez_error *error) {
    static const char *const properties[] = {"Pairable", "Discoverable"};
    bluez->state.is_pairable = is_allowed;
    bluez->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
    for (int i = 0; i < 2; i++) {
        int code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.freedesktop.DBus.Properties", "Set", changed_pairing,
                                            bluez, "ssv", "org.bluez.Adapter1", properties[i], "b", (int)is_allowed);
        if (code < 0) return fail(error, "Set", code, NULL);
    }
    return true;
}

void nodline_bluez_close(nodline_bluez *bluez) {
    if (!bluez) return;
    sd_bus_flush_close_unref(bluez->bus);
    free(bluez);
}
