import Platform

extension Replay.Summary {
    /// The run in one sentence, with advice if no face was seen.
    package var words: String {
        let seen = framesWithFace > 0 ? "a face in \(NumberFormat.text(facePercent, decimals: 1)) % of them" : "no face in any of them"
        return "\(frames) frames, \(NumberFormat.text(duration, decimals: 1)) s; \(seen); \(NumberFormat.text(millisecondsPerFrame)) ms of CPU a frame"
            + (dropped > 0 ? "; \(dropped) frames dropped" : "")
            + (framesWithFace > 0 || frames == 0 ? "" : "\nNo face was seen. " + Self.whereToLook)
    }

    /// Advice for a clip without a face.
    static let whereToLook = "See whether the clip shows one: whole, lit from the front, and not too small (at least 22 pixels from eye "
        + "to eye). If the picture lies on its side or upside down, set orientation under [camera]."
}
