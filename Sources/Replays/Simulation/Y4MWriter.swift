import Glibc
import Platform

/// Writes a grey (mono) YUV4MPEG2 stream with time stamps to a file or, for `-`, to standard output.
package final class Y4MWriter {
    private let file: String
    private let stream: UnsafeMutablePointer<FILE>
    /// `nil` for standard output.
    private let result: ResultFile?

    package init(file: String, width: Int, height: Int, rate: Double) throws {
        result = file == "-" ? nil : try ResultFile(file, .clip)
        let number: Int32
        if let result {
            let descriptor = try result.open()
            number = dup(descriptor.number)
        } else {
            number = dup(STDOUT_FILENO)
        }
        guard let stream = fdopen(number, "w") else { throw SimulationError(problem: "\(file): \(SystemError("open"))") }
        self.file = file
        self.stream = stream
        let thousandths = Int((rate * 1000).rounded())
        try write("\(ResultFile.drawnClip)W\(width) H\(height) F\(thousandths):1000 Ip A1:1 Cmono XCOLORRANGE=FULL\n")
    }

    deinit { fclose(stream) }

    /// Writes a frame with its time in seconds (`XTIME`, which other readers ignore).
    package func write(_ luma: [UInt8], time: Double) throws {
        try write("FRAME XTIME=\((time * 1e6).rounded() / 1e6)\n")
        guard fwrite(luma, 1, luma.count, stream) == luma.count else { throw writeFault() }
    }

    /// The clip is complete: it gets its name.
    package func finish() throws {
        guard fflush(stream) == 0 else { throw writeFault() }
        try result?.keep()
    }

    private func write(_ text: String) throws {
        guard fputs(text, stream) >= 0 else { throw writeFault() }
    }

    private func writeFault() -> SimulationError {
        SimulationError(problem: "\(file): \(SystemError("write"))")
    }
}
