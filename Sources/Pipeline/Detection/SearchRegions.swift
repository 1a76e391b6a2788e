// Where a face is searched while none is known: one region a look, in turns.

/// Every other look sees the whole view upright, as most users are: near and upright. Those between see a part of it, in
/// which far faces are twice as large, or the whole of it rolled, for users who lie and lean: BlazeFace finds faces that are
/// 20 of its 128 pixels across or more, and within about 35° of upright. A round is 20 looks: no more than ``SearchPace``
/// allows after a movement.
struct SearchRegions {
    private enum Look {
        /// A square of half the longer side. Parts overlap by more than the faces that only they show. The centre in the
        /// width and height of a view that is wider than high.
        case part(Double, Double)
        /// In radians.
        case rolled(Double)
    }

    private static let between: [Look] = [
        .part(1 / 2, 1 / 3), .rolled(.pi / 4), .part(1 / 4, 1 / 3), .rolled(-.pi / 4), .part(3 / 4, 1 / 3),
        .part(1 / 2, 2 / 3), .rolled(.pi / 2), .part(1 / 4, 2 / 3), .rolled(-.pi / 2), .part(3 / 4, 2 / 3),
    ]
    private static let rolls = [Double.pi / 4, -.pi / 4, .pi / 2, -.pi / 2]
    private var looks = 0
    private var rolls = 0

    /// The next look at a view.
    mutating func next(width: Int, height: Int) -> RegionOfInterest {
        defer { looks = (looks + 1) % (2 * Self.between.count) }
        let whole = RegionOfInterest.letterbox(width: width, height: height)
        guard looks % 2 == 1 else { return whole }
        switch Self.between[looks / 2] {
        case .rolled(let angle):
            return .letterbox(width: width, height: height, rotation: angle)
        case .part(let along, let across):
            let place = width >= height ? PicturePoint(along, across) : PicturePoint(across, along)
            return RegionOfInterest(center: place * PicturePoint(Double(width), Double(height)), size: whole.size / 2,
                                    rotation: 0)
        }
    }

    /// The whole of a view rolled, in turns.
    mutating func nextRolled(width: Int, height: Int) -> RegionOfInterest {
        defer { rolls = (rolls + 1) % Self.rolls.count }
        return .letterbox(width: width, height: height, rotation: Self.rolls[rolls])
    }
}
