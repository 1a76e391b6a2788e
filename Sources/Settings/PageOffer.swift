/// How a page for people offers a key: together with which others, and the part of its range that is of use to them.
package struct PageOffer: Equatable, Sendable {
    /// Keys that people need, and that belong together. In the order of the page.
    package enum Group: String, CaseIterable, Sendable {
        /// Turns of the head.
        case far
        case tilts, face
        /// How long a gesture takes.
        case long
        /// What happens after it.
        case after
        case talking
        /// Frames a second.
        case rates
        /// What an axis does.
        case axes
    }

    /// `nil` for a key that few people need.
    package let group: Group?
    /// The bounds of a slider, in the key's unit, and its step; `nil` for the key's whole range.
    package let useful: ClosedRange<Double>?, step: Double?
    /// The movements that the key is about, by their gestures' names; empty if it is about all.
    package let movements: [String]

    package init(_ group: Group? = nil, _ useful: ClosedRange<Double>? = nil, step: Double? = nil, about movements: [String] = []) {
        (self.group, self.useful, self.step, self.movements) = (group, useful, step, movements)
    }
}
