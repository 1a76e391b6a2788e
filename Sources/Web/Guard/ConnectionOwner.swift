import Glibc
import Platform

/// Whose a connection from this machine is. The address alone does not tell: what a program in front passes on comes from loopback, too.
package enum ConnectionOwner {
    /// What the kernel says of TCP connections: proc_net_tcp(5).
    private static let table = "/proc/self/net/tcp"
    /// Bytes of it that are read at most: some ten thousand connections.
    private static let longest = 2_000_000

    /// The user at the other end of a connection over IPv4's loopback; `nil` for any other connection, and for one that is over.
    static func user(of client: Int32, from peer: InternetAddress) -> uid_t? {
        guard peer.family == AF_INET, peer.isLoopback, let far = port(getpeername, client), let near = port(getsockname, client) else { return nil }
        guard let bytes = try? FileBytes.read(table, upTo: longest) else { return nil }
        return user(in: bytes, ofPort: far, at: peer, to: near)
    }

    /// The owner of the end that has `port` in the kernel's table.
    package static func user(in table: [UInt8], ofPort port: UInt16, at address: InternetAddress, to other: UInt16) -> uid_t? {
        let own = place(of: address, port)
        for line in table.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 8, omittingEmptySubsequences: true)
            // Only an open connection's owner is told: a closed one's is 0.
            guard words.count > 7, words[1].elementsEqual(own), words[3].elementsEqual("01".utf8) else { continue }
            guard words[2].suffix(4).elementsEqual(hexadecimal(other, digits: 4).utf8) else { continue }
            return uid_t(String(decoding: words[7], as: UTF8.self))
        }
        return nil
    }

    /// As the kernel writes it: the address as a number of this machine's byte order.
    private static func place(of address: InternetAddress, _ port: UInt16) -> [UInt8] {
        let number = address.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        return Array((hexadecimal(number, digits: 8) + ":" + hexadecimal(port, digits: 4)).utf8)
    }

    private static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func port(_ name: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32, _ descriptor: Int32) -> UInt16? {
        var address = sockaddr_in(), size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        return result == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
    }
}
