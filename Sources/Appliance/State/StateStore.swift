import FoundationEssentials
import Glibc
import Outputs
import Platform

/// The saved state and its file. A power cut leaves either the old file or the new one. Without a folder, or with one that cannot be
/// written, the state lasts until the program ends.
package final class StateStore {
    package private(set) var saved = SavedState()
    /// What was wrong with the file at the start, if anything.
    package private(set) var fault: String?
    /// Writes the state, and other files that outlive the program.
    package let writer = StateWriter()
    private let folder: String
    private let boot: String
    private var isAccepted = false
    private let write: @Sendable (Data, String) throws(SystemError) -> Void

    private var file: String { folder + "/state.json" }
    /// Says that there was a state once: without it a stop would be lost with the file that kept it.
    private var mark: String { folder + "/state.kept" }
    private static let name = "state"
    private static let mostBytes = 4_000_000

    /// The configured folder, or the first one from systemd; empty for none, as in a run on a terminal.
    package static func folder(_ configuration: Configuration) -> String {
        guard configuration.state.directory.isEmpty else { return configuration.state.directory }
        return Environment.folder("STATE_DIRECTORY") ?? ""
    }

    /// The service's state folder, for programs that somebody types.
    static let standardFolder = "/var/lib/nodline"

    /// The folder of the service that runs with a configuration, as far as another program can know it.
    static func likelyFolder(_ configuration: Configuration) -> String {
        let folder = folder(configuration)
        return folder.isEmpty ? standardFolder : folder
    }

    /// The ranges of a folder by profile, for a program that does not run the appliance; none if they cannot be read.
    static func ranges(in folder: String) -> [String: Ranges] { saved(in: folder).ranges }

    /// The profile that ran last, likewise; empty for the main file, or if it cannot be read.
    static func profile(in folder: String) -> String { saved(in: folder).profile }

    /// The profile that ran last with a main file.
    package static func lastProfile(_ main: Configuration) -> String { profile(in: likelyFolder(main)) }

    private static func saved(in folder: String) -> SavedState {
        guard let bytes = try? FileBytes.read(folder + "/state.json", upTo: mostBytes) else { return SavedState() }
        return (try? SavedState(json: Data(bytes), boot: "")) ?? SavedState()
    }

    /// The right to keep state in a folder: a second run would write over it, and a stop that was kept would be lost.
    /// - Returns: no lock without a folder, or if nothing can be written there; and why a lock that is there cannot be taken.
    /// - Throws: ``FolderLock/Refusal`` if another run has it.
    static func lock(_ folder: String) throws -> (lock: FolderLock?, problem: String?) {
        guard !folder.isEmpty else { return (nil, nil) }
        do throws(FolderLock.Refusal) {
            return (try FolderLock(beside: folder + "/state", program: "nodline", remedy: "give this one another [state] directory"), nil)
        } catch {
            if error.isTaken { throw error }
            return (nil, access(folder + "/state.lock", F_OK) == 0 ? "\(error). Until then another run could write over what this one keeps" : nil)
        }
    }

    /// Reads the saved state. A damaged file is renamed to state.json.damaged, and nothing of it is used; one that has vanished counts as damaged.
    /// - Parameters:
    ///   - boot: an id of the machine's boot; empty for the running kernel's.
    ///   - write: puts bytes into a file.
    package init(folder: String, boot: String = "",
                 write: @escaping @Sendable (Data, String) throws(SystemError) -> Void = AtomicFile.write(_:to:)) {
        self.folder = folder
        self.boot = boot.isEmpty ? Self.kernelBoot : boot
        self.write = write
        guard !folder.isEmpty else { return }
        // A program that was killed while a slow disk took the file has left the complete new one next to it.
        if let new = try? FileBytes.read(AtomicFile.unfinished(file), upTo: Self.mostBytes),
           let state = try? SavedState(json: Data(new), boot: self.boot, isOfThisBoot: true) {
            saved = state
            keep()
            return
        }
        // Any other reason than that there never was one, such as a folder that may not be entered, must be told: what it kept is not in force.
        let isGone = access(file, F_OK) != 0 && errno == ENOENT
        if isGone, !isMarked { return }
        do {
            saved = try SavedState(json: Data(FileBytes.read(file, upTo: Self.mostBytes)), boot: self.boot)
            if !saved.revived.isEmpty { keep() }  // so that it is told once
            if !isMarked { writer.write("the state's mark", marking) }  // a state of an earlier version
        } catch {
            let isAside = !isGone && rename(file, file + ".damaged") == 0, reset = "ranges, gaze, pause and profile are reset, and a stop where nothing moves. "
            fault = isGone ? "\(file) is missing, though \(mark) says that there was one; " + reset + "To begin anew on purpose, remove both"
                : "\(file) cannot be used; " + reset + (isAside ? "It was renamed to state.json.damaged" : "It could not be set aside: \(error)")
        }
    }

    private var isMarked: Bool { access(mark, F_OK) == 0 }

    /// Writes the mark.
    private var marking: StateWriter.Work {
        { [file, mark] () throws(StateWriter.Failure) in
            guard access(mark, F_OK) != 0 else { return }
            do { try AtomicFile.write(Data(), to: mark) } catch { throw StateWriter.Failure("\(error); a stop is lost if \(file) is") }
        }
    }

    /// The fault was told, and what follows from it holds: the next start does not tell it again.
    package func accept() {
        guard fault != nil, !isAccepted, !folder.isEmpty else { return }
        isAccepted = true
        keep()
    }

    /// Changes the state and requests writing it.
    package func change(_ body: (inout SavedState) -> Void) {
        let before = saved
        body(&saved)
        if saved != before, !folder.isEmpty { keep() }
    }

    /// Why a power cut would undo what is saved; `nil` if it is on the disk.
    package var risk: String? {
        if folder.isEmpty { return "there is no [state] directory to keep it in; it lasts until the program ends" }
        return writer.isIdle ? writer.failure(of: Self.name) : "the disk has not accepted \(file) yet"
    }

    private func keep() {
        guard let data = saved.json(boot: boot) else { return }
        writer.write(Self.name) { [write, file, marking] () throws(StateWriter.Failure) in
            do { try write(data, file) } catch { throw StateWriter.Failure("\(error); it lasts until the program ends") }
            try marking()
        }
    }

    private static var kernelBoot: String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.map { String($0.prefix { !$0.isNewline }) } ?? ""
    }
}
