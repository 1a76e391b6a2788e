import Gestures
import Settings

/// A proportional axis, from `[axes.NAME]`: the head moves it by degrees.
package struct AxisConfiguration: Equatable, Sendable {
    package var name: String
    package var direction = ProportionalAxis.Orientation.horizontal
    package var isReversed = false
    /// In IOD.
    package var deadZone = 0.08
    package var accelerationZone = 0.25
    /// Steps a second, for targets that move step by step.
    package var maxSpeed = 800.0
    /// It moves only during this hold; `nil` for always.
    package var hold: HeadDirection?
    /// The gestures after which it follows the head and stops following it; without `attach` it always follows.
    package var attach: HeadGesture?
    package var detach: HeadGesture?
    /// Largest change of its value, in full ranges a second; 0 for no limit.
    package var slew = 0.0
    /// The keys of what it moves.
    package var targets = TargetSet()

    package init(name: String) {
        self.name = name
    }
}

extension AxisConfiguration: NamedSetting {
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init("direction", .word(\.direction)),
        .init("reversed", .flag(\.isReversed)),
        .init("dead_zone", .number(0.01...2, unit: "IOD", \.deadZone)),
        .init("acceleration_zone", .number(0...2, unit: "IOD", \.accelerationZone)),
        .init("max_speed", .number(1...10000, unit: "steps a second", \.maxSpeed)),
        .init("while", .word(
            [""] + HeadDirection.allCases.map { HeadGesture.hold($0).description },
            get: { $0.hold.map { HeadGesture.hold($0).description } ?? "" },
            set: { axis, word in axis.hold = HeadDirection.allCases.first { HeadGesture.hold($0).description == word } })),
        .init("attach", gesture(\.attach)),
        .init("detach", gesture(\.detach)),
        .init("slew", .number(0...100, unit: "full ranges a second", \.slew)),
    ] + kinds.flatMap { $0.keys }

    /// One of the gestures, or none.
    private static func gesture(_ path: WritableKeyPath<AxisConfiguration, HeadGesture?> & Sendable)
        -> ConfigurationKey<AxisConfiguration>.Value
    {
        .word([""] + HeadGesture.all.map(\.description), get: { $0[keyPath: path]?.description ?? "" },
              set: { $0[keyPath: path] = HeadGesture($1) })
    }
}
