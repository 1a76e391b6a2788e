/// Why a connection has ended, for the journal.
package struct Ending: Error, Equatable, Sendable {
    package let reason: String
    /// Only people can change it: the broker does not want this client, or a file is wrong.
    package var isLasting = false
    /// The broker does not know this version of MQTT.
    package var isAboutVersion = false

    package init(_ reason: String, isLasting: Bool = false, isAboutVersion: Bool = false) {
        (self.reason, self.isLasting, self.isAboutVersion) = (reason, isLasting, isAboutVersion)
    }

    static let nonsense = Ending("what it sends is not MQTT; expected the port of an MQTT broker in mqtt.port, usually 1883, or 8883 with TLS")
}

extension Ending {
    /// Another client has come under the same name.
    static let takenOver = Ending("another machine uses this machine's name: set mqtt.name in one of them", isLasting: true)
}
