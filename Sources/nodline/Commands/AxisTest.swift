import Appliance
import ArgumentParser
import Glibc
import Outputs
import Platform

/// Moves one axis a little either way. A wheel of `[drive]` gets its lines, too.
struct AxisTest {
    /// How far it goes.
    private static let part = 0.3
    private static let step = 0.05

    private let axis: AxisConfiguration
    private let lines: [OutputConfiguration]
    private let settings: OutputSettings
    private let seconds: Double

    init(_ axis: AxisConfiguration, in configuration: Configuration, seconds: Double) {
        (self.axis, self.seconds) = (axis, seconds)
        lines = configuration.outputs.filter { $0.way?.axis == axis.name }
        var only = configuration
        (only.outputs, only.axes) = (lines, [axis])
        settings = only.outputSettings
    }

    func run() throws {
        guard ControlConnection.ofService == nil else {
            throw ValidationError("Nodline is running and moves \"\(axis.name)\" itself; stop it first: sudo systemctl stop nodline.")
        }
        let factory = DeviceFactory(settings), signals = SignalWatch()
        guard let target = axis.target, let device = try factory.device(of: axis) else {
            throw ValidationError("The axis \"\(axis.name)\" moves nothing; expected for example pwm = \"pwmchip0:1\".")
        }
        let name = "\(axis.name): \(type(of: target).key) \(target.place)"
        for part in [Self.part, -Self.part] {
            let line = lines.first { $0.way?.way == (part > 0 ? 1 : -1) }
            if line == nil, part < 0, axis.wheel == nil, !axis.pwm.name.isEmpty, axis.pwm.preset == .motor { break }  // it has one way only
            Terminal.output("\(name) is at \(Int(100 * part)) %")
            let isOver = try move(device, part, line.flatMap { line throws -> (any OutputDevice)? in try factory.device(of: line) }, signals)
            if isOver { break }
            if let line { usleep(UInt32(line.deadTime * 1e6)) }
        }
        Terminal.output("\(name) rests")
    }

    /// Moves it for half of the time. Whoever ends the program ends the pulses, which would go on without it.
    /// - Returns: whether somebody did.
    private func move(_ device: any AxisDevice, _ part: Double, _ line: (any OutputDevice)?, _ signals: SignalWatch?) throws -> Bool {
        var isOver = false
        let steps = axis.target?.hasSteps == true ? Int(part * axis.maxSpeed * Self.step) : 0
        do {
            try line?.set(true)
            for _ in 0..<max(1, Int((seconds / 2 / Self.step).rounded())) where !isOver {
                try device.move(value: part, steps: steps)
                usleep(UInt32(Self.step * 1e6))
                isOver = signals?.next() != nil
            }
        } catch {
            try? device.rest()
            try? line?.set(false)
            throw error
        }
        try device.rest()
        try line?.set(false)
        return isOver
    }
}
