import FoundationEssentials
import Glibc
import Outputs
import Platform
import Settings

/// Copies of the main file and its profiles that ran last, in a subfolder of the state's folder. A running appliance keeps them, and
/// `nodline safe` reads them to learn which outputs may be on: an edit that broke the file, or removed an output from it, must not
/// leave a line on.
package struct KeptConfiguration: Sendable {
    private let state: String
    private let folder: String

    /// - Parameter state: the state's folder; if it is empty, nothing is kept.
    package init(state: String) {
        self.state = state
        folder = state.isEmpty ? "" : state + "/configuration"
    }

    /// The copies for `nodline safe`.
    /// - Parameter configuration: `nil` if the file cannot be read: then its state folder is not known.
    package static func lastOne(_ configuration: Configuration?) -> KeptConfiguration {
        KeptConfiguration(state: StateStore.likelyFolder(configuration ?? Configuration()))
    }

    /// Copies the files in use. If something has changed it waits for the disk, so call it from a ``StateWriter``.
    /// - Parameter profiles: those that the main file names.
    package func keep(_ source: ConfigurationSource, profiles: [ProfileConfiguration]) throws(SystemError) {
        guard !folder.isEmpty, !source.isSimulated, let main = source.file else { return }
        do { try systemCall("mkdir", folder) { mkdir(folder, 0o750) } } catch where error.code == EEXIST {}
        var names: Set<String> = []
        for (profile, file) in [("", main)] + profiles.map({ ($0.name, source.path(of: $0)) }) {
            let name = Self.name(of: profile), copy = folder + "/" + name
            names.insert(name)
            guard let text = try? ConfigurationFile.bytes(of: file), (try? ConfigurationFile.bytes(of: copy)) != text,
                  // An invalid file has not run since it was last valid: that copy stays.
                  (try? Configuration.read(bytes: text, file: file)) != nil
            else { continue }
            try AtomicFile.write(Data(text), to: copy)
        }
        for old in files where !names.contains(old) { unlink(folder + "/" + old) }
    }

    /// The copy of a profile; `nil` if there is none that can be read.
    package func profile(_ name: String) -> Configuration? {
        folder.isEmpty ? nil : try? Configuration.read(file: folder + "/" + Self.name(of: name))
    }

    /// The copies that can be read, the one that ran last first.
    package var all: [Configuration] {
        let read = files.compactMap { file -> (name: String, Configuration)? in
            guard let configuration = try? Configuration.read(file: folder + "/" + file) else { return nil }
            return (file == "main.toml" ? "" : String(file.dropFirst("profile-".count).dropLast(".toml".count)), configuration)
        }
        return ConfigurationSource.ordered(read, state.isEmpty ? "" : StateStore.profile(in: state))
    }

    /// A copy's file.
    /// - Parameter profile: "" for the main file.
    private static func name(of profile: String) -> String { (profile.isEmpty ? "main" : "profile-" + profile) + ".toml" }

    private var files: [String] {
        guard !folder.isEmpty else { return [] }
        return SysfsFile.names(in: folder).filter { $0.hasSuffix(".toml") }
    }
}
