import Platform

/// One line of the event stream: a head, and what has happened.
///
/// The appliance writes lines through this type, and its clients read them through it: nobody spells a field's name elsewhere. The field names
/// are those of docs/socket.md.
package struct EventRecord: Equatable, Sendable {
    /// The version of the schema, of replies too.
    package static let version = 2

    /// Seconds since the stream began.
    package let t: Double
    package let body: EventBody

    package init(at time: Double, _ body: EventBody) { (t, self.body) = (time, body) }

    /// The record of a line; `nil` if it is not an event. A version is not asked: the programs come in one package.
    package init?(line: some StringProtocol) {
        guard let record = JSONValue.decoded(EventRecord.self, from: line) else { return nil }
        self = record
    }

    /// The event as one line of JSON.
    package var line: String { JSONLine.text(self) }

    /// The event for a person on a terminal; `nil` for one that only machines need.
    package var sentence: String? { body.content.words.map { t.asSeconds + "  " + $0 } }

    /// A line's words, or the line itself if it is not an event. `nil` for an event that only machines need.
    package static func words(of line: String) -> String? {
        guard let record = EventRecord(line: line) else { return line }
        return record.body.content.isForMachines ? nil : record.sentence ?? line
    }
}

extension EventRecord: Codable {
    private enum Key: String, CodingKey { case v, t, event }

    package init(from decoder: any Decoder) throws {
        let head = try decoder.container(keyedBy: Key.self)
        t = try head.decode(Double.self, forKey: .t)
        body = try EventBody(named: head.decode(String.self, forKey: .event), from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var head = encoder.container(keyedBy: Key.self)
        try head.encode(Self.version, forKey: .v)
        try head.encode(t, forKey: .t)
        try head.encode(body.name, forKey: .event)
        try body.content.encode(to: encoder)
    }
}

extension Double {
    /// Right-aligned seconds with two decimals: "   4.10 s".
    fileprivate var asSeconds: String {
        let hundredths = Int((Swift.min(Swift.max(self, 0), 1e12) * 100).rounded())
        let text = "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text + " s"
    }

    /// A truncated whole number, for pixels and per cent.
    var whole: Int { Int(Swift.min(Swift.max(self, -1e6), 1e6)) }

    var tenths: String { NumberFormat.text(self, decimals: 1) }

    var hundredths: String { NumberFormat.text((self * 100).rounded() / 100) }
}
