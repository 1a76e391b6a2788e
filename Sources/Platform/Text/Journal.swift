import Glibc

/// systemd's journal takes a line's priority from a leading `<N>` (sd-daemon(3)), and adds the time itself.
package enum Journal {
    package enum Priority: Int, Sendable {
        case error = 3, information = 6, detail = 7

        package var prefix: String { "<\(rawValue)>" }
    }

    /// Whether the journal reads this descriptor. systemd names the stream's device and inode, because the variable is
    /// passed on to programs whose output goes somewhere else (systemd.exec(5), JOURNAL_STREAM).
    package static func reads(_ descriptor: Int32) -> Bool {
        guard let stream = Environment.variable("JOURNAL_STREAM") else { return false }
        var file = stat()
        return fstat(descriptor, &file) == 0 && stream == "\(file.st_dev):\(file.st_ino)"
    }
}
