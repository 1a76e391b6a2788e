import Glibc
import Testing

/// A port that nobody listens on now.
package func freePort() throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let door = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(door) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(door, $0, length) == 0 ? getsockname(door, $0, &length) : -1 }
    }
    try #require(code == 0)
    return UInt16(bigEndian: address.sin_port)
}
