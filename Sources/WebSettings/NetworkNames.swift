import Platform

/// Judges names of `[web]` before the page is served: one that nothing can have would open nothing, in silence.
enum NetworkNames {
    /// Why browsers cannot call a machine by one of these; `nil` if they can. A browser's Host header is a name or an address, here
    /// without its port (RFC 9110, 7.2), and an IPv6 address stands in brackets.
    static func misfit(hosts: [String]) -> String? {
        hosts.first { !isHost($0) }.map { "has \($0.quoted), and no browser calls a machine by that; expected names without http://, port, "
            + "path or \"*\": [\"switch.example.org\"]" }
    }

    /// Why no network interface can be called so; `nil` if one can (the kernel's `dev_valid_name`).
    static func misfit(interfaces: [String]) -> String? {
        interfaces.first { name in
            !(1...15).contains(name.utf8.count) || name == "." || name == ".." || isAddress(name)
                || name.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        }.map { "has \($0.quoted), and no interface has such a name; expected names that `ip link` shows: [\"usb0\"]" }
    }

    private static func isHost(_ name: String) -> Bool {
        if name.hasPrefix("["), name.hasSuffix("]") { return name.dropFirst().dropLast().allSatisfy { $0.isASCII && $0.isHexDigit || $0 == ":" } }
        return (1...253).contains(name.utf8.count) && !name.hasPrefix(".") && !name.hasSuffix(".") && name.utf8.allSatisfy(isOfName)
    }

    /// Four numbers with points between them.
    private static func isAddress(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._".utf8.contains(byte)
        }
    }
}
