import Pipeline
import Testing

@Suite("Throttles")
struct ThrottleTests {
    @Test("a throttle keeps its rate evenly for any camera, and drops nothing from a camera that already keeps it", arguments: [
        (30.0, 20.0, 20.4), (30, 12, 12.24), (25, 10, 10.2), (20, 20, 20), (20.3, 20, 20.3), (10, 20, 10), (60, 7.5, 7.65),
    ])
    func throttle(camera: Double, rate: Double, expected: Double) {
        var throttle = Throttle(rate: rate)
        var taken: [Double] = []
        for index in 0..<Int(camera * 60) {
            let jitter = [0, 0.1, -0.1, 0.05][index % 4] / camera
            let time = Double(index) / camera + jitter
            if throttle.takes(frameAt: time) { taken.append(time) }
        }
        #expect(abs(Double(taken.count) / 60 / expected - 1) < 0.02, "\(taken.count)")
        let longest = zip(taken, taken.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(longest < 1 / min(rate, camera) + 1.3 / camera)
    }
}
