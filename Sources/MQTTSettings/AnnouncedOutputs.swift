import Platform
import Settings

/// What a broker is told of the configured outputs before any of them is switched: their names, and the gestures that drive them, as they are written.
struct AnnouncedOutputs: Sendable {
    struct Output: NamedSetting {
        static let introduction: Meaning = "", example = ""
        static let groups: [KeyGroup<Output>] = [.init(keys: [.init("gesture", .texts(\.gestures), "")])]

        let name: String
        var gestures: [String] = []

        init(name: String) { self.name = name }
    }

    struct Profile: NamedSetting {
        static let introduction: Meaning = "", example = ""
        static let groups: [KeyGroup<Profile>] = [.init(keys: [.init("file", .text(\.file), "")])]

        let name: String
        /// A relative path starts at the main file's folder.
        var file = ""

        init(name: String) { self.name = name }
    }

    /// What `[drive]` makes outputs of.
    private struct Drive {
        var left: [String] = [], right: [String] = [], motor: [String] = []
        var servo = "", standby = ""

        static let keys: [ConfigurationKey<Drive>] = [
            .init("left", .texts(\.left), ""), .init("right", .texts(\.right), ""), .init("motor", .texts(\.motor), ""),
            .init("servo", .text(\.servo), ""), .init("standby", .text(\.standby), ""),
        ]

        /// Their names, as the appliance gives them.
        var outputs: [String] {
            let isPair = left.count == 3 && right.count == 3, motors = isPair ? ["left", "right"] : motor.count == 3 && !servo.isEmpty ? ["motor"] : []
            let lines = motors.flatMap { [$0 + "-forward", $0 + "-back"] } + (motors.isEmpty || standby.isEmpty ? [] : ["standby"])
            return lines.map { "drive-" + $0 }
        }
    }

    private var outputs: [Output] = []
    private var drive = Drive()
    private var profiles: [Profile] = []

    private static let schema = ConfigurationSchema(
        make: AnnouncedOutputs.init, sections: [.init("drive", \.drive, keys: Drive.keys)], tables: [.init("outputs", \.outputs), .init("profiles", \.profiles)], finish: { _ in }, conflicts: { _ in [] })

    private init() {}

    /// Those of a file and of its profiles' files, by name, and whether these are all. What is faulty is left out: `nodline check` says so.
    static func read(file: String) -> (outputs: [String: [String]], areAll: Bool) {
        guard let main = one(file) else { return ([:], false) }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let others = main.profiles.compactMap { one($0.file.hasPrefix("/") ? $0.file : folder + $0.file) }
        return (Dictionary(([main] + others).flatMap(\.all)) { $0 + $1 }, others.count == main.profiles.count)
    }

    private var all: [(String, [String])] { outputs.map { ($0.name, $0.gestures) } + drive.outputs.map { ($0, []) } }

    private static func one(_ file: String) -> AnnouncedOutputs? {
        guard let bytes = try? ConfigurationFile.bytes(of: file) else { return nil }
        return try? ConfigurationReader.read(bytes: bytes, file: file, schema, skipsUnknown: true)
    }
}
