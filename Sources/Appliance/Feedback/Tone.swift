import Glibc
import Outputs

/// A short sound as samples, made of notes that follow each other.
struct Tone {
    /// Samples a second; every card accepts this.
    static let rate = 48000
    /// Seconds in which a note swells and fades: without them it clicks.
    private static let edge = 0.008
    /// Seconds between two notes.
    private static let gap = 0.03

    /// Hertz and seconds; 0 Hz is silence.
    let notes: [(pitch: Double, seconds: Double)]

    init(_ cue: Cue) {
        notes = switch cue {
        case .recognised: [(880, 0.08)]
        case .held: [(660, 0.07), (990, 0.12)]
        case .refused: [(220, 0.15)]
        case .paused: [(660, 0.09), (440, 0.15)]
        case .resumed: [(440, 0.09), (660, 0.15)]
        case .armed: [(784, 0.08), (784, 0.08)]
        case .next: [(1047, 0.05)]
        }
    }

    /// 16-bit samples, one channel, little-endian.
    /// - Parameter volume: in per cent; the ear hears it about evenly.
    func samples(volume: Int) -> [UInt8] {
        let loudness = Double(volume) / 100, amplitude = 0.8 * 32767 * loudness * loudness
        var bytes: [UInt8] = []
        func add(_ sample: Double) {
            let bits = UInt16(bitPattern: Int16(max(-32767, min(32767, sample.rounded()))))
            bytes += [UInt8(bits & 0xFF), UInt8(bits >> 8)]
        }
        for (index, note) in notes.enumerated() {
            if index > 0 { for _ in 0..<Int(Self.gap * Double(Self.rate)) { add(0) } }
            let count = Int(note.seconds * Double(Self.rate))
            for i in 0..<count {
                let time = Double(i) / Double(Self.rate), left = Double(count - 1 - i) / Double(Self.rate)
                let swell = min(1, min(time, left) / Self.edge)
                add(amplitude * (0.5 - 0.5 * cos(.pi * swell)) * sin(2 * .pi * note.pitch * time))
            }
        }
        return bytes
    }
}
