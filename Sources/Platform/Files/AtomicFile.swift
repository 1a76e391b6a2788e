import FoundationEssentials
import Glibc

/// Files that a power cut leaves either as they were or as they become.
package enum AtomicFile {
    /// Where the new file lies until the disk has it.
    package static func unfinished(_ file: String) -> String { file + ".new" }

    /// Writes a file next to the one that is there, waits until it is on the disk, and puts it in its place.
    package static func write(_ data: Data, to file: String) throws(SystemError) {
        let new = unfinished(file)
        do throws(SystemError) {
            let descriptor = try Descriptor(open: new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o640)
            let count = try systemCall("write", new) {
                data.withUnsafeBytes { Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
            }
            // Only what is on the disk may take the old one's place. A disk that fills up takes a part and sets no error.
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
