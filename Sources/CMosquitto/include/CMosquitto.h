// A client's connection to an MQTT broker, as tasks: connect, turn, publish, subscribe, take what came, close. Over libmosquitto.
#ifndef NODLINE_CMOSQUITTO_H
#define NODLINE_CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The failed call of libmosquitto, its result (0 for none) and its text.
typedef struct {
    const char *call;
    int code;
    char detail[160];
} nodline_mqtt_error;

/// `NULL` for what is not used.
typedef struct {
    const char *server;
    int port;
    int keep_alive; ///< seconds
    const char *client_id;
    const char *user;
    const char *password;
    bool tls;
    const char *ca;          ///< a PEM file; NULL for the system's authorities
    const char *certificate; ///< a PEM file of the client
    const char *key;         ///< a PEM file
    const char *will_topic;  ///< retained, QoS 1
    const char *will_payload;
} nodline_mqtt_options;

typedef enum { NODLINE_MQTT_WAITING, NODLINE_MQTT_ACCEPTED, NODLINE_MQTT_ENDED } nodline_mqtt_state;

/// Longest payload that is kept of a message; of a longer one only its length is.
#define NODLINE_MQTT_PAYLOAD 4096

typedef struct {
    char topic[512]; ///< cut if longer
    uint8_t payload[NODLINE_MQTT_PAYLOAD];
    size_t length; ///< of the whole payload
    bool is_retained;
} nodline_mqtt_message;

typedef struct nodline_mqtt nodline_mqtt;

/// Resolves the server's name and connects. Blocks until the network has answered: call it on a thread of its own. The broker's own
/// answer comes later, in `turn`.
bool nodline_mqtt_connect(const nodline_mqtt_options *options, nodline_mqtt **connection, nodline_mqtt_error *error);

/// The socket to poll, and whether it wants to be written. -1 after the end.
int nodline_mqtt_descriptor(const nodline_mqtt *connection);
bool nodline_mqtt_wants_write(const nodline_mqtt *connection);

/// Reads, writes and keeps alive; to be called when the socket is ready and once a second. Never blocks. After NODLINE_MQTT_ENDED the
/// error says why.
nodline_mqtt_state nodline_mqtt_turn(nodline_mqtt *connection, bool can_read, bool can_write, nodline_mqtt_error *error);

/// QoS 1; `id` comes back by `next_acknowledged` when the broker has it.
bool nodline_mqtt_publish(nodline_mqtt *connection, const char *topic, const uint8_t *payload, size_t length, bool retain, int *id,
                          nodline_mqtt_error *error);
bool nodline_mqtt_subscribe(nodline_mqtt *connection, const char *topic, nodline_mqtt_error *error);

/// Takes the identifier of a message that the broker has acknowledged.
bool nodline_mqtt_next_acknowledged(nodline_mqtt *connection, int *id);
/// Takes a received message.
bool nodline_mqtt_next_message(nodline_mqtt *connection, nodline_mqtt_message *message);
/// Messages that found no room since the last call.
unsigned nodline_mqtt_take_overflow(nodline_mqtt *connection);

/// Says goodbye if `politely` (then the broker does not publish the will), and frees everything.
void nodline_mqtt_close(nodline_mqtt *connection, bool politely);

#endif
