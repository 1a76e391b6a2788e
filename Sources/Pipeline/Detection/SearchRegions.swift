/// The regions in which a face is searched while none is known, one a search, in turn. Every second search covers the whole view upright,
/// because most users are near and upright. The searches between cover a part of the view, in which far faces are twice as large, or the
/// whole view rotated, for users who lie or lean: BlazeFace finds faces that are at least 20 of its 128 pixels across and within about 35°
/// of upright. Two searches in a round are of the whole view upside down, as a camera may hang; many such faces are found upright, too. A round
/// has 20 searches, not more than ``SearchPace`` allows after a movement.
struct SearchRegions {
    private enum Look {
        /// A square with half the longer side. Neighbouring parts overlap by more than the size of the faces that are found only in parts.
        /// The centre is given as fractions of the width and height of a view that is wider than high.
        case part(Double, Double)
        /// In radians.
        case rolled(Double)
    }

    private static let between: [Look] = [
        .part(1 / 2, 1 / 3), .rolled(.pi / 4), .part(1 / 4, 1 / 3), .rolled(-.pi / 4), .part(3 / 4, 1 / 3),
        .part(1 / 2, 2 / 3), .rolled(.pi / 2), .part(1 / 4, 2 / 3), .rolled(-.pi / 2), .part(3 / 4, 2 / 3),
    ]
    private static let rolls = [Double.pi / 4, -.pi / 4, .pi / 2, -.pi / 2, .pi]
    /// The numbers, in a round, of the searches upside down.
    private static let reversed = [6, 16]
    private var looks = 0
    private var rolls = 0

    /// The region of the next search.
    mutating func next(width: Int, height: Int) -> RegionOfInterest {
        defer { looks = (looks + 1) % (2 * Self.between.count) }
        return looks % 2 == 1 ? Self.region(Self.between[looks / 2], width, height)
            : .letterbox(width: width, height: height, rotation: Self.reversed.contains(looks) ? .pi : 0)
    }

    private static let parts = between.filter { if case .part = $0 { true } else { false } }

    /// The number of parts.
    static let partCount = parts.count

    /// A part, which are counted in turn, or the whole view; not rotated.
    static func upright(_ part: Int?, width: Int, height: Int) -> RegionOfInterest {
        part.map { region(parts[$0 % parts.count], width, height) } ?? .letterbox(width: width, height: height)
    }

    private static func region(_ look: Look, _ width: Int, _ height: Int) -> RegionOfInterest {
        switch look {
        case .rolled(let angle):
            return .letterbox(width: width, height: height, rotation: angle)
        case .part(let along, let across):
            let place = width >= height ? PicturePoint(along, across) : PicturePoint(across, along)
            return RegionOfInterest(center: place * PicturePoint(Double(width), Double(height)),
                                    size: RegionOfInterest.letterbox(width: width, height: height).size / 2, rotation: 0)
        }
    }

    /// The whole view, rotated by the next angle in turn.
    mutating func nextRolled(width: Int, height: Int) -> RegionOfInterest {
        defer { rolls = (rolls + 1) % Self.rolls.count }
        return .letterbox(width: width, height: height, rotation: Self.rolls[rolls])
    }
}
