#include "bluez.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bluez_fail(nodline_bluez_error *error, const char *call, int code, const sd_bus_error *detail) {
    error->call = call;
    snprintf(error->detail, sizeof error->detail, "%s", detail && detail->message ? detail->message : strerror(-code));
    return false;
}

// Ends everything; the next turn says why.
void bluez_stop(nodline_bluez *bluez, const char *call, const char *detail) {
    if (bluez->has_ended) return;
    bluez->has_ended = true;
    bluez->end.call = call;
    snprintf(bluez->end.detail, sizeof bluez->end.detail, "%s", detail);
}

// MARK: What BlueZ says

static int answer(sd_bus_message *message, nodline_bluez *bluez, const char *call, bool *success) {
    const sd_bus_error *error = sd_bus_message_get_error(message);
    if (error) {
        bluez_stop(bluez, call, error->message ? error->message : error->name);
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
    if (sd_bus_message_read(message, "sss", &name, &before, &now) >= 0 && !strcmp(name, "org.bluez") && *before)
        bluez_stop(data, "org.bluez", "bluetoothd has ended");
    return 0;
}

// After the adapter was off, the kernel does not advertise again what BlueZ still has (seen with BlueZ 5.82): all is registered anew then.
static int adapter_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    nodline_bluez *bluez = data;
    const char *interface, *key;
    (void)error;
    int code = sd_bus_message_read(message, "s", &interface);
    if (code >= 0) code = sd_bus_message_enter_container(message, 'a', "{sv}");
    while (code >= 0 && (code = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        int is_on = 0;
        if ((code = sd_bus_message_read(message, "s", &key)) < 0) break;
        bool is_power = !strcmp(key, "Powered");
        code = is_power ? sd_bus_message_read(message, "v", "b", &is_on) : sd_bus_message_skip(message, "v");
        if (code < 0 || (code = sd_bus_message_exit_container(message)) < 0) break;
        if (is_power && is_on && bluez->was_off) bluez_stop(bluez, "org.bluez", "Bluetooth was switched off and on again");
        if (is_power) bluez->was_off = !is_on;
    }
    return code < 0 ? code : 0;
}

// MARK: Tasks

// The first adapter by name that can be a peripheral.
static bool find_adapter(nodline_bluez *bluez, nodline_bluez_error *error) {
    sd_bus_message *request = NULL, *reply = NULL;
    sd_bus_error detail = SD_BUS_ERROR_NULL;
    int code = sd_bus_message_new_method_call(bluez->bus, &request, "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
    if (code >= 0) code = sd_bus_call(bluez->bus, request, BLUEZ_LIMIT, &detail, &reply);
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
        // BlueZ lists them in no order; hci0 is the board's own.
        if (services && advertises && (!*bluez->adapter || strcmp(path, bluez->adapter) < 0)) snprintf(bluez->adapter, sizeof bluez->adapter, "%s", path);
        if ((code = sd_bus_message_exit_container(reply)) < 0 || (code = sd_bus_message_exit_container(reply)) < 0) break;
    }
    if (code < 0) {
        bluez_fail(error, "GetManagedObjects", code, &detail);
    } else if (!*bluez->adapter) {
        error->call = "find";
        snprintf(error->detail, sizeof error->detail, "no Bluetooth adapter that can be a peripheral; expected one in `bluetoothctl list`, with rfkill off");
    }
    sd_bus_error_free(&detail);
    sd_bus_message_unref(request);
    sd_bus_message_unref(reply);
    return code >= 0 && *bluez->adapter;
}

bool nodline_bluez_open(const char *name, bool has_gamepad, nodline_bluez **result, nodline_bluez_error *error) {
    sd_bus_error detail = SD_BUS_ERROR_NULL;
    const char *call = "calloc";
    int code = -ENOMEM;
    nodline_bluez *bluez = calloc(1, sizeof *bluez);
    if (!bluez) goto failed;
    bluez->name = name;
    bluez->has_gamepad = has_gamepad;
    bluez_rest(bluez);
    bluez->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
    call = "sd_bus_open_system";
    if ((code = sd_bus_open_system(&bluez->bus)) < 0) goto failed;
    if (!find_adapter(bluez, error)) goto closed;
    call = "sd_bus_add_object_vtable";
    if ((code = bluez_add_services(bluez)) < 0 || (code = bluez_add_presence(bluez)) < 0) goto failed;
    call = "sd_bus_match_signal";
    if ((code = sd_bus_add_match(bluez->bus, NULL, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez'",
                                 owner_changed, bluez)) < 0) goto failed;
    if ((code = sd_bus_match_signal(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.freedesktop.DBus.Properties", "PropertiesChanged", adapter_changed,
                                    bluez)) < 0) goto failed;
    if ((code = bluez_watch_hosts(bluez)) < 0) goto failed;
    call = "Set Powered";
    if ((code = sd_bus_set_property(bluez->bus, "org.bluez", bluez->adapter, "org.bluez.Adapter1", "Powered", &detail, "b", 1)) < 0) goto failed;
    call = "Set Pairable";
    if ((code = sd_bus_set_property(bluez->bus, "org.bluez", bluez->adapter, "org.bluez.Adapter1", "Pairable", &detail, "b", 0)) < 0) goto failed;
    call = "RegisterAgent";
    if ((code = sd_bus_call_method(bluez->bus, "org.bluez", "/org/bluez", "org.bluez.AgentManager1", call, &detail, NULL, "os", BLUEZ_AGENT,
                                   "DisplayOnly")) < 0) goto failed;
    call = "RequestDefaultAgent";
    if ((code = sd_bus_call_method(bluez->bus, "org.bluez", "/org/bluez", "org.bluez.AgentManager1", call, &detail, NULL, "o", BLUEZ_AGENT)) < 0) goto failed;
    // Not awaited: BlueZ reads the objects before it answers.
    call = "RegisterApplication";
    if ((code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.bluez.GattManager1", call, registered, bluez, "oa{sv}",
                                         BLUEZ_ROOT, 0)) < 0) goto failed;
    call = "RegisterAdvertisement";
    if ((code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.bluez.LEAdvertisingManager1", call, advertises, bluez,
                                         "oa{sv}", BLUEZ_ADVERTISEMENT, 0)) < 0) goto failed;
    *result = bluez;
    return true;
failed:
    bluez_fail(error, call, code, &detail);
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
    if (code < 0) return bluez_fail(error, "sd_bus_process", code, NULL);
    if (bluez->has_ended) *error = bluez->end;
    return !bluez->has_ended;
}

nodline_bluez_state nodline_bluez_look(const nodline_bluez *bluez) { return bluez->state; }

bool nodline_bluez_allow_pairing(nodline_bluez *bluez, bool is_allowed, nodline_bluez_error *error) {
    static const char *const properties[] = {"Pairable", "Discoverable"};
    bluez->state.is_pairable = is_allowed;
    bluez->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
    for (int i = 0; i < 2; i++) {
        int code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.freedesktop.DBus.Properties", "Set", changed_pairing,
                                            bluez, "ssv", "org.bluez.Adapter1", properties[i], "b", (int)is_allowed);
        if (code < 0) return bluez_fail(error, "Set", code, NULL);
    }
    return true;
}

void nodline_bluez_close(nodline_bluez *bluez) {
    if (!bluez) return;
    sd_bus_flush_close_unref(bluez->bus);
    free(bluez);
}
