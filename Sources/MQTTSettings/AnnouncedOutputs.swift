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

    private var outputs: [Output] = []
    private var profiles: [Profile] = []

    private static let schema = ConfigurationSchema(
        make: AnnouncedOutputs.init, sections: [], tables: [.init("outputs", \.outputs), .init("profiles", \.profiles)], finish: { _ in }, conflicts: { _ in [] })

    private init() {}

    /// Those of a file and of its profiles' files, by name. What is faulty is left out: `nodline check` says so.
    static func read(file: String) -> [String: [String]] {
        guard let main = one(file) else { return [:] }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let others = main.profiles.compactMap { one($0.file.hasPrefix("/") ? $0.file : folder + $0.file) }
        return Dictionary((main.outputs + others.flatMap(\.outputs)).map { ($0.name, $0.gestures) }) { $0 + $1 }
    }

    private static func one(_ file: String) -> AnnouncedOutputs? {
        guard let bytes = try? ConfigurationFile.bytes(of: file) else { return nil }
        return try? ConfigurationReader.read(bytes: bytes, file: file, schema, skipsUnknown: true)
    }
}
