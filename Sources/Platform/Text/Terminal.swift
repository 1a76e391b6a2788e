import Glibc
import Synchronization

/// Standard output and standard error, a line at a time and unbuffered, so that a reader of the pipe sees each event at once.
///
/// Control characters other than newlines and tabs are written as `\u001b`: texts come from clients, cameras and files, and must not
/// control the terminal. In JSON that is the same string.
package enum Terminal {
    /// errno of the first line of output that could not be written; 0 for none.
    private static let outputError = Atomic<Int32>(0)

    /// Why some of the output is lost, for example on a full disk; `nil` if nothing is. A reader that has gone wants no more: that is none.
    package static var outputFault: SystemError? {
        let code = outputError.load(ordering: .relaxed)
        return code == 0 ? nil : SystemError("write", "standard output", code: code)
    }

    /// Writes a line of the requested output.
    package static func output(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Writes a line of a picture that this program has drawn, with its colours.
    package static func picture(_ line: String) { write(raw: line + "\n", to: STDOUT_FILENO) }

    /// Writes a line about progress or a fault.
    package static func note(_ line: String) {
        guard Journal.reads(STDERR_FILENO) else { return write(line + "\n", to: STDERR_FILENO) }
        for line in line.split(separator: "\n") { write(Journal.Priority.error.prefix + line + "\n", to: STDERR_FILENO) }
    }

    /// Writes a line that replaces itself, if standard error is a terminal.
    package static func progress(_ text: String) {
        if isatty(STDERR_FILENO) != 0 { write(raw: "\r\u{1B}[K" + text.printable, to: STDERR_FILENO) }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        write(raw: text.printable(keeping: ["\n", "\t"]), to: descriptor)
    }

    private static func write(raw text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    if descriptor == STDOUT_FILENO, errno != EPIPE, errno != EAGAIN {
                        _ = outputError.compareExchange(expected: 0, desired: errno, ordering: .relaxed)
                    }
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}

extension String {
    /// The text for one line of a terminal, with control characters including newlines as `\u001b`.
    package var printable: String { printable(keeping: []) }

    fileprivate func printable(keeping kept: Set<Unicode.Scalar>) -> String { escaping { $0.steersTerminals && !kept.contains($0) } }
}

extension Unicode.Scalar {
    /// C0 and C1 controls, and bidirectional controls (Unicode, UAX #9), which can hide text.
    fileprivate var steersTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
