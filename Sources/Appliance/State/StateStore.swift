// Keeps the state on disk, so that a power cut leaves either the old one or the new one.
import FoundationEssentials
import Glibc

/// The saved state and its file. Without a folder, or with one that cannot be written, it holds in memory.
package final class StateStore {
    package private(set) var saved = SavedState()
    /// What was wrong with the file that was found, if anything was.
    package private(set) var fault: String?
    private let folder: String
    private let boot: String
    private var writeFault: String?
    private var hasComplained = false

    private var file: String { folder + "/state.json" }

    /// The configured folder, or the first that systemd gives; empty for none, as in a run on a terminal.
    package static func folder(_ configuration: Configuration) -> String {
        guard configuration.state.directory.isEmpty else { return configuration.state.directory }
        return Environment.folder("STATE_DIRECTORY") ?? ""
    }

    /// Reads what was kept. A damaged file is set aside as state.json.damaged, and nothing of it is used.
    /// - Parameter boot: tells one start of the machine from the next; empty for the running kernel's own.
    package init(folder: String, boot: String = "") {
        self.folder = folder
        self.boot = boot.isEmpty ? Self.kernelBoot : boot
        guard !folder.isEmpty, access(file, F_OK) == 0 else { return }
        do {
            saved = try SavedState(json: Data(contentsOf: URL(filePath: file)), boot: self.boot)
        } catch {
            let isAside = rename(file, file + ".damaged") == 0
            fault = "\(file) cannot be used; ranges, pause and profile begin anew. "
                + (isAside ? "It lies beside as state.json.damaged" : "It could not be set aside")
        }
    }

    /// Changes the state and writes it. It waits for the disk: only while nothing is held.
    package func change(_ body: (inout SavedState) -> Void) {
        let before = saved
        body(&saved)
        guard saved != before, !folder.isEmpty else { return }
        if let problem = write(), !hasComplained {
            hasComplained = true
            writeFault = problem + "; it holds until the program ends"
        }
    }

    /// What went wrong with writing; told once.
    package func takeFault() -> String? {
        defer { writeFault = nil }
        return writeFault
    }

    private static var kernelBoot: String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.map { String($0.prefix { !$0.isNewline }) } ?? ""
    }

    private func write() -> String? {
        guard let data = saved.json(boot: boot) else { return "\(file): it cannot be written as JSON" }
        return AtomicFile.write(data, to: file)
    }
}
