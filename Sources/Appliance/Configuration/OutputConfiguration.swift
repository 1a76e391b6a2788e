// One output and the gestures that drive it.
import Gestures

/// A gesture as the configuration names it.
package enum GestureName: Hashable, Sendable, CustomStringConvertible {
    /// A stroke: out and back.
    case stroke(Direction)
    /// A hold: out and stays.
    case hold(Direction)

    package static let all: [GestureName] = Direction.allCases.map(GestureName.stroke)
        + Direction.allCases.map(GestureName.hold)

    package init?(_ text: String) {
        guard let name = Self.all.first(where: { $0.description == text }) else { return nil }
        self = name
    }

    package var description: String {
        switch self {
        case .stroke(let direction): direction.rawValue
        case .hold(let direction): "hold-\(direction.rawValue)"
        }
    }
}

/// What an output does, from `[outputs.NAME]`.
package struct OutputConfiguration: Equatable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        /// On while the gesture is held.
        case level
        /// On for a time.
        case pulse
        /// On, and off the next time.
        case toggle
    }

    package var name: String
    package var gestures: [GestureName] = []
    package var action = Action.pulse
    /// Seconds that a pulse lasts.
    package var pulse = 0.3

    package init(name: String) {
        self.name = name
    }
}
