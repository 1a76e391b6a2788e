import Pipeline
import Testing
import TestSupport

@Suite("Time stamps and frozen cameras")
struct FreezeWatchTests {
    @Test("a camera's clock uses plausible time stamps, and always increases")
    func clock() {
        var clock = CameraClock()
        let second: UInt64 = 1_000_000_000
        #expect(clock.time(stamp: 5 * second, arrival: 5 * second + 20_000_000) == 5)
        #expect(clock.time(stamp: 0, arrival: 6 * second) == 6)
        #expect(clock.time(stamp: .max, arrival: 7 * second) == 7)
        // For a stamp before the last one, the arrival time is used.
        #expect(abs(clock.time(stamp: 7 * second - 500_000_000, arrival: 7 * second + 500_000_000) - 7.5) < 1e-6)
        #expect(clock.time(stamp: 8 * second, arrival: 8 * second) == 8)
        #expect(clock.time(stamp: 8 * second, arrival: 8 * second) > 8)
        // Stamps that are too old are replaced, because frames would count as missing.
        #expect(clock.time(stamp: 9 * second, arrival: 9 * second + 100_000_000) == 9)
        #expect(abs(clock.time(stamp: 10 * second, arrival: 10 * second + 200_000_000) - 10.2) < 1e-6)
    }

    @Test("a camera that repeats one picture is found frozen within 0.5 s at 5 to 60 frames per second", arguments: [60.0, 30, 10, 5])
    func frozen(rate: Double) {
        var watch = FreezeWatch(), sensor = Sensor()
        var findings: [FreezeWatch.Finding] = []
        for n in 0..<20 { findings.append(sensor.expose { watch.add($0, at: Double(n) / rate) }) }
        #expect(findings == [.repeated] + Array(repeating: .fresh, count: 19))
        findings = (20..<120).map { n in sensor.repeatPicture { watch.add($0, at: Double(n) / rate) } }
        let noticed = findings.firstIndex(of: .frozen).map { Double($0 + 1) / rate }
        #expect((noticed ?? .infinity) <= 0.5, "at \(rate) a second: \(noticed ?? .infinity)")
        #expect(!findings.contains(.fresh))
        #expect(sensor.expose { watch.add($0, at: 200) } == .fresh)
    }

    @Test("a camera that repeats its last pictures in turn, like a driver's buffers, is found frozen too", arguments: [2, 3, 4, 8])
    func ring(buffers: Int) {
        var watch = FreezeWatch(), sensor = Sensor(), pictures: [Sensor] = []
        for n in 0..<20 {
            _ = sensor.expose { watch.add($0, at: Double(n) / 30) }
            pictures.append(sensor)
        }
        let findings = (20..<60).map { n in
            pictures[20 - buffers + n % buffers].repeatPicture { watch.add($0, at: Double(n) / 30) }
        }
        #expect(findings.firstIndex(of: .frozen).map { Double($0 + 1) / 30 <= 0.5 } == true)
        #expect(!findings.contains(.fresh))
    }

    @Test("a picture that comes twice is skipped, as when 24 pictures per second come in 30 frames")
    func repeated() {
        var watch = FreezeWatch(), sensor = Sensor()
        for n in 1..<300 {
            let time = Double(n) / 30
            let finding = n % 5 == 0 ? sensor.repeatPicture { watch.add($0, at: time) } : sensor.expose { watch.add($0, at: time) }
            #expect(finding == (n % 5 == 0 || n == 1 ? .repeated : .fresh))
        }
    }

    @Test("uniformly dark or white pictures, as from a covered or blinded lens, do not count as a frozen camera",
          arguments: [UInt8(0), 16, 255], [640, 645])
    func flat(value: UInt8, width: Int) {
        var watch = FreezeWatch()
        let picture = GreyPicture(width: width, height: 480, luma: Array(repeating: value, count: width * 480))
        for n in 0..<100 { #expect(picture.withFrame { watch.add($0, at: Double(n) / 30) } == .fresh) }
    }

    @Test("a change by one grey level in one pixel of a sampled row is noticed at any place", arguments: [0, 31, 32, 639, 640, 644])
    func place(x: Int) {
        var luma = (0..<645 * 32).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let before = GreyPicture(width: 645, height: 32, luma: luma).withFrame { PictureDigest($0) }
        luma[645 * 16 + x] ^= 1
        #expect(GreyPicture(width: 645, height: 32, luma: luma).withFrame { PictureDigest($0) } != before)
    }
}

/// A still picture with noise of one grey level in random pixels.
private struct Sensor {
    private var picture = GreyPicture(width: 640, height: 480, luma: Array(repeating: 100, count: 640 * 480))
    private var generator: UInt64 = 1

    mutating func expose<Value>(_ body: (Frame) -> Value) -> Value {
        let luma = pixels(640 * 480) { _ in
            generator = generator &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(100 + generator >> 63)
        }
        picture = GreyPicture(width: 640, height: 480, luma: luma)
        return repeatPicture(body)
    }

    func repeatPicture<Value>(_ body: (Frame) -> Value) -> Value { picture.withFrame(body) }
}
