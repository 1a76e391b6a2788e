/// Which outputs may go on at all, whatever gestures and states request.
package struct OutputGate: Equatable, Sendable {
    /// What ``OutputBank/release(at:sparing:_:)`` leaves alone.
    package enum Spared: Sendable {
        case nothing
        /// The alarm, and that of the battery: they say why nothing works.
        case warnings
        /// Warnings, the pause, what the camera's pictures are used for, and the camera's own lamp.
        case signs
    }

    /// Outputs that the dead-man timer bars from going on.
    package enum Bar: Comparable, Sendable {
        case none
        /// Outputs that need frames.
        case needingFrames
        case all
    }

    /// Everything but this is shut; `nil` if nothing is.
    var spared: Spared?
    /// Remains until the loop has noticed.
    private(set) var bar = Bar.none

    /// - Parameter bar: one that holds on from before.
    init(_ bar: Bar = .none) { self.bar = bar }

    /// A lesser bar does not replace a greater one.
    mutating func bar(_ new: Bar) { bar = max(bar, new) }

    mutating func unbar() { bar = .none }

    /// Whether nothing may go on, except for what is spared.
    var isShut: Bool { spared != nil || bar == .all }

    /// Whether everything may go on.
    var isOpen: Bool { !isShut && bar == .none }

    /// Whether this output is to be in its safe state, and its time stands still.
    func isShut(to output: OutputConfiguration) -> Bool {
        guard let spared, bar != .all else { return isShut }
        return switch spared {
        case .nothing: true
        case .warnings: !output.isWarning
        case .signs: !output.isSign
        }
    }

    /// Whether this output may go on.
    func admits(_ output: OutputConfiguration) -> Bool { !isShut(to: output) && !(bar == .needingFrames && output.needsFrames) }
}
