import FoundationEssentials
import Glibc
import Outputs
import Platform
import Settings

/// The configuration that ran last: which outputs may be on, whatever has become of the file since. Copies of the main file and its profiles, in a folder of the state's. A running appliance keeps them, and `nodline safe`
/// reads them: an edit that broke the file, or took an output out of it, must not leave a line on.
package struct KeptConfiguration: Sendable {
    /// Where the service keeps its state, for a `nodline safe` that somebody types.
    private static let standardFolder = "/var/lib/nodline"

    private let folder: String

    /// - Parameter state: the state's folder; empty for none, and then nothing is kept.
    package init(state: String) {
        folder = state.isEmpty ? "" : state + "/configuration"
    }

    /// For `nodline safe`.
    /// - Parameter configuration: `nil` where the file cannot be read: its state's folder is not known then.
    package static func lastOne(_ configuration: Configuration?) -> KeptConfiguration {
        let folder = StateStore.folder(configuration ?? Configuration())
        return KeptConfiguration(state: folder.isEmpty ? standardFolder : folder)
    }

    /// Takes copies of what is used now. Where something has changed it waits for the disk: a ``StateWriter``'s work.
    /// - Parameter profiles: those that the main file names.
    package func keep(_ source: ConfigurationSource, profiles: [ProfileConfiguration]) throws(SystemError) {
        guard !folder.isEmpty, !source.isSimulated, let main = source.file else { return }
        do { try systemCall("mkdir", folder) { mkdir(folder, 0o750) } } catch where error.code == EEXIST {}
        var names: Set<String> = []
        for (name, file) in [("main", main)] + profiles.map({ ("profile-" + $0.name, source.path(of: $0)) }) {
            names.insert(name + ".toml")
            let copy = "\(folder)/\(name).toml"
            guard let text = try? ConfigurationFile.bytes(of: file), (try? ConfigurationFile.bytes(of: copy)) != text,
                  // One that is wrong has not run since it was right: that copy stays.
                  (try? Configuration.read(bytes: text, file: file)) != nil
            else { continue }
            try AtomicFile.write(Data(text), to: copy)
        }
        for old in files where !names.contains(old) { unlink(folder + "/" + old) }
    }

    /// What was kept, as far as it can be read; the main file first.
    package var all: [Configuration] { files.compactMap { try? Configuration.read(file: folder + "/" + $0) } }

    private var files: [String] {
        guard !folder.isEmpty else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".toml") }.sorted()
    }
}
