import Glibc
import Platform
import Synchronization

/// The boards to speak with that people brought: one file, which comes and goes in parts, because this program has little memory. What is in it is the
/// page's own. A power cut leaves the previous boards or the new ones.
package final class BoardShelf: Sendable {
    /// The most bytes of all parts together, and of a part that is read.
    package static let most = 4_000_000, part = 65_536

    private struct Upload {
        let owner: String
        var parts = 0, bytes = 0
    }

    /// The file; `nil` to keep nothing.
    private let file: String?
    private let upload = Mutex<Upload?>(nil)

    /// - Parameter folder: where the file is; `nil` to keep nothing.
    package init(folder: String?) {
        file = folder.map { $0 + "/boards" }
        if let file { unlink(AtomicFile.unfinished(file)) }
    }

    package enum Fault: Error, Equatable {
        /// Another part was expected, or another browser has begun meanwhile.
        case order
        /// The boards are no longer those that the browser has changed.
        case changed
        case tooLong
        /// The disk is full, read-only, or there is no folder.
        case disk
    }

    /// Takes the next part of a browser's boards; with the last one they replace the previous ones.
    /// - Parameters:
    ///   - part: from 0 on, which begins anew.
    ///   - base: the ``revision`` of the boards that the browser changed: those of another browser are not replaced unseen. It counts with
    ///     the first part, because whoever else changes them ends this.
    ///   - owner: the browser.
    package func take(_ bytes: [UInt8], part: Int, isLast: Bool, on base: String, from owner: String) throws(Fault) {
        try upload.withLock { upload throws(Fault) in
            guard let file else { throw .disk }
            let begun = part == 0 ? Upload(owner: owner) : upload
            upload = nil
            // A fault ends it, and the last part has taken its place.
            defer { if upload == nil { unlink(AtomicFile.unfinished(file)) } }
            guard var now = begun, now.owner == owner, now.parts == part else { throw .order }
            guard part > 0 || base == revision else { throw .changed }
            guard now.bytes + bytes.count <= Self.most else { throw .tooLong }
            do throws(SystemError) { try Self.write(bytes, to: file, isFirst: part == 0, isLast: isLast) } catch { throw .disk }
            (now.parts, now.bytes) = (part + 1, now.bytes + bytes.count)
            if !isLast { upload = now }
        }
    }

    private static func write(_ bytes: [UInt8], to file: String, isFirst: Bool, isLast: Bool) throws(SystemError) {
        let new = AtomicFile.unfinished(file)
        let descriptor = try Descriptor(open: new, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | (isFirst ? O_CREAT | O_TRUNC : O_APPEND), mode: 0o600)
        try descriptor.write(bytes)
        guard isLast else { return }
        try descriptor.sync()
        try systemCall("rename", file) { rename(new, file) }
        try AtomicFile.syncFolder(of: file)
    }

    /// A part of the boards, shorter than ``part`` if it is the last one, and the boards' revision; `nil` if nothing is kept.
    package func read(part: Int) -> (bytes: [UInt8], revision: String)? {
        guard part >= 0, part <= Self.most / Self.part, let descriptor = opened() else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.part)
        let count = pread(descriptor.number, &bytes, bytes.count, off_t(part * Self.part))
        return count >= 0 ? (Array(bytes.prefix(count)), Self.revision(of: descriptor)) : nil
    }

    /// Which boards are kept: another text for each file that ever was; empty if nothing is kept.
    package var revision: String {
        guard let descriptor = opened() else { return "" }
        return Self.revision(of: descriptor)
    }

    /// Forgets the boards.
    /// - Parameter base: as for ``take(_:part:isLast:on:from:)``.
    package func clear(on base: String) throws(Fault) {
        try upload.withLock { upload throws(Fault) in
            guard base == revision else { throw .changed }
            upload = nil
            guard let file else { return }
            unlink(file)
            unlink(AtomicFile.unfinished(file))
        }
    }

    private func opened() -> Descriptor? {
        guard let file else { return nil }
        return try? Descriptor(open: file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    }

    private static func revision(of descriptor: borrowing Descriptor) -> String {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { return "" }
        return "\(status.st_ino)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)"
    }
}
