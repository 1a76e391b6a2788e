import Platform
import Settings

/// The section `[mqtt]`: what `nodline-mqtt` tells a broker, and what it takes from one.
///
/// It is a module of its own because two programs read it: `nodline` checks and prints it, and `nodline-mqtt`, which does not link
/// the appliance, follows it.
package struct MQTTConfiguration: Equatable, Sendable {
    /// The broker's name or address; empty if there is none, and then nothing runs.
    package var server = ""
    package var port = 1883
    package var tls = false
    /// PEM files; empty for the system's authorities, and for no client certificate.
    package var ca = "", certificate = "", key = ""
    package var user = "", passwordFile = ""
    /// Seconds.
    package var keepAlive = 5
    package var topic = "nodline"
    /// Empty for the machine's name.
    package var name = ""
    /// Seconds.
    package var interval = 10.0
    /// Seconds for which an event is kept while the broker cannot be reached.
    package var keep = 30.0
    /// Values of each axis a second at most; 0 for none.
    package var axes = 0
    package var discovery = true
    package var discoveryTopic = "homeassistant"
    package var commands = false
    package var allow: [String] = []

    package init() {}

    /// Whether `nodline-mqtt` has anything to do.
    package var isOn: Bool { !server.isEmpty }

    /// The commands that `allow` may list, besides `output.NAME`.
    package static let commandNames = ["ask", "calibrate", "pause", "resume", "stop"]

    /// The outputs that `allow` lists.
    package var allowedOutputs: [String] { allow.filter { $0.hasPrefix("output.") }.map { String($0.dropFirst("output.".count)) } }

    package static let keys: [ConfigurationKey<MQTTConfiguration>] = [
        .init("server", .text(\.server), """
            The name or address of an MQTT broker, for Home Assistant or a fleet (docs/homeassistant.md, docs/fleet.md). nodline-mqtt tells
            it events and states. "" means none.
            """, rule: .upTo(253), aliases: ["host", "hostname", "broker", "address", "url"]),
        .init("port", .integer(1...65535, \.port), "The broker's port; with TLS usually 8883."),
        .init("tls", .flag(\.tls), "Encrypts the connection and checks the broker's certificate, whose name must be server."),
        .init("ca", .text(\.ca), """
            The PEM file with the authority of the broker's certificate. "" means the system's authorities.
            """, misplaced: needsTLS),
        .init("certificate", .text(\.certificate), """
            The PEM file with this machine's certificate, for brokers that ask for one. Its key is the service's credential: put it into
            /etc/nodline/mqtt-key.pem, readable by root alone.
            """, misplaced: needsTLS),
        .init("key", .text(\.key), """
            The PEM file with the certificate's key, if it is not the service's credential.
            """, misplaced: { $0.certificate.isEmpty ? "has no effect without certificate" : nil }),
        .init("user", .text(\.user), """
            The name by which the broker knows this machine. Its password is the service's credential: put it into
            /etc/nodline/mqtt-password, readable by root alone.
            """, aliases: ["username"]),
        .init("password_file", .text(\.passwordFile), """
            The file with the password, if it is not the service's credential.
            """, aliases: ["password"], misplaced: { $0.user.isEmpty ? "has no effect without user" : nil }),
        .init("keep_alive", .integer(5...3600, \.keepAlive), """
            Seconds without an answer after which nodline-mqtt leaves the broker. After one and a half times as long without a sign of it
            the broker says "offline"; until then nothing that moves may hang on what it keeps (docs/homeassistant.md).
            """),
        .init("topic", .text(\.topic), "What every topic begins with: \"nodline\" gives nodline/NAME/state."),
        .init("name", .text(\.name), """
            This machine's name in topics; every other one needs another. "" means the machine's host name.
            """),
        .init("interval", .number(1...3600, unit: "s", \.interval), """
            How often figures such as the frame rate are sent at most. States and events are sent at once.
            """),
        .init("keep", .number(0...86400, unit: "s", \.keep), """
            How long an event waits for a broker that cannot be reached. Older ones are dropped and counted.
            """),
        .init("axes", .integer(0...4, \.axes), "How often a second each axis is told at most. 0 means never."),
        .init("discovery", .flag(\.discovery), "Makes Home Assistant (2024.12 or later) find this machine by itself."),
        .init("discovery_topic", .text(\.discoveryTopic), "Home Assistant's discovery prefix.",
              misplaced: { $0.discovery ? nil : "has no effect with discovery = false" }),
        .init("commands", .flag(\.commands), """
            Whether the broker may send commands, of those in allow. Every client that may write to the topic can then send them. The user
            nodline-mqtt must also be in the group nodline-control: sudo usermod -aG nodline-control nodline-mqtt
            """),
        .init("allow", .texts(\.allow), """
            The commands that are possible: "pause", "resume", "stop", "calibrate", "ask", and "output.NAME" for a test of an output, which goes on
            for at most two seconds in six, within its max_on.
            """, misplaced: { $0.commands ? nil : "has no effect with commands = false" }),
    ]

    private static let needsTLS: @Sendable (MQTTConfiguration) -> String? = { $0.tls ? nil : "has no effect with tls = false" }
}

extension MQTTConfiguration {
    /// What the ranges of single keys cannot exclude.
    /// - Parameter outputs: the names of the configured outputs; `nil` if they are not known here.
    package func conflicts(outputs: [String]?) -> [Conflict] {
        var conflicts: [Conflict] = []
        func refuse(_ key: String, _ value: String, _ expected: String) {
            conflicts.append(("mqtt." + key, "\(value.quoted) is not possible; expected \(expected)"))
        }
        if let advice = BrokerName.advice(server) { refuse("server", server, advice) }
        for (key, text) in [("topic", topic), ("discovery_topic", discoveryTopic)] where !Self.isTopic(text) || text.isEmpty {
            refuse(key, text, "words of letters, digits, \"-\", \"_\" and \".\", with \"/\" between them")
        }
        if !Self.isTopic(name) || name.utf8.contains(UInt8(ascii: "/")) { refuse("name", name, "letters, digits, \"-\", \"_\" and \".\"") }
        if commands && allow.isEmpty { conflicts.append(("mqtt.commands", "allows nothing while allow is empty")) }
        for word in allow {
            if let output = word.split(separator: ".", maxSplits: 1).last, word.hasPrefix("output.") {
                if let outputs, !outputs.contains(String(output)) {
                    refuse("allow", word, outputs.isEmpty ? "a configured output, and there is none" : outputs.map { "output.\($0)" }.quoted)
                }
            } else if !Self.commandNames.contains(word) {
                refuse("allow", word, (Self.commandNames + ["output.NAME"]).quoted)
            }
        }
        return conflicts
    }

    /// A topic without wildcards, empty levels or anything that needs quoting.
    private static func isTopic(_ text: String) -> Bool {
        if text.isEmpty { return true }
        return text.utf8.count <= 100 && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { level in
            !level.isEmpty && level.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                     UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
        }
    }
}
