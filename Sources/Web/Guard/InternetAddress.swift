import Glibc

/// An IPv4 or IPv6 address.
package struct InternetAddress: Hashable, Sendable {
    /// Four or sixteen.
    package let bytes: [UInt8]
    /// The interface of a link-local IPv6 address.
    package let scope: UInt32

    /// - Returns: `nil` if it is neither an IPv4 nor an IPv6 address.
    package init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin_addr, Array.init) }
            scope = 0
        case AF_INET6:
            (bytes, scope) = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                (withUnsafeBytes(of: $0.pointee.sin6_addr, Array.init), $0.pointee.sin6_scope_id)
            }
        default: return nil
        }
    }

    /// - Parameter text: as in ``text``.
    package init?(text: String) {
        var four = in_addr(), sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four, Array.init)
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = withUnsafeBytes(of: sixteen, Array.init)
        } else {
            return nil
        }
        scope = 0
    }

    package init(v4 bytes: [UInt8]) { (self.bytes, scope) = (bytes, 0) }

    package var family: Int32 { bytes.count == 4 ? AF_INET : AF_INET6 }

    package var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1] }

    package var isLinkLocal: Bool { bytes.count == 4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

    /// Whether the address cannot be reached from the Internet: RFC 1918, RFC 4193, link-local and loopback.
    package var isPrivate: Bool {
        if isLoopback || isLinkLocal { return true }
        if bytes.count == 16 { return bytes[0] & 0xFE == 0xFC }
        return bytes[0] == 10 || bytes[0] == 172 && (16...31).contains(bytes[1]) || bytes[0] == 192 && bytes[1] == 168
    }

    package var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes { inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }

    /// As in an address that a browser takes.
    package var host: String { bytes.count == 4 ? text : "[\(text)]" }

    /// Calls `body` with the address in the kernel's form.
    package func with<Value>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var storage = sockaddr_storage()
        let size = withUnsafeMutableBytes(of: &storage) { storage in
            if bytes.count == 4 {
                storage.withMemoryRebound(to: sockaddr_in.self) {
                    $0[0].sin_family = sa_family_t(AF_INET)
                    $0[0].sin_port = port.bigEndian
                    withUnsafeMutableBytes(of: &$0[0].sin_addr) { $0.copyBytes(from: bytes) }
                }
                return MemoryLayout<sockaddr_in>.size
            }
            storage.withMemoryRebound(to: sockaddr_in6.self) {
                $0[0].sin6_family = sa_family_t(AF_INET6)
                $0[0].sin6_port = port.bigEndian
                $0[0].sin6_scope_id = scope
                withUnsafeMutableBytes(of: &$0[0].sin6_addr) { $0.copyBytes(from: bytes) }
            }
            return MemoryLayout<sockaddr_in6>.size
        }
        return withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
        }
    }
}

/// An address of one of this machine's network interfaces.
package struct LocalAddress: Hashable, Sendable {
    package let interface: String, address: InternetAddress

    package init(interface: String, address: InternetAddress) { (self.interface, self.address) = (interface, address) }

    /// The addresses of all interfaces. The corresponding C function is `getifaddrs`.
    package static func all() -> [LocalAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [LocalAddress] = [], next = first
        while let entry = next?.pointee {
            if let pointer = entry.ifa_addr, let address = InternetAddress(pointer) {
                found.append(LocalAddress(interface: String(cString: entry.ifa_name), address: address))
            }
            next = entry.ifa_next
        }
        return found
    }

    /// Those to listen on.
    /// - Parameter interfaces: their names, besides loopback; empty for all with a private address.
    package static func chosen(from all: [LocalAddress], interfaces: [String], onlyLoopback: Bool) -> [LocalAddress] {
        all.filter { local in
            if local.address.isLoopback { return true }
            if onlyLoopback { return false }
            return interfaces.isEmpty ? local.address.isPrivate : interfaces.contains(local.interface)
        }
    }
}
