/// A movement away from a place.
struct Excursion {
    var start: Int
    /// Where the head was before, along the axis and across it.
    var origin: HeadOffset
    var size: Double
    var sign: Double
}
