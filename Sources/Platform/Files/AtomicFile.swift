import FoundationEssentials
import Glibc

/// Writes files so that a power cut leaves either the old content or the new.
package enum AtomicFile {
    /// The temporary file, before it replaces the old one.
    package static func unfinished(_ file: String) -> String { file + ".new" }

    /// Writes a temporary file next to the old one, waits until it is on the disk, and renames it over the old one.
    package static func write(_ data: Data, to file: String) throws(SystemError) { try write(data, to: file, mode: nil) }

    /// Writes a file in the same way.
    /// - Parameter mode: its permissions, whatever the process's mask; `nil` for 0640 within the mask.
    package static func write(_ data: Data, to file: String, mode: mode_t?) throws(SystemError) {
        let new = unfinished(file)
        do throws(SystemError) {
            let descriptor = try Descriptor(open: new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o640)
            if let mode { try systemCall("fchmod", new) { fchmod(descriptor.number, mode) } }
            try descriptor.write([UInt8](data))
            try descriptor.sync()  // the new file must be complete on the disk before the rename
        } catch {
            if error.call != "open" { unlink(new) }
            throw error
        }
        try systemCall("rename", file) { rename(new, file) }
        try syncFolder(of: file)
    }

    /// Waits until a file's name is on the disk, after a rename.
    package static func syncFolder(of file: String) throws(SystemError) { try Descriptor(open: folder(of: file), O_RDONLY | O_DIRECTORY).sync() }

    /// The folder that a file is in.
    package static func folder(of file: String) -> String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "." }
}
