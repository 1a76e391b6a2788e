import Glibc

/// The address of a Unix socket.
package struct SocketAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// - Parameters:
    ///   - path: the path of a socket file, or an abstract name.
    ///   - isAbstract: whether it is an abstract name, after a first character that only marks it (unix(7)).
    /// - Returns: `nil` if it is too long.
    package init?(path: String, isAbstract: Bool = false) {
        let bytes = Array(path.utf8), room = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < room else { return nil }
        // A file's name ends at its NUL, an abstract one at the address's length.
        length = socklen_t(MemoryLayout<sockaddr_un>.size - (isAbstract ? room - bytes.count : 0))
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: bytes)
            if isAbstract { $0[0] = 0 }
        }
    }

    /// Calls `body` with the address in the kernel's form.
    package func with<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
