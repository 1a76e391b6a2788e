import MQTTSettings

/// The topics of one machine.
package struct Topics: Equatable, Sendable {
    /// Such as "nodline/kitchen".
    package let root: String
    /// The machine in identifiers, such as "nodline_kitchen".
    package let identifier: String
    /// Where Home Assistant looks for devices.
    package let discovery: String

    package init(_ settings: MQTTConfiguration, machine: String) {
        let name = settings.name.isEmpty ? Self.word(machine) : settings.name
        root = settings.topic + "/" + name
        identifier = "nodline_" + String(name.map { $0 == "." ? "_" : $0 })
        discovery = settings.discoveryTopic + "/device/" + identifier + "/config"
    }

    package var availability: String { root + "/availability" }
    package var state: String { root + "/state" }
    package var fault: String { root + "/fault" }
    package var gesture: String { root + "/gesture" }
    package var answer: String { root + "/answer" }
    /// What commands begin with.
    package var command: String { root + "/command/" }

    package func output(_ name: String) -> String { root + "/output/" + name }
    package func axis(_ name: String) -> String { root + "/axis/" + name }

    /// A host name as a level of a topic.
    private static func word(_ text: String) -> String {
        let letters = text.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return letters.isEmpty ? "switch" : String(letters)
    }
}
