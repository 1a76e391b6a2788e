// Standard output and standard error, a line at a time.
import Glibc

/// Writes whole lines without a buffer of its own, so that a reader of the pipe sees each event as it happens.
package enum Terminal {
    /// A line for whoever asked for the output.
    package static func output(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// A line about what is going on or wrong.
    package static func note(_ line: String) {
        guard Journal.reads(STDERR_FILENO) else { return write(line + "\n", to: STDERR_FILENO) }
        for line in line.split(separator: "\n") { write(Journal.Priority.error.prefix + line + "\n", to: STDERR_FILENO) }
    }

    /// A line that replaces itself, where a person is watching standard error.
    package static func progress(_ text: String) {
        if isatty(STDERR_FILENO) != 0 { write("\r\u{1B}[K" + text, to: STDERR_FILENO) }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return  // nobody is left to tell
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
