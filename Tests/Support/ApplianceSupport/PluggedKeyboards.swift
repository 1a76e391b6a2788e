import Appliance
import FoundationEssentials
import Glibc
import Outputs
import Platform
import Synchronization
import Testing
import TestSupport

/// Keyboards in a folder of their own that is like /sys and /dev: each is a pipe, which is written as the kernel would.
package final class PluggedKeyboards: Sendable {
    /// The kernel's types and codes.
    package static let (sync, key, report, dropped) = (0, 1, 0, 3)

    private struct State {
        /// The writing ends.
        var pipes: [String: Int32] = [:]
        var startsDown = false
    }

    package let root = FileManager.default.temporaryDirectory.path() + "nodline-test-keys-\(UInt64.random(in: 0...UInt64.max))"
    private let state = Mutex(State())

    package init() throws {
        try FileManager.default.createDirectory(atPath: root + "/dev/input", withIntermediateDirectories: true)
    }

    deinit {
        state.withLock { for pipe in $0.pipes.values { close(pipe) } }
        try? FileManager.default.removeItem(atPath: root)
    }

    package var source: Buttons.Source {
        { (input) throws(OutputError) in try self.line(input.key, named: input.keyboard) }
    }

    package func line(_ word: String, named part: String = "") throws(OutputError) -> KeyLine {
        guard let key = KeyName(word) else { throw OutputError(place: word, call: "test", problem: "no such key") }
        return try KeyLine(key, named: part, root: root) { _, _ in self.state.withLock(\.startsDown) }
    }

    /// - Parameter isDown: whether its keys are down already.
    package func plug(_ node: String, _ name: String = "Foot Switch", keys: [String] = ["space", "a"], isDown: Bool = false) throws {
        state.withLock { $0.startsDown = isDown }
        var words = [UInt64](repeating: 0, count: 12)
        for key in keys.compactMap({ KeyName($0) }) { words[11 - Int(key.code) / 64] |= 1 << (UInt64(key.code) % 64) }
        let place = root + "/sys/class/input/\(node)/device"
        try FileManager.default.createDirectory(atPath: place + "/capabilities", withIntermediateDirectories: true)
        try Data("\(name)\n".utf8).write(to: URL(filePath: place + "/name"))
        try Data(words.map { String($0, radix: 16) }.joined(separator: " ").utf8).write(to: URL(filePath: place + "/capabilities/key"))
        // It is open at its other end before anybody finds it.
        let path = root + "/\(node)"
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDWR | O_CLOEXEC)
        state.withLock { $0.pipes[node] = pipe }
        #expect(link(path, root + "/dev/input/\(node)") == 0)
    }

    package func unplug(_ node: String) {
        let place = root + "/sys/class/input/\(node)/device"
        for file in [place + "/capabilities/key", root + "/dev/input/\(node)", root + "/\(node)"] { unlink(file) }
        if let pipe = state.withLock({ $0.pipes.removeValue(forKey: node) }) { close(pipe) }
    }

    /// An event as the kernel writes it.
    package func send(_ node: String, _ type: Int, _ code: Int, _ value: Int, at time: Double = MonotonicClock.now) {
        let whole = time.rounded(.down)
        var event = (Int(whole), Int((time - whole) * 1e6), UInt16(type), UInt16(code), Int32(value))
        if let pipe = state.withLock({ $0.pipes[node] }) { #expect(write(pipe, &event, 24) == 24) }
    }

    /// A key with the report that follows it.
    package func press(_ node: String, _ word: String = "space", _ value: Int = 1, at time: Double = MonotonicClock.now) {
        send(node, Self.key, Int(KeyName(word)?.code ?? 0), value, at: time)
        send(node, Self.sync, Self.report, 0, at: time)
    }

    package func letGo(_ node: String, _ word: String = "space", at time: Double = MonotonicClock.now) { press(node, word, 0, at: time) }
}
