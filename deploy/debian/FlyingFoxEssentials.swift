// For the package (deploy/debian/rules): what FlyingFox 0.27.1 uses of Foundation besides FoundationEssentials. Without Foundation
// and its ICU nodline-web is a quarter as large.
@_exported import FoundationEssentials
@_exported import Glibc

struct CharacterSet: Sendable {
    static let whitespaces = CharacterSet { $0 == 0x20 || $0 == 0x09 }
    static let whitespacesAndNewlines = CharacterSet { $0 == 0x20 || (0x09...0x0D).contains($0) }
    static let urlQueryAllowed = CharacterSet { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "!$&'()*+,-./:;=?@_~".utf8.contains(byte)
    }

    let contains: @Sendable (UInt8) -> Bool
}

extension StringProtocol {
    func trimmingCharacters(in set: CharacterSet) -> String {
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { !set.contains($0) }), let last = bytes.lastIndex(where: { !set.contains($0) }) else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    func caseInsensitiveCompare(_ other: some StringProtocol) -> ComparisonResult {
        let (first, second) = (lowercased(), other.lowercased())
        return first == second ? .orderedSame : first < second ? .orderedAscending : .orderedDescending
    }

    var removingPercentEncoding: String? {
        var bytes: [UInt8] = [], rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else { bytes.append(byte); continue }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    func addingPercentEncoding(withAllowedCharacters set: CharacterSet) -> String? {
        String(decoding: utf8.flatMap { byte -> [UInt8] in
            if set.contains(byte) { return [byte] }
            return Array(("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)).utf8)
        }, as: UTF8.self)
    }
}

extension String {
    init(format: String, _ value: Int) { self = String(value, radix: 16, uppercase: true) }
}

extension Error {
    var localizedDescription: String { "\(self)" }
}

/// Files are served by no handler that is left.
struct FileHandle {
    init(forReadingFrom url: URL) throws { throw CocoaError(.featureUnsupported) }
    func seek(toOffset offset: UInt64) throws {}
    func read(upToCount count: Int) throws -> Data? { nil }
    func readData(ofLength count: Int) -> Data { Data() }
}
