import Outputs
import Testing

/// A host of a gamepad: it has room for one report, which it fetches when the test says so.
private final class GamepadHost {
    private final class Port: HIDPort {
        unowned let host: GamepadHost
        let place = "/dev/hidg2", silence = "it does not listen", descriptor: Int32 = -1, needsHeartbeat = false

        init(_ host: GamepadHost) { self.host = host }

        func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer {
            if host.refuses { throw OutputError(place: place, call: "write", problem: "Input/output error") }
            guard host.waiting == nil else { return .busy }
            host.waiting = report
            return .accepted
        }
    }

    var refuses = false, time = 0.0
    private var waiting: [UInt8]?

    /// A gamepad at rest.
    func gamepad() -> HIDDevice { HIDDevice(.gamepad, Port(self), now: { self.time }) }

    func fetch() -> [UInt8]? {
        defer { waiting = nil }
        return waiting
    }
}

@Suite("A gamepad over USB")
struct GamepadTests {
    private let host = GamepadHost()
    private let rest: [UInt8] = [0, 0, 0, 0, 0, 0, 8, 0, 0]

    @Test("sticks have a screen's signs, a trigger is pulled by the positive and rests otherwise, and all ends are reached", arguments: [
        (InputAxis.stickX, 1.0, 0, 129), (.stickX, -1.0, 0, 127), (.stickY, 0.5, 1, 192), (.secondStickX, -0.25, 2, 32), (.secondStickY, 7, 3, 129),
        (.leftTrigger, 1.0, 4, 255), (.leftTrigger, 0.5, 4, 128), (.rightTrigger, 1.0, 5, 255),
    ] as [(InputAxis, Double, Int, UInt8)])
    func axes(axis: InputAxis, value: Double, place: Int, expected: UInt8) throws {
        let gamepad = host.gamepad(), device = HIDAxis(gamepad, axis)
        #expect(host.fetch() == rest)
        try device.move(value: value, steps: 0)
        var report = rest
        report[place] = expected
        #expect(host.fetch() == report)
        try device.move(value: value, steps: 0)
        #expect(host.fetch() == nil, "nothing has changed")
        try device.rest()
        #expect(host.fetch() == rest && !gamepad.isReleaseOwed)
        if axis == .leftTrigger {
            try device.move(value: -1, steps: 0)
            #expect(host.fetch() == nil)
        }
    }

    @Test("each button has its bit")
    func buttons() throws {
        let gamepad = host.gamepad()
        var seen: Set<[UInt8]> = []
        for key in KeyName.all {
            guard case .button(let number) = key.usage else { continue }
            _ = host.fetch()
            try gamepad.press(key, true)
            let report = try #require(host.fetch())
            #expect(report[..<7] == rest[..<7] && Int(report[7]) + Int(report[8]) << 8 == 1 << (Int(number) - 1))
            seen.insert(report)
            try gamepad.press(key, false)
            #expect(host.fetch() == rest)
        }
        #expect(seen.count == 16)
    }

    @Test("the hat has eight directions, clockwise from above, and opposite ones cancel each other", arguments: [
        (["up"], 0), (["up", "right"], 1), (["right"], 2), (["right", "down"], 3), (["down"], 4), (["left", "down"], 5), (["left"], 6),
        (["up", "left"], 7), (["left", "right"], 8), (["up", "left", "right"], 0),
    ] as [([String], UInt8)])
    func hat(words: [String], expected: UInt8) throws {
        let gamepad = host.gamepad(), keys = words.compactMap { KeyName("gamepad-" + $0) }
        _ = host.fetch()
        var last = rest
        for key in keys {
            try gamepad.press(key, true)
            last = host.fetch() ?? last
        }
        #expect(last[6] == expected && keys.count == words.count)
        for key in keys {
            try gamepad.press(key, false)
            last = host.fetch() ?? last
        }
        #expect(last == rest)
    }

    @Test("what a busy host has not fetched waits, and only the newest position counts")
    func busy() throws {
        let gamepad = host.gamepad(), button = try #require(KeyName("gamepad-a"))
        for value in [0.1, 0.9, 0.2] { try gamepad.place(.stickX, at: value) }
        try gamepad.place(.stickY, at: -1)
        try gamepad.press(button, true)
        #expect(host.fetch() == rest)
        try gamepad.poll()
        #expect(host.fetch() == [231, 127, 0, 0, 0, 0, 8, 1, 0])
        try gamepad.place(.stickX, at: 1)
        try gamepad.place(.stickX, at: 0)
        try gamepad.press(button, false)
        #expect(host.fetch() == [129, 127, 0, 0, 0, 0, 8, 1, 0] && gamepad.isReleaseOwed)
        try gamepad.poll()
        #expect(host.fetch() == [0, 127, 0, 0, 0, 0, 8, 0, 0] && !gamepad.isReleaseOwed)
    }

    @Test("a host that fetches nothing for a tenth of a second gets the middle when it fetches again, and then what moves")
    func deaf() throws {
        let gamepad = host.gamepad(), device = HIDAxis(gamepad, .stickX)
        _ = host.fetch()
        try device.move(value: 0.5, steps: 0)  // stays in the kernel
        try device.move(value: 1, steps: 0)
        #expect(!device.isFailing)
        host.time = 0.2
        try device.move(value: 0.9, steps: 0)
        #expect(throws: OutputError.self) { try device.poll() }
        #expect(device.isFailing && device.needsPolling)
        try device.move(value: 0.8, steps: 0)
        try device.poll()
        #expect(host.fetch()?.first == 192)
        try device.poll()
        #expect(host.fetch() == rest && !device.isFailing)
        try device.move(value: 0.8, steps: 0)
        #expect(host.fetch()?.first == 154)
    }

    @Test("a stick that the kernel refuses to move is centred as soon as it can be")
    func refused() throws {
        let gamepad = host.gamepad(), device = HIDAxis(gamepad, .stickX)
        _ = host.fetch()
        try device.move(value: 0.5, steps: 0)
        #expect(host.fetch()?.first == 192)
        host.refuses = true
        #expect(throws: OutputError.self) { try device.move(value: 1, steps: 0) }
        #expect(gamepad.isReleaseOwed)
        host.refuses = false
        try device.poll()
        #expect(host.fetch() == rest && !gamepad.isReleaseOwed)
    }

    @Test("when it is closed, everything is released")
    func closing() throws {
        do {
            let gamepad = host.gamepad()
            _ = host.fetch()
            try gamepad.place(.rightTrigger, at: 1)
            #expect(host.fetch()?[5] == 255)
        }
        #expect(host.fetch() == rest)
    }
}
