/// The broker's codes as words, with what to do.
enum Reason {
    /// A CONNACK of MQTT 3.1.1.
    static func three(_ code: UInt8) -> String {
        switch code {
        case 1: "it does not know this version of MQTT"
        case 2: "it does not accept this machine's name as a client (mqtt.name)"
        case 3: "it is not available"
        case 4: "the user or the password is wrong (mqtt.user and its password)"
        case 5: "not authorised: the user, the password or the broker's rights do not allow it (mqtt.user and its password)"
        default: "with code \(code)"
        }
    }

    /// A reason of MQTT 5.
    static func five(_ code: UInt8) -> String {
        switch code {
        case 0x80: "it gives no reason"
        case 0x81: "it takes a packet for malformed"
        case 0x82: "it takes a packet for a protocol error"
        case 0x83: "its own settings do not allow it"
        case 0x84: three(1)
        case 0x85: three(2)
        case 0x86: three(4)
        case 0x87: "not authorised: the broker's rights do not allow it (mqtt.user, its password, and the broker's access list)"
        case 0x88: "it is not available"
        case 0x89: "it is busy"
        case 0x8A: "this client is banned there"
        case 0x8B: "it is shutting down"
        case 0x8C: "it wants another way of authentication"
        case 0x8D: "it has heard nothing for longer than mqtt.keep_alive"
        case 0x8F, 0x90: "it does not accept the topic (mqtt.topic, mqtt.name)"
        case 0x93: "it has too many unacknowledged messages"
        case 0x95: "the message is longer than it takes"
        case 0x96: "messages come too often for it"
        case 0x97: "its limit for this client is reached"
        case 0x98: "somebody there has ended the connection"
        case 0x9A: "it keeps no retained messages, which states need"
        case 0x9B: "it does not take messages of QoS 1"
        case 0x9C, 0x9D: "it wants another server to be used (mqtt.server)"
        case 0x9F: "connections are made too often for it"
        case 0xA0: "the connection was too long for it"
        case 0xA2: "it allows no wildcards in subscriptions, which commands need"
        default: "with code 0x" + String(code, radix: 16)
        }
    }

    /// Whether only people can change it.
    static func isLasting(_ code: UInt8) -> Bool { [0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C, 0x8F, 0x90, 0x9A, 0x9B, 0x9C, 0x9D, 0xA2].contains(code) }
}
