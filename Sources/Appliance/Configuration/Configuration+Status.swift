import Settings

extension Configuration {
    /// The threshold of darkness, for outputs with `state = "dark"`.
    package struct Darkness: Equatable, Sendable {
        /// Brightness below which it is dark, 0 to 1.
        package var below = 0.15
        /// How long it must be darker than that, in seconds.
        package var after = 1.0

        static let keys: [ConfigurationKey<Darkness>] = [
            .init("below", .number(0.01...0.9, unit: "", \.below), """
                For outputs with state = "dark": it is dark when the picture's mean brightness (0 to 1) has been lower than below for
                after seconds.
                """),
            .init("after", .number(0.1...60, unit: "s", \.after), .asAbove),
        ]
    }

    /// Indicators for the people around.
    package struct Status: Equatable, Sendable {
        /// A folder of /sys/class/leds; empty for none.
        package var led = ""
        /// Seconds without tracking after which outputs with `state = "alarm"` turn on.
        package var alarmAfter = 60.0

        static let keys: [ConfigurationKey<Status>] = [
            .init("led", .text(\.led), """
                A light of /sys/class/leds that shows the state, or "" for none. docs/light.md says what its patterns mean.
                """, rule: .light),
            .init("alarm_after", .number(1...86400, unit: "s", \.alarmAfter), """
                Seconds without tracking before outputs with state = "alarm" turn on: no face, no rest position, or a fault. A pause
                does not count, because somebody asked for it.
                """),
        ]
    }
}
