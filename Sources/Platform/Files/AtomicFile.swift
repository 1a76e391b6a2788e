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
            let count = try systemCall("write", new) {
                data.withUnsafeBytes { Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
            }
            // The new file must be complete on the disk before the rename. A full disk may write only a part without an error.
            guard count == data.count else { throw SystemError("write", new, code: ENOSPC) }
            try descriptor.sync()
        } catch {
            if error.call != "open" { unlink(new) }
            throw error
        }
        try systemCall("rename", file) { rename(new, file) }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        try Descriptor(open: folder, O_RDONLY | O_DIRECTORY).sync()
    }
}
