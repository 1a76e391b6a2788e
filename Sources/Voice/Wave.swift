import Glibc

/// Sound as 16-bit samples of one channel.
package enum Wave {
    /// Bytes of the header that espeak-ng writes.
    package static let headerSize = 44

    /// The rate in samples a second that a WAV header says; `nil` if it is not one of 16-bit samples of one channel.
    package static func rate(of header: [UInt8]) -> Int? {
        func number(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(header[place + $1]) << (8 * $1) } }
        guard header.count == headerSize, header.starts(with: Array("RIFF".utf8)), Array(header[8..<16]) == Array("WAVEfmt ".utf8) else { return nil }
        guard number(20, 2) == 1, number(22, 2) == 1, number(34, 2) == 16, (8000...48_000).contains(number(24, 4)) else { return nil }
        return number(24, 4)
    }

    package static func silence(_ seconds: Double, rate: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 2 * Int(seconds * Double(rate)))
    }

    /// A tone that begins and ends softly.
    /// - Parameter loudness: from 0 to 1.
    package static func tone(_ pitch: Double, _ seconds: Double, loudness: Double, rate: Int) -> [UInt8] {
        let count = Int(seconds * Double(rate)), edge = 0.01 * Double(rate)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * count)
        for index in 0..<count {
            let swell = min(1, Double(index) / edge, Double(count - index) / edge)
            let level = sin(2 * Double.pi * pitch * Double(index) / Double(rate)) * loudness * swell
            let sample = UInt16(bitPattern: Int16(level * 32_000))
            bytes.append(UInt8(sample & 0xff))
            bytes.append(UInt8(sample >> 8))
        }
        return bytes
    }

    /// The tones of a call, which are heard through other sounds.
    package static func call(rate: Int) -> [UInt8] {
        [(880.0, 0.35), (660.0, 0.35), (880.0, 0.35), (660.0, 0.5)].flatMap { tone($0.0, $0.1, loudness: 0.8, rate: rate) } + silence(0.15, rate: rate)
    }
}
