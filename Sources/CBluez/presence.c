// How this machine shows itself to hosts: the advertisement, and the agent that lets them pair.
#include "bluez.h"

#include <stdio.h>
#include <string.h>

static int advertised(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data, sd_bus_error *error) {
    const nodline_bluez *bluez = data;
    (void)bus, (void)path, (void)interface, (void)error;
    if (!strcmp(property, "Type")) return sd_bus_message_append(reply, "s", "peripheral");
    if (!strcmp(property, "LocalName")) return sd_bus_message_append(reply, "s", bluez->name);
    if (!strcmp(property, "MinInterval")) return sd_bus_message_append(reply, "u", 152);
    if (!strcmp(property, "MaxInterval")) return sd_bus_message_append(reply, "u", 153);
    if (!strcmp(property, "Appearance")) return sd_bus_message_append(reply, "q", 0x03c1); // a keyboard
    return sd_bus_message_append(reply, "as", 1, "1812");
}

static int released(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    bluez_stop(data, "org.bluez", "BlueZ no longer advertises this machine");
    return sd_bus_reply_method_return(message, "");
}

static const sd_bus_vtable advertisement[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("Type", "s", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("LocalName", "s", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("Appearance", "q", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    // In milliseconds: an interval that Apple recommends (Accessory Design Guidelines, Bluetooth Low Energy), because its devices listen seldom. BlueZ's
    // own 1280 makes a tablet that comes back wait longer.
    SD_BUS_PROPERTY("MinInterval", "u", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("MaxInterval", "u", advertised, 0, SD_BUS_VTABLE_PROPERTY_CONST),
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
    snprintf(bluez->shown, sizeof bluez->shown, "%s", device);
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

int bluez_add_presence(nodline_bluez *bluez) {
    int code = sd_bus_add_object_vtable(bluez->bus, NULL, BLUEZ_ADVERTISEMENT, "org.bluez.LEAdvertisement1", advertisement, bluez);
    return code < 0 ? code : sd_bus_add_object_vtable(bluez->bus, NULL, BLUEZ_AGENT, "org.bluez.Agent1", agent, bluez);
}
