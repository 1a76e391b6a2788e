/// A name that the configuration gives, as to a zone. It has at most 32 bytes and is stored in place, so that a gesture with a name is
/// copied and compared without allocation.
public struct GestureName: Hashable, Sendable, CustomStringConvertible {
    /// Longest name in bytes.
    public static let longest = 32

    // Four words in place of an array; unused bytes are zero.
    private var first = UInt64(0), second = UInt64(0), third = UInt64(0), fourth = UInt64(0)

    /// - Returns: `nil` if the name is empty or too long, or contains a zero byte.
    public init?(_ name: some StringProtocol) {
        let bytes = name.utf8
        guard !bytes.isEmpty, bytes.count <= Self.longest, !bytes.contains(0) else { return nil }
        for (index, byte) in bytes.enumerated() {
            let part = UInt64(byte) << UInt64(8 * (index % 8))
            switch index / 8 {
            case 0: first |= part
            case 1: second |= part
            case 2: third |= part
            default: fourth |= part
            }
        }
    }

    /// The name of a taught gesture: see ``GivenName``.
    /// - Returns: `nil` for any other text.
    package init?(taught text: some StringProtocol) {
        guard let name = GivenName.normal(text) else { return nil }
        self.init(name)
    }

    public var description: String {
        var bytes: [UInt8] = []
        for word in [first, second, third, fourth] {
            for place in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * place))
                if byte != 0 { bytes.append(byte) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
