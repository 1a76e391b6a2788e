// The hosts that have paired with the adapter.
#include "bluez.h"

#include <stdio.h>
#include <string.h>

static int ask(nodline_bluez *bluez);

void bluez_judge(nodline_bluez *bluez) {
    bool reads = false;
    for (size_t i = 0; i < bluez->host_count; i++) reads |= bluez->hosts[i].is_connected;
    reads &= bluez->notifying[NODLINE_BLUEZ_KEYBOARD] || bluez->notifying[NODLINE_BLUEZ_MOUSE] || bluez->notifying[NODLINE_BLUEZ_GAMEPAD];
    // A host that comes back reads what is pressed.
    if (!reads) bluez_rest(bluez);
    bluez->state.has_host = reads;
}

// By address; NULL if there is none.
static const nodline_bluez_host *find(const nodline_bluez *bluez, const char *address) {
    for (size_t i = 0; i < bluez->host_count; i++)
        if (!strcmp(bluez->hosts[i].address, address)) return &bluez->hosts[i];
    return NULL;
}

// Reads a{sv}, the properties of a Device1.
static int read_host(sd_bus_message *message, nodline_bluez_host *host, int *is_bonded) {
    int code = sd_bus_message_enter_container(message, 'a', "{sv}");
    while (code >= 0 && (code = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        const char *key, *text;
        int is_so = 0;
        if ((code = sd_bus_message_read(message, "s", &key)) < 0) break;
        if (!strcmp(key, "Address")) {
            if ((code = sd_bus_message_read(message, "v", "s", &text)) >= 0) snprintf(host->address, sizeof host->address, "%s", text);
        } else if (!strcmp(key, "Alias")) {
            if ((code = sd_bus_message_read(message, "v", "s", &text)) >= 0) snprintf(host->name, sizeof host->name, "%s", text);
        } else if (!strcmp(key, "Connected")) {
            if ((code = sd_bus_message_read(message, "v", "b", &is_so)) >= 0) host->is_connected = is_so;
        } else if (!strcmp(key, "Bonded")) {
            code = sd_bus_message_read(message, "v", "b", is_bonded); // "Paired" is also one whose keys are forgotten with the connection
        } else {
            code = sd_bus_message_skip(message, "v");
        }
        if (code < 0 || (code = sd_bus_message_exit_container(message)) < 0) break;
    }
    return code < 0 ? code : sd_bus_message_exit_container(message);
}

// Reads a{oa{sa{sv}}}, BlueZ's objects.
static int read_hosts(sd_bus_message *message, nodline_bluez *bluez, nodline_bluez_host *hosts, size_t *count) {
    size_t length = strlen(bluez->adapter);
    int code = sd_bus_message_enter_container(message, 'a', "{oa{sa{sv}}}");
    while (code >= 0 && (code = sd_bus_message_enter_container(message, 'e', "oa{sa{sv}}")) > 0) {
        const char *path, *interface;
        if ((code = sd_bus_message_read(message, "o", &path)) < 0 || (code = sd_bus_message_enter_container(message, 'a', "{sa{sv}}")) < 0) break;
        while ((code = sd_bus_message_enter_container(message, 'e', "sa{sv}")) > 0) {
            nodline_bluez_host host = {0};
            int is_bonded = 0;
            if ((code = sd_bus_message_read(message, "s", &interface)) < 0) break;
            bool is_host = !strcmp(interface, "org.bluez.Device1") && !strncmp(path, bluez->adapter, length) && path[length] == '/';
            code = is_host ? read_host(message, &host, &is_bonded) : sd_bus_message_skip(message, "a{sv}");
            if (code < 0 || (code = sd_bus_message_exit_container(message)) < 0) break;
            snprintf(host.path, sizeof host.path, "%s", path);
            if (is_host && is_bonded && *count < BLUEZ_HOSTS) hosts[(*count)++] = host;
        }
        if (code < 0 || (code = sd_bus_message_exit_container(message)) < 0 || (code = sd_bus_message_exit_container(message)) < 0) break;
    }
    return code;
}

static int done(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)message, (void)error;
    return ask(data); // the list says what has become of it
}

static int answered(sd_bus_message *message, void *data, sd_bus_error *error) {
    nodline_bluez *bluez = data;
    nodline_bluez_host hosts[BLUEZ_HOSTS];
    size_t count = 0;
    (void)error;
    bluez->is_asking = false;
    // Without an answer bluetoothd has ended, which is noticed elsewhere.
    if (!sd_bus_message_is_method_error(message, NULL) && read_hosts(message, bluez, hosts, &count) >= 0) {
        for (size_t i = 0; bluez->state.knows_hosts && i < count; i++) {
            // One whose number was not shown here has paired with somebody else's help: bluetoothctl, for example.
            if (find(bluez, hosts[i].address) || strcmp(hosts[i].path, bluez->shown)) continue;
            bluez->state.paired++;
            bluez->state.passkey = NODLINE_BLUEZ_NO_PASSKEY;
        }
        memcpy(bluez->hosts, hosts, count * sizeof *hosts);
        bluez->host_count = count;
        bluez->state.knows_hosts = true;
        bluez_judge(bluez);
    }
    return bluez->must_ask ? ask(bluez) : 0;
}

static int ask(nodline_bluez *bluez) {
    bluez->must_ask = bluez->is_asking;
    if (bluez->is_asking) return 0;
    bluez->is_asking = true;
    return sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", answered, bluez, "");
}

// Something about a host has changed: BlueZ says what holds now.
static int changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)message, (void)error;
    return ask(data);
}

int bluez_watch_hosts(nodline_bluez *bluez) {
    char match[400];
    snprintf(match, sizeof match, "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
             "path_namespace='%s',arg0='org.bluez.Device1'", bluez->adapter);
    int code = sd_bus_add_match(bluez->bus, NULL, match, changed, bluez);
    static const char *const signals[] = {"InterfacesAdded", "InterfacesRemoved"};
    for (int i = 0; code >= 0 && i < 2; i++)
        code = sd_bus_match_signal(bluez->bus, NULL, "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", signals[i], changed, bluez);
    return code < 0 ? code : ask(bluez);
}

const nodline_bluez_host *nodline_bluez_hosts(const nodline_bluez *bluez, size_t *count) {
    *count = bluez->host_count;
    return bluez->hosts;
}

bool nodline_bluez_disconnect(nodline_bluez *bluez, const char *address, nodline_bluez_error *error) {
    const nodline_bluez_host *host = find(bluez, address);
    if (!host) return true;
    int code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", host->path, "org.bluez.Device1", "Disconnect", done, bluez, "");
    return code >= 0 || bluez_fail(error, "Disconnect", code, NULL);
}

bool nodline_bluez_forget(nodline_bluez *bluez, const char *address, nodline_bluez_error *error) {
    const nodline_bluez_host *host = find(bluez, address);
    if (!host) return true;
    int code = sd_bus_call_method_async(bluez->bus, NULL, "org.bluez", bluez->adapter, "org.bluez.Adapter1", "RemoveDevice", done, bluez, "o", host->path);
    return code >= 0 || bluez_fail(error, "RemoveDevice", code, NULL);
}
