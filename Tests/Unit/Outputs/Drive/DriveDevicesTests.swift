import Gestures
import Outputs
import Testing
import TestSupport

@Suite("A drive's devices that hang or fail", .serialized)
struct DriveDevicesTests {
    private let bench = TestBench()

    private static func drive(_ set: (inout DriveConfiguration) -> Void) -> DriveConfiguration {
        var drive = DriveConfiguration()
        set(&drive)
        (drive.ramp, drive.deadTime) = (0.1, 0.02)
        return drive
    }

    private static let two = drive { ($0.left, $0.right) = (["pwmchip0:0", "a", "b"], ["pwmchip0:1", "c", "d"]) }
    private static let car = drive { ($0.motor, $0.servo) = (["pwmchip0:0", "a", "b"], "pwmchip0:1") }

    /// Frames of a head, 30 a second.
    private final class Driver {
        let outputs: GuardedOutputs
        private(set) var faults: [OutputError] = []
        private var time = 1.0

        init(_ drive: DriveConfiguration, _ bench: TestBench) {
            outputs = GuardedOutputs(source: bench.source)
            outputs.load(drive.parts, maxHold: 20)
            #expect(outputs.open(drive.parts).isEmpty)
        }

        deinit { outputs.close() }

        /// Frames, each with time for the devices to carry out what they can.
        func frames(_ count: Int, up: Double, left: Double = 0) {
            for _ in 0..<count {
                time += 1.0 / 30
                outputs.advance(to: time)
                outputs.move(HeadOffset(left: left, up: up), held: nil, at: time, now: time)
                outputs.takeChanges { faults += outputs.confirm($0) }
                faults += outputs.takeFaults()
            }
        }

        /// Drives from the middle, again and again, until something is so.
        func drive(up: Double, left: Double = 0, until isSo: () -> Bool) -> Bool {
            waits {
                frames(2, up: 0)
                frames(20, up: up, left: left)
                return isSo()
            }
        }
    }

    @Test("a motor whose pulses hang does not turn the other way before they have really ended")
    func hangs() throws {
        let driver = Driver(Self.two, bench)
        defer { bench.block("drive-left", false) }
        #expect(driver.drive(up: 0.6) { bench.log.contains("drive-left 1.0") && bench.log.contains("drive-right 1.0") })
        let before = bench.log.count
        bench.block("drive-left")
        driver.frames(40, up: -0.6)
        #expect(bench.wait { $0[before...].contains("drive-left-forward off") })
        #expect(!bench.log.contains("drive-left-back on"), "\(bench.log[before...])")
        bench.block("drive-left", false)
        #expect(driver.drive(up: -0.6) { bench.log.contains("drive-left-back on") }, "\(bench.log[before...])")
        let after = bench.log[before...], back = try #require(after.firstIndex(of: "drive-left-back on"))
        #expect(after[..<back].last { $0.hasPrefix("drive-left ") }.map { ["drive-left 0.0", "drive-left rest"].contains($0) } == true, "\(after)")
    }

    @Test("when a part of the drive fails, every motor rests, its lines and its pulses, and stays at rest", arguments: [
        (two, "drive-left"), (two, "drive-right-forward"), (two, "drive-right"), (car, "drive-motor"), (car, "drive-motor-forward"), (car, "drive-servo"),
    ])
    func fails(drive: DriveConfiguration, name: String) {
        let driver = Driver(drive, bench), motors = drive.left.isEmpty ? ["drive-motor"] : ["drive-left", "drive-right"]
        func last(of name: String) -> String? { bench.log.last { $0.hasPrefix(name + " ") } }
        bench.breakDown(name)
        #expect(driver.drive(up: 0.6, left: 0.2) { driver.faults.contains { "\($0)".contains("broken") } }, "\(bench.log)")
        driver.frames(2, up: 0.6, left: 0.2)
        for motor in motors {
            #expect(bench.wait { _ in [motor + "-forward off", motor + "-forward open"].contains(last(of: motor + "-forward")) }, "\(bench.log)")
            #expect(bench.wait { _ in [motor + " 0.0", motor + " rest", motor + " open", motor + " close"].contains(last(of: motor)) }, "\(bench.log)")
        }
        let count = bench.log.count { $0.hasSuffix(" on") }
        for up in [0.6, -0.6] {
            driver.frames(5, up: 0)
            driver.frames(30, up: up, left: 0.2)
        }
        #expect(bench.log.count { $0.hasSuffix(" on") } == count, "\(bench.log)")
    }
}
