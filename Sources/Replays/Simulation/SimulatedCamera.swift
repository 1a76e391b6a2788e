import Traces

/// Frames of a simulated user in sequence, reproducible for the same script and seed.
package struct SimulatedCamera {
    package let width: Int
    package let height: Int
    package let motion: HeadMotion
    private let script: SimulationScript
    private var renderer: PortraitRenderer
    private var generator: SeededGenerator
    private let noise: [Float]
    private var exposed: [Float]
    private var index = 0
    private var lastTime = -1.0

    package init(script: SimulationScript, model: PortraitModel, seed: UInt64, width: Int = 640, height: Int = 480) {
        self.script = script
        self.width = width
        self.height = height
        motion = HeadMotion(script, seed: seed)
        renderer = PortraitRenderer(model: model, width: width, height: height, size: script.size)
        var generator = SeededGenerator(seed: seed &+ 1)
        // One table of noise, read from a random position in every row: sufficiently independent, and fast.
        let table = (0..<(1 << 16)).map { _ in Float(generator.normal() * script.noise) }
        noise = table + table.prefix(width)  // a row that begins near the end continues at the beginning
        self.generator = generator
        exposed = [Float](repeating: 0, count: width * height)
    }

    /// Number of frames of the script, including dropped ones.
    package var frameCount: Int { Int((motion.duration * script.rate).rounded(.up)) }

    /// Draws the next frame that is not dropped into `luma`; returns its time in seconds, or `nil` at the end.
    package mutating func next(into luma: inout [UInt8]) -> Double? {
        while index < frameCount {
            let isDropped = script.dropped > 0 && Double.random(in: 0..<1, using: &generator) < script.dropped
            let shift = script.jitter > 0 ? generator.normal() * script.jitter : 0
            let time = max(lastTime + 0.001, Double(index) / script.rate + shift, 0)
            index += 1
            if isDropped { continue }
            lastTime = time
            expose(at: time)
            develop(into: &luma)
            return time
        }
        return nil
    }

    /// Motion blur: the mean of several sharp frames while the shutter is open.
    private mutating func expose(at time: Double) {
        let steps = script.shutter > 0 ? 4 : 1
        for step in 0..<steps {
            let moment = time + script.shutter / script.rate * Double(step) / Double(steps)
            let state = motion.state(at: moment)
            renderer.render(state, gain: Float(state.light) / Float(steps), adds: step > 0, into: &exposed)
        }
    }

    private mutating func develop(into luma: inout [UInt8]) {
        let (width, height, noise) = (width, height, noise)
        exposed.withUnsafeBufferPointer { exposed in
            noise.withUnsafeBufferPointer { noise in
                luma.withUnsafeMutableBufferPointer { luma in
                    for y in 0..<height {
                        let shift = Int(truncatingIfNeeded: generator.next() & 0xFFFF), row = y &* width
                        for x in 0..<width {
                            let value = min(max(exposed[row &+ x] + noise[shift &+ x], 0), 255)
                            // The last bits of 2²³ + n are n, rounded to the nearest; halves are rounded up, as by rounded().
                            let sum = value + 8_388_608
                            luma[row &+ x] = UInt8(truncatingIfNeeded: sum.bitPattern) &+ (value - (sum - 8_388_608) == 0.5 ? 1 : 0)
                        }
                    }
                }
            }
        }
    }
}
