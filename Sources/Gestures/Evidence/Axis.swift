/// The axis of a turn.
enum Axis: Int, CaseIterable, Sendable {
    case horizontal, vertical

    func along(_ offset: HeadOffset) -> Double { self == .horizontal ? offset.left : offset.up }

    func across(_ offset: HeadOffset) -> Double { self == .horizontal ? offset.up : offset.left }

    func direction(_ sign: Double) -> HeadDirection { self == .horizontal ? (sign > 0 ? .left : .right) : (sign > 0 ? .up : .down) }
}
