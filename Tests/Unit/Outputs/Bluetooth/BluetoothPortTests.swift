import Glibc
import Outputs
import Testing
import TestSupport

/// The other end of the socket acts as nodline-bluetooth.
@Suite("The way to nodline-bluetooth")
struct BluetoothPortTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func listener() throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder.path + "/reports").utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0 && listen(listener, 4) == 0)
        return listener
    }

    private func packets(_ descriptor: Int32) -> [[UInt8]] {
        var all: [[UInt8]] = [], packet = [UInt8](repeating: 0, count: 32)
        while case let count = recv(descriptor, &packet, packet.count, Int32(MSG_DONTWAIT)), count > 0 { all.append(Array(packet.prefix(count))) }
        return all
    }

    private func tell(_ descriptor: Int32, _ byte: UInt8) {
        var byte = byte
        #expect(send(descriptor, &byte, 1, 0) == 1)
    }

    private let up: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0], space: [UInt8] = [1, 0, 0, 0x2C, 0, 0, 0, 0, 0]

    @Test("without the program a press is lost, and the fault says what to do")
    func nobody() throws {
        let keyboard = HIDDevice(.keyboard, BluetoothPort(.keyboard, path: folder.path + "/reports"))
        let key = HIDKey(keyboard, try #require(KeyName("space")))
        try key.set(true)
        let fault = try thrown(OutputError.self) { try key.poll() }
        #expect("\(fault)".contains("nodline-bluetooth does not run"))
        #expect(key.isFailing)
    }

    @Test("a key is pressed for a host, repeated while it is held, and dropped when the host goes")
    func life() throws {
        let listener = try listener()
        defer { close(listener) }
        let keyboard = HIDDevice(.keyboard, BluetoothPort(.keyboard, path: folder.path + "/reports"))
        let key = HIDKey(keyboard, try #require(KeyName("space")))
        let program = accept(listener, nil, nil)
        defer { close(program) }
        tell(program, 0)
        _ = packets(program)
        try key.set(true)
        #expect(throws: OutputError.self) { try key.poll() }  // no host yet: not pressed
        #expect(!packets(program).dropFirst().contains(space))
        tell(program, 1)
        try key.set(false)
        try key.poll()
        #expect(!key.isFailing)
        #expect(!key.needsPolling)
        _ = packets(program)
        try key.set(true)
        #expect(key.needsPolling)
        try key.poll()
        try key.poll()
        #expect(packets(program) == [space, space, space])
        tell(program, 0)
        try? key.poll()
        tell(program, 1)
        _ = packets(program)
        try? key.poll()
        #expect(packets(program) == [up])
        #expect(!key.needsPolling)
    }

    @Test("a stick is repeated while it is not in the middle, and stays there when the host goes and comes back")
    func stick() throws {
        let listener = try listener()
        defer { close(listener) }
        let gamepad = HIDDevice(.gamepad, BluetoothPort(.gamepad, path: folder.path + "/reports"))
        let program = accept(listener, nil, nil)
        defer { close(program) }
        let rest: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 8, 0, 0], left: [UInt8] = [3, 0x81, 0, 0, 0, 0, 0, 8, 0, 0]
        tell(program, 1)
        try? gamepad.poll()
        #expect(packets(program).allSatisfy { $0 == rest })
        try gamepad.place(.stickX, at: 1)
        try gamepad.poll()
        try gamepad.poll()
        #expect(packets(program) == [left, left, left])
        tell(program, 0)
        try? gamepad.poll()
        tell(program, 1)
        _ = packets(program)
        try? gamepad.poll()
        try? gamepad.poll()
        #expect(packets(program) == [rest])
        try gamepad.place(.stickX, at: 0.5)
        try gamepad.place(.stickX, at: 0)
        #expect(packets(program).last == rest)
    }

    @Test("a program that comes again is found again")
    func restart() throws {
        let listener = try listener()
        defer { close(listener) }
        let keyboard = HIDDevice(.keyboard, BluetoothPort(.keyboard, path: folder.path + "/reports"))
        let key = HIDKey(keyboard, try #require(KeyName("space")))
        let first = accept(listener, nil, nil)
        tell(first, 1)
        try? key.poll()  // that nobody was there
        #expect(!key.isFailing)
        try key.set(true)
        close(first)
        try? key.poll()
        #expect(key.isFailing)
        try? key.poll()
        let second = accept(listener, nil, nil)
        defer { close(second) }
        tell(second, 1)
        try? key.poll()
        #expect(!key.isFailing)
        #expect(packets(second).allSatisfy { $0 == up })
    }
}
