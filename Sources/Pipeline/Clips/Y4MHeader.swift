import Platform

/// The header line of a YUV4MPEG2 stream (format: `man 5 yuv4mpeg` of mjpegtools).
public struct Y4MHeader: Equatable, Sendable {
    /// Layout of the chroma planes, which follow the luma plane.
    public enum Chroma: Equatable, Sendable {
        case mono, half, halfWidth, full
    }

    /// Largest accepted width or height, in pixels.
    public static let largestSide = 8192

    public let width: Int
    public let height: Int
    /// Seconds from one frame to the next; 1/25 if the header does not say it.
    public let frameDuration: Double
    /// Whether the header has a frame rate.
    public let hasRate: Bool
    public let chroma: Chroma
    /// A pixel's width in heights; 1 if it is unknown.
    public let pixelAspect: Double
    public let range: Frame.LumaRange

    /// Size of the luma plane in bytes.
    public var lumaSize: Int { width * height }

    /// Size of a whole frame in bytes.
    public var frameSize: Int {
        switch chroma {
        case .mono: lumaSize
        case .half: lumaSize + 2 * ((width + 1) / 2) * ((height + 1) / 2)
        case .halfWidth: lumaSize + 2 * ((width + 1) / 2) * height
        case .full: 3 * lumaSize
        }
    }

    /// Parses a header line. The error is a sentence without the file's name.
    /// - Parameter ignoresRate: whether the frames' times come from elsewhere, and the frame rate may be anything.
    public init(line: String, ignoresRate: Bool = false) throws(HeaderError) {
        let words = line.split(separator: " ")
        guard words.first == "YUV4MPEG2" else {
            throw HeaderError("it does not begin with \"YUV4MPEG2\", so it is not a Y4M clip")
        }
        var width: Int?, height: Int?, rate: Double?
        var chroma = Chroma.half, aspect = 1.0
        var range: Frame.LumaRange?
        if line.unicodeScalars.last == "\r" { throw HeaderError("its line ends were changed as if it were text, which damages the pictures; copy it again as it is") }
        var letters: Set<Character> = []
        for word in words.dropFirst() {
            let value = word.dropFirst(), letter = word.first ?? " "
            guard "WHFIACX".contains(letter) else { throw HeaderError("its header has \(word.quoted); expected words that begin with W, H, F, I, A, C or X") }
            guard letters.insert(letter).inserted || letter == "X" else { throw HeaderError("its header has \(letter) twice; expected it once") }
            switch word.first {
            case "W": width = try Self.side(value, "width")
            case "H": height = try Self.side(value, "height")
            case "F" where !ignoresRate: rate = try Self.rate(value)
            case "A": aspect = Self.aspect(value)
            case "C": chroma = try Self.chroma(value)
            case "X":
                if value == "COLORRANGE=FULL" { range = .full }
                if value == "COLORRANGE=LIMITED" { range = .limited }
            default: break  // interlacing is ignored
            }
        }
        guard let width, let height else {
            throw HeaderError("its header has no width or height (W and H); expected for example \"W640 H480\"")
        }
        self.width = width
        self.height = height
        frameDuration = 1 / (rate ?? 25)
        hasRate = rate != nil
        self.chroma = chroma
        pixelAspect = aspect
        // Grey formats are full range by convention (ffmpeg treats them so); the others are video range.
        self.range = range ?? (chroma == .mono ? .full : .limited)
    }

    /// What all frames of a clip have in common, in words.
    var kinds: [(name: String, value: String)] {
        [("frame size", "\(width)×\(height)"), ("pixel format", "\(chroma)"), ("frame rate", "\(NumberFormat.text(1 / frameDuration)) a second"),
         ("pixels' shape", "\(NumberFormat.text(pixelAspect)):1"), ("range of brightness", "\(range)")]
    }

    private static func side(_ text: Substring, _ name: String) throws(HeaderError) -> Int {
        guard let value = Int(text), (1...largestSide).contains(value) else {
            throw HeaderError("its \(name) is \(text.quoted); expected 1 to \(largestSide) pixels")
        }
        return value
    }

    private static func rate(_ text: Substring) throws(HeaderError) -> Double? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let frames = Int(parts[0]), let seconds = Int(parts[1]), frames >= 0, seconds >= 0 else {
            throw HeaderError("its frame rate is \(text.quoted); expected for example \"F30:1\"")
        }
        if frames == 0 || seconds == 0 { return nil }  // 0:0 means unknown
        let rate = Double(frames) / Double(seconds)
        guard (0.1...1000).contains(rate) else {
            throw HeaderError("its frame rate is \(rate) a second; expected 0.1 to 1000")
        }
        return rate
    }

    /// 1 for a shape that is unknown (0:0) or makes no sense.
    private static func aspect(_ text: Substring) -> Double {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return 1 }
        return Double(parts[0]) / Double(parts[1])
    }

    private static func chroma(_ text: Substring) throws(HeaderError) -> Chroma {
        switch text {
        case "mono": return .mono
        case "420", "420jpeg", "420mpeg2", "420paldv": return .half
        case "422": return .halfWidth
        case "444": return .full
        default:
            throw HeaderError("its pixels are \(text.quoted); expected mono, 420, 422 or 444 with 8 bits. "
                + "Convert it: ffmpeg -i CLIP -pix_fmt yuv420p OUT.y4m")
        }
    }
}

/// An error in a header, as a sentence without the file's name.
public struct HeaderError: Error {
    public let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}
