import Outputs
import Testing
import TestSupport

/// Uses a folder that imitates the kernel's.
@Suite("PWM channels")
struct PWMAxisTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeChannel(enabled: String = "0") throws {
        try folder.make("pwmchip0/pwm1", ["enable": enabled, "duty_cycle": "777", "period": "0"])
        try folder.make("pwmchip0", ["export": "", "unexport": ""])
    }

    private func channel() throws -> String {
        try ["enable", "period", "duty_cycle"].map { try folder.text("pwmchip0/pwm1/" + $0) }.joined(separator: " ")
    }

    @Test("a PWM channel gives no pulses until it is moved, centred pulses at rest, and none after it is closed")
    func pwm() throws {
        try makeChannel(enabled: "1")  // as a killed process left it
        do {
            let axis = try PWMAxis(#require(PWMChannel.Address("pwmchip0:1")), pulses: .servo, root: folder.path)
            #expect(try channel() == "0 20000000 0")
            try axis.move(value: 1, steps: 0)
            #expect(try channel() == "1 20000000 2000000")
            try axis.move(value: -0.5, steps: 0)
            #expect(try channel() == "1 20000000 1250000")
            try axis.move(value: -7, steps: 0)
            #expect(try channel() == "1 20000000 1000000")
            try axis.rest()
            #expect(try channel() == "1 20000000 1500000")
            try axis.move(value: 1, steps: 0)
            try axis.move(value: .nan, steps: 0)
            #expect(try channel() == "1 20000000 1500000")
        }
        #expect(try channel() == "0 20000000 1500000")
        #expect(try folder.text("pwmchip0/unexport").isEmpty)  // not unexported, because it existed before
    }

    @Test("a motor's pulse width follows its value, and is 0 in the other direction")
    func motor() {
        #expect([-1, 0, 0.25, 1, 3].map(PWMAxis.Pulses.motor.width) == [0, 0, 0.0000125, 0.00005, 0.00005])
    }

    @Test("a servo keeps its pulse within its hysteresis; its ends and its rest are exact")
    func hysteresis() {
        var pulses = PWMAxis.Pulses.servo, width: Double?, micros: [Int] = []
        pulses.hysteresis = 5e-6
        for value in [0, 0.008, 0.1, 0.108, 0.092, 0.12, 0.112, 1, 0.995, 0.9, 0] {
            width = pulses.width(value, after: width)
            micros.append(Int((1e6 * (width ?? 0)).rounded()))
        }
        #expect(micros == [1500, 1500, 1550, 1550, 1550, 1560, 1560, 2000, 2000, 1950, 1500])
    }

    @Test("a missing PWM chip is reported with the existing ones")
    func pwmMissing() throws {
        try makeChannel()
        let chip = try #require(PWMChannel.Address("pwmchip2:0"))
        let fault = try thrown(OutputError.self) {
            _ = try PWMAxis(chip, pulses: .servo, root: folder.path)
        }
        #expect("\(fault)".hasSuffix("there is no such chip; there are \"pwmchip0\""), "\(fault)")
    }
}
