import FoundationEssentials
import Pipeline

/// Upright grey thumbnails of a clip at given times, for a report that was requested.
struct FrameStrip {
    /// A thumbnail as the text of an HTML image source, with its time in seconds.
    struct Picture {
        let time: Double
        let source: String
    }

    private static let width = 104

    /// Takes from a source the next frame at or after each of `moments` (seconds since its first frame, increasing).
    static func pictures(of source: any FrameSource, at moments: [Double], mounting: Mounting) throws -> [Picture] {
        var pictures: [Picture] = []
        var first = source.origin
        var next = 0
        while next < moments.count, let frame = try source.next() {
            first = first ?? frame.time
            let time = frame.time - (first ?? 0)
            guard time >= moments[next] else { continue }
            pictures.append(Picture(time: time, source: "data:image/bmp;base64,"
                + Data(bitmap(of: FrameView(frame, mounting: mounting))).base64EncodedString()))
            while next < moments.count, time >= moments[next] { next += 1 }
        }
        return pictures
    }

    /// The view, scaled down, as a grey Windows bitmap: every browser reads this format, and writing it needs no library.
    static func bitmap(of view: FrameView) -> [UInt8] {
        let width = min(Self.width, view.width)
        let height = max(1, view.height * width / max(view.width, 1))
        let step = Double(view.width) / Double(width)
        let rowLength = (width + 3) / 4 * 4
        var bytes: [UInt8] = Array("BM".utf8)
        func add(_ value: Int, _ count: Int) {
            for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
        }
        let start = 14 + 40 + 4 * 256
        for (value, count) in [(start + rowLength * height, 4), (0, 4), (start, 4),  // the file
                               (40, 4), (width, 4), (-height, 4), (1, 2), (8, 2), (0, 4), (rowLength * height, 4), (2835, 4),
                               (2835, 4), (256, 4), (0, 4)] {  // the image, top row first
            add(value, count)
        }
        for grey in 0..<256 { add(grey << 16 | grey << 8 | grey, 4) }
        let frame = view.frame
        for row in 0..<height {
            for column in 0..<rowLength {
                guard column < width else {
                    bytes.append(0)
                    continue
                }
                let place = view.viewToFrame.apply(PicturePoint((Double(column) + 0.5) * step, (Double(row) + 0.5) * step))
                let x = min(max(Int(place.x), 0), frame.width - 1), y = min(max(Int(place.y), 0), frame.height - 1)
                bytes.append(frame.luma[y * frame.stride + x])
            }
        }
        return bytes
    }
}
