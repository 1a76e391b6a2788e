import Glibc
import Platform

/// Judges a program's path and its arguments, as `command` of an output has them.
package struct ProgramWords {
    private let words: [String]
    private let example: [String]

    /// - Parameters:
    ///   - words: none if there is no program.
    ///   - example: what could stand there.
    package init(_ words: [String], example: [String]) { (self.words, self.example) = (words, example) }

    /// Why these cannot be a program and its arguments on any machine; `nil` if they can.
    package var fault: String? {
        guard let path = words.first else { return nil }
        guard path.hasPrefix("/") else {
            return "\(path.quoted) is not a full path; expected the program's path and its arguments, for example \(Self.list(example)). No shell reads it"
        }
        let parts = path.split(separator: " ").map(String.init)
        guard words.count == 1, parts.count > 1 else { return nil }
        return "\(path.quoted) is one text, and no shell parts it; expected the program and each argument in quotes of its own: \(Self.list(parts))"
    }

    /// What hinders the program on this machine; `nil` if nothing does.
    package var hindrance: String? {
        guard let path = words.first, fault == nil else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else { return "there is no program \(path.quoted) on this machine (\(String(cString: strerror(errno)))); it can be started when it is there" }
        guard status.st_mode & S_IFMT == S_IFREG else { return "\(path.quoted) is no program, but \(status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device")" }
        return status.st_mode & 0o111 == 0 ? "\(path.quoted) may not be started: sudo chmod a+x \(path.excerpt())" : nil
    }

    private static func list(_ words: [String]) -> String { "[" + words.prefix(6).map(\.quoted).joined(separator: ", ") + "]" }
}
