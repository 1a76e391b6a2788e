import Appliance
import Glibc
import Platform
import Settings
import Testing
import TestSupport
import Traces

@Suite("Damaged configurations")
struct ConfigurationFuzzTests {
    /// Duration in seconds, set by NODLINE_FUZZ_SECONDS.
    static let seconds = getenv("NODLINE_FUZZ_SECONDS").flatMap { Double(String(cString: $0)) } ?? 2

    @Test("a damaged file is read, or refused with a reason, and never ends the program")
    func anyDamage() throws {
        let manual = try Checkout.text("deploy/nodline.toml")
        // The manual's options are commented out; as they are, damage would mostly hit comments.
        let open = manual.split(separator: "\n").map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }.joined(separator: "\n")
        let seeds = [open, manual] + (try ["demo"].map { try Checkout.text("deploy/examples/\($0).toml") })
        var random = SeededGenerator(seed: 20261122)
        let end = MonotonicClock.now + Self.seconds
        var refused = 0, tried = 0
        while MonotonicClock.now < end {
            var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
            if Bool.random(using: &random) {  // only a part, so that the parser reaches the damage
                let start = Int.random(in: 0..<bytes.count, using: &random)
                bytes = Array(bytes[start..<min(bytes.count, start + Int.random(in: 1...400, using: &random))])
            }
            for _ in 0..<Int.random(in: 1...12, using: &random) { Self.damage(&bytes, &random) }
            tried += 1
            do throws(ConfigurationError) {
                _ = try Configuration.read(bytes: bytes, file: "c.toml")
            } catch {
                refused += 1
                #expect(!error.faults.isEmpty && error.faults.allSatisfy { !$0.problem.isEmpty })
            }
        }
        #expect(refused > 0 && tried > 100)
    }

    private static let pieces = ["[", "]", "[[", "=", "\"", "'''", "\"\"\"", "\\u", "\\", "#", ",", "{", "}", ".", "\n", "\r", "\0", "1e400", "inf", "nan",
                                 "-", "0x", "1979-05-27T07:32:00Z", "\u{FEFF}", "é", "\u{1F600}", "true", "[outputs.", "gesture = "].map { Array($0.utf8) }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)], at: place)
        case 3 where place < bytes.count:  // repeats a piece elsewhere
            let part = bytes[place..<min(bytes.count, place + Int.random(in: 1...80, using: &random))]
            bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &random))
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
    }
}
