import FoundationEssentials
import Glibc
import Outputs
import Platform

/// Runs `nodline replay` as a separate process, feeds it a scene through its standard input, and reads its memory before it ends.
struct ReplayChild {
    /// Real milliseconds from start to the first event.
    let startMilliseconds: Double
    /// Megabytes (10⁶ bytes): resident set (RSS), its peak, and proportional set (PSS: a shared page counts only in part).
    let resident: Double
    let residentPeak: Double
    let proportional: Double

    init(scene: BenchScene) throws {
        unsetenv("LD_PRELOAD")  // the child must run without the preloaded allocation counter
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "nodline"
        let begin = MonotonicClock.now
        let child = try ChildProcess(program, ["replay", "-", "--json"], input: .pipe, output: .pipe)
        let header = "YUV4MPEG2 W\(scene.width) H\(scene.height) F15:1 Ip A1:1 Cmono XCOLORRANGE=FULL\n"
        try Self.write(Array(header.utf8), to: child)
        let output = child.takeOutput()
        defer { close(output) }
        var started: Double?
        try scene.forEachFrame(45) { frame in
            try Self.write(Array("FRAME\n".utf8), to: child)
            try Self.write(Array(UnsafeBufferPointer(start: frame.luma, count: frame.width * frame.height)), to: child)
            if started == nil {
                var byte: UInt8 = 0
                _ = read(output, &byte, 1)  // the first event: a face was found
                started = MonotonicClock.now
            }
        }
        usleep(200_000)  // time to process the last frame before memory is read
        let status = Self.fields("/proc/\(child.identifier)/status")
        let rollup = Self.fields("/proc/\(child.identifier)/smaps_rollup")
        child.closeInput()
        child.wait()
        startMilliseconds = Spread.rounded(((started ?? begin) - begin) * 1000)
        resident = rollup["Rss"] ?? status["VmRSS"] ?? 0
        residentPeak = status["VmHWM"] ?? 0
        proportional = rollup["Pss"] ?? 0
    }

    private static func write(_ bytes: [UInt8], to child: ChildProcess) throws {
        var sent = 0
        while sent < bytes.count {
            do {
                sent += try systemCall("write") {
                    bytes[sent...].withUnsafeBytes { Glibc.write(child.inputDescriptor, $0.baseAddress, $0.count) }
                }
            } catch {
                throw SimulationError(problem: "\(error); replay ended too soon")
            }
        }
    }

    /// The lines "Name: 123 kB" of a file of /proc, in megabytes.
    private static func fields(_ file: String) -> [String: Double] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [:] }
        var fields: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            if words.count >= 3, words[words.count - 1] == "kB", let kilobytes = Double(words[words.count - 2]) {
                fields[String(words[0].dropLast())] = (kilobytes * 1.024).rounded() / 1000
            }
        }
        return fields
    }
}
