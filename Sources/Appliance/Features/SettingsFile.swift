import FoundationEssentials
import Glibc
import Platform
import Settings

/// The configuration file in use, as it was when it was read: what is tried is tried against it, and kept only into it.
struct SettingsFile: Sendable {
    /// Empty for the defaults.
    let path: String
    let bytes: [UInt8]

    /// The file before the last change that was kept.
    private static func previous(_ path: String) -> String { path + ".former" }

    /// Whether ``restorePrevious()`` has something to restore: the file before this one. Once somebody edits the file by hand they are no pair any
    /// more, which the time of change that both have tells, also after a restart. It lies next to the file itself, behind symbolic links.
    var hasPrevious: Bool {
        var now = stat(), previous = stat()
        guard let path = realPath, stat(path, &now) == 0, stat(Self.previous(path), &previous) == 0 else { return false }
        return now.st_mtim.tv_sec == previous.st_mtim.tv_sec && now.st_mtim.tv_nsec == previous.st_mtim.tv_nsec
    }

    /// Reads the file with some keys changed.
    func read(_ changes: ConfigurationChanges) throws(ConfigurationError) -> Configuration {
        try changes.read(bytes, file: path, Configuration.schema)
    }

    /// Writes changes into the file, and keeps the previous one next to it. It waits for the disk.
    /// - Parameter expected: what the new file must give, or nothing is written.
    /// - Returns: the new content.
    /// - Throws: ``StateWriter/Failure`` with a sentence; the file is then as it was.
    func write(_ changes: ConfigurationChanges, giving expected: Configuration) throws(StateWriter.Failure) -> [UInt8] {
        let path = try unchangedPath(), new = try text(with: changes, giving: expected)
        try put(new, insteadOf: bytes, path)
        return new
    }

    /// What ``write(_:giving:)`` would write.
    func text(with changes: ConfigurationChanges, giving expected: Configuration) throws(StateWriter.Failure) -> [UInt8] {
        let new: [UInt8]
        do throws(ConfigurationText.Problem) { new = try changes.written(into: bytes) } catch {
            throw StateWriter.Failure("\(path): \(error); edit the file by hand")
        }
        guard let read = try? Configuration.read(bytes: new, file: path), read == expected else {
            throw StateWriter.Failure("\(path): the changes cannot be written into it so that it gives the same settings; edit it by hand")
        }
        return new
    }

    /// Exchanges the file and the previous one. It waits for the disk.
    /// - Returns: the new content.
    func restorePrevious() throws(StateWriter.Failure) -> [UInt8] {
        let path = try unchangedPath()
        let previous: [UInt8]
        do throws(ConfigurationError) {
            previous = try ConfigurationFile.bytes(of: Self.previous(path))
            _ = try Configuration.read(bytes: previous, file: Self.previous(path))
        } catch {
            throw StateWriter.Failure("\(error)")
        }
        try put(previous, insteadOf: bytes, path)
        return previous
    }

    /// The file's own path, behind symbolic links.
    private func unchangedPath() throws(StateWriter.Failure) -> String {
        guard let real = realPath, let now = try? ConfigurationFile.bytes(of: real) else {
            throw StateWriter.Failure("\(path): it cannot be read any more")
        }
        guard now == bytes else {
            throw StateWriter.Failure("\(path) was edited after it was read, and nothing was written; reload it (systemctl reload nodline), "
                + "then change the settings again")
        }
        return real
    }

    private var realPath: String? {
        guard !path.isEmpty, let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }

    private func put(_ new: [UInt8], insteadOf old: [UInt8], _ path: String) throws(StateWriter.Failure) {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
        do throws(SystemError) {
            try AtomicFile.write(Data(old), to: Self.previous(path), mode: mode)
            try AtomicFile.write(Data(new), to: path, mode: mode)
            if stat(path, &status) == 0 { utimensat(AT_FDCWD, Self.previous(path), [status.st_atim, status.st_mtim], 0) }
        } catch {
            let advice = [EACCES, EPERM, EROFS].contains(error.code)
                ? "; the file and its folder must belong to the user of the program: sudo systemd-tmpfiles --create nodline.conf does that for "
                    + "/etc/nodline" : ""
            throw StateWriter.Failure("\(error)\(advice)")
        }
    }
}

extension ConfigurationSource {
    /// The file of a profile of a configuration in use; "" is the main file. One that cannot be read counts as empty.
    func settingsFile(profile name: String, of configuration: Configuration) -> SettingsFile {
        let profile = configuration.profiles.first { $0.name == name }
        let path = name.isEmpty ? file : profile.map { self.path(of: $0) }
        return SettingsFile(path: path ?? "", bytes: path.flatMap { try? ConfigurationFile.bytes(of: $0) } ?? [])
    }

    /// What a file's configuration becomes in a run.
    /// - Parameter main: a configuration in use, with the main file's part.
    func complete(_ read: Configuration, profile: String, of main: Configuration) -> Configuration {
        var configuration = read
        if !profile.isEmpty { configuration.takeMain(from: main) }
        return isSimulated ? configuration.simulated : configuration
    }
}
