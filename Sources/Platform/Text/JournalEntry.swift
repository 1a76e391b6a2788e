/// What the journal keeps of an event.
package struct JournalEntry: Sendable {
    package let priority: Journal.Priority
    /// One line.
    package let message: String
    /// The program's own fields: names in capital letters, and values; those without a value are left out.
    package let fields: KeyValuePairs<String, String?>

    package init(_ priority: Journal.Priority, _ message: String, _ fields: KeyValuePairs<String, String?> = [:]) {
        (self.priority, self.message, self.fields) = (priority, message, fields)
    }

    /// For standard output, which carries no fields.
    package var line: String { priority.prefix + message }

    /// For ``JournalSocket``: a line for each field. A value with a line break follows its length, 64 bits, little-endian.
    package func datagram(from program: String) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ name: String, _ value: String) {
            bytes += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += value.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        add("MESSAGE", message.printable)
        add("PRIORITY", String(priority.rawValue))
        add("SYSLOG_IDENTIFIER", program)
        for (name, value) in fields { if let value { add(name, value) } }
        return bytes
    }
}
