/// The times that ffmpeg's filter `metadata` writes for each frame, before it passes the frame on:
///
///     frame:12   pts:400000000 pts_time:0.4
///     nodline=1
///
/// `pts_time` has six digits only, so the times come as whole nanoseconds.
struct FrameStamps {
    /// The filter, for descriptor 3. It prints frames with an entry of its name only.
    static let filter = "settb=1/1000000000,metadata=mode=add:key=nodline:value=1,"
        + "metadata=mode=print:key=nodline:file=pipe\\\\:3:direct=1"

    private let reader: ByteReader

    /// Takes ownership of the descriptor.
    init(descriptor: Int32) { reader = ByteReader(descriptor: descriptor) }

    /// The next frame's time in seconds; `nil` if it has none.
    func next() -> Double? {
        while let line = try? reader.line() {
            guard line.hasPrefix("frame:") else { continue }
            let stamp = line.split(separator: " ").first { $0.hasPrefix("pts:") }
            return stamp.flatMap { Int($0.dropFirst(4)) }.map { Double($0) / 1e9 }
        }
        return nil
    }
}
