import Glibc
import Platform

/// What a file says about its pictures, as ffprobe reads it: one look at its beginning, without decoding it.
struct ClipProbe {
    /// Rates that a camera may have, in pictures a second.
    private static let plausibleRates = 1.0...300.0
    /// Assumed if nothing gives one: most cameras' rate.
    private static let commonRate = 30.0

    /// Whether the pictures have times; a bare stream of pictures has none.
    let hasTimes: Bool
    /// Pictures a second, as far as the file tells; 30 otherwise.
    let rate: Double
    /// Whether pictures consist of two half pictures, taken one after the other.
    let isInterlaced: Bool
    /// When the pictures were taken, if that is not when they were stamped.
    let regular: RegularTimes?
    /// How much the file says it has.
    let promise: ClipPromise

    /// Of a pipe, which can be read only once.
    init() {
        (hasTimes, rate, isInterlaced, regular) = (true, Self.commonRate, false, nil)
        promise = ClipPromise([:], format: [:], isAlone: false)
    }

    /// - Throws: ``ClipError`` that says why there is nothing to see.
    init(file: String, by reader: ClipReader) throws {
        var answer = try reader.ask(file)
        guard let format = answer.format, let stream = answer.picture else { throw answer.fault(file, isMovie: Self.isMovie(file)) }
        // A decoder for the art of old terminals takes every text.
        if format["format_name"]?.text == "tty" { throw ClipError(file: file, problem: "it is a text; expected a video") }
        hasTimes = format["start_time"]?.text != nil
        // Decoders take 25 for granted; told otherwise, only a rate that is in the stream itself stays.
        if !hasTimes, let again = try? reader.ask(file, ["-framerate", "\(Int(Self.commonRate))"]), again.picture != nil { answer = again }
        let rates = ["avg_frame_rate", "r_frame_rate"].compactMap { FFprobeFields.ratio((answer.picture ?? stream)[$0]) }
        rate = rates.first(where: Self.plausibleRates.contains) ?? Self.commonRate
        isInterlaced = ["tt", "bb", "tb", "bt"].contains(stream["field_order"]?.text) || stream["codec_name"]?.text == "dvvideo"
        let kinds = format["format_name"]?.text ?? ""
        // AVI has no stamps, and MP4 no rate but that of its stamps. Only then need nobody look at each of them.
        let isConstant = kinds == "avi" || kinds.contains("mp4") && rates.count == 2 && abs(rates[0] - rates[1]) < rates[0] * 1e-4
        let begin = FFprobeFields.number(format["start_time"]) ?? 0
        regular = hasTimes && !isConstant ? RegularTimes(stamps: reader.stamps(file, stream).map { $0 - begin }) : nil
        promise = ClipPromise(stream, format: format, isAlone: answer.streams.count == 1)
    }

    // MARK: - What ffprobe answers

    struct Answer {
        var format: [String: JSONValue]?
        var streams: [[String: JSONValue]] = []
        var errors: [String] = []

        /// The first stream of pictures that is not the cover of a record.
        var picture: [String: JSONValue]? {
            streams.first { $0["codec_type"]?.text == "video" && $0["disposition"]?.fields?["attached_pic"] != .number(1) }
        }

        /// Why there is no picture.
        /// - Parameter isMovie: whether the file begins like an MP4.
        func fault(_ file: String, isMovie: Bool) -> ClipError {
            if streams.contains(where: { $0["codec_type"]?.text == "audio" }) {
                return ClipError(file: file, problem: "it has sound, but no moving picture; expected a video")
            }
            if isMovie, streams.isEmpty {
                return ClipError(file: file, problem: "the recording was never finished: the index of its pictures (moov) is missing, as when a "
                    + "camera loses power or a copy breaks off. Copy it again, let the camera repair it, or record .mkv, which needs no index")
            }
            if format != nil { return ClipError(file: file, problem: "there is no picture in it; expected a video") }
            if errors.contains(where: { $0.contains("Invalid data found") }) || errors.isEmpty {
                return ClipError(file: file, problem: "it is no video that ffmpeg knows, or its beginning is damaged")
            }
            return ClipError(file: file, problem: "ffmpeg cannot read it: \(FFmpegErrors.reason(errors) ?? "")")
        }
    }

    /// Whether a file begins with a box of MP4, whatever its name says.
    private static func isMovie(_ file: String) -> Bool {
        guard let descriptor = try? Descriptor(open: file, O_RDONLY | O_NONBLOCK), let start = try? descriptor.read(upTo: 7, expecting: 7), start.count >= 8
        else { return false }
        return ["ftyp", "mdat", "moov", "free", "skip", "wide", "styp"].contains(String(decoding: start[4..<8], as: UTF8.self))
    }
}
