import Glibc

/// A file that a command writes where the user says. It replaces only a file of its own kind, so that a wrong name costs no recording, and
/// only when all of it has been written.
package final class ResultFile {
    /// What a drawn clip begins with. A recording of somebody, which cannot be made again, does not.
    package static let drawnClip = "YUV4MPEG2 XDRAWN "

    package enum Kind: String, Sendable {
        case clip, labels, report, trace

        /// What files of this kind begin with.
        fileprivate var beginnings: [String] {
            switch self {
            case .clip: [ResultFile.drawnClip]
            case .labels: ["start"]
            case .report: ["<!doctype html>"]
            case .trace: ["# nodline heads ", "t,"]
            }
        }
    }

    private let path: String
    private let kind: Kind
    /// What will be replaced: behind links. `nil` for what cannot be, a pipe or a device, and is written at once.
    private var target: String?
    private var unfinished: String?

    /// Looks whether the file can be written. It writes nothing yet.
    /// - Throws: ``ResultFileError`` if there is something else of this name, or if its folder takes no files.
    package init(_ path: String, _ kind: Kind) throws(ResultFileError) {
        (self.path, self.kind) = (path, kind)
        try look()
    }

    private func look() throws(ResultFileError) {
        guard try naming({ () throws(SystemError) in try isFree() }) else { throw ResultFileError(path: path, kind: kind, reason: nil) }
    }

    /// Finds what will be replaced.
    /// - Returns: whether nothing of another kind has the name.
    private func isFree() throws(SystemError) -> Bool {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw SystemError("stat", path) }
            target = path
        } else if status.st_mode & S_IFMT == S_IFREG {
            guard let name = realpath(path, nil) else { throw SystemError("realpath", path) }
            defer { free(name) }
            target = String(cString: name)
            let beginning = try Descriptor(open: path, O_RDONLY).read(upTo: 0, expecting: 64).prefix(64)
            guard beginning.isEmpty || kind.beginnings.contains(where: { beginning.starts(with: $0.utf8) }) else { return false }
        } else if status.st_mode & S_IFMT == S_IFDIR {
            throw SystemError("open", path, code: EISDIR)
        }
        if let target { try systemCall("access", path) { access(AtomicFile.folder(of: target), W_OK | X_OK) } }
        return true
    }

    deinit { if let unfinished { unlink(unfinished) } }

    /// Writes the whole file.
    package func write(_ bytes: [UInt8]) throws(ResultFileError) {
        let descriptor = try open()
        try naming { () throws(SystemError) in try descriptor.write(bytes) }
        try keep()
    }

    /// Opens a file for the content, which ``keep()`` then puts in its place.
    package func open() throws(ResultFileError) -> Descriptor {
        try look()  // again: another result may have got the name
        return try naming { () throws(SystemError) in
            guard let target else { return try Descriptor(open: path, O_WRONLY) }
            let new = "\(target).\(getpid()).new"
            let descriptor = try Descriptor(open: new, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
            unfinished = new
            return descriptor
        }
    }

    /// The content is complete.
    package func keep() throws(ResultFileError) {
        guard let target, let new = unfinished else { return }
        try naming { () throws(SystemError) in _ = try systemCall("rename", path) { rename(new, target) } }
        unfinished = nil
    }

    private func naming<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(ResultFileError) -> Result {
        do { return try body() } catch { throw ResultFileError(path: path, kind: kind, reason: error.reason) }
    }
}

/// A result that cannot be written.
package struct ResultFileError: Error, CustomStringConvertible {
    let path: String
    let kind: ResultFile.Kind
    /// `nil` if a file of another kind has the name.
    let reason: String?

    package var description: String {
        if let reason { return "\(path): the \(kind) cannot be written: \(reason)" }
        let (verb, one) = kind == .labels ? ("are", "labels") : ("is", kind == .clip ? "a drawn clip" : "a \(kind)")
        return "\(path): the \(kind) \(verb) not written over another file; expected a new name, or that of \(one)"
    }
}
