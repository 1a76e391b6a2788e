import Settings
import Testing

@Suite("The sample configuration")
struct ConfigurationSampleTests {
    private struct Bell: NamedSetting, Equatable {
        static let introduction: Meaning = "Bells: one table for each."
        static let example = "[bells.door]\ntone = 440"
        static let groups: [KeyGroup<Bell>] = [
            .init(keys: [
                .init("tone", .number(20...20000, unit: "Hz", \.tone), "how high it sounds."),
                .init("wood", .flag(\.isWooden), "what it is made of.", without: "brass"),
            ]),
            .init("Times:", keys: [
                .init("on", .number(0...10, unit: "s", \.on), "how long it sounds, and how long it is silent."),
                .init("off", .number(0...10, unit: "s", \.off), .asAbove),
            ]),
        ]

        let name: String
        var tone = 1000.0
        var isWooden = false
        var on = 1.0, off = 1.0

        init(name: String) { self.name = name }
    }

    private struct House: Sendable {
        var rooms = 3
        var warmth = 20.0
        var owner = ""
        var bells: [Bell] = []
    }

    private let schema = ConfigurationSchema(
        make: House.init,
        sections: [
            .init("house", \.self, "Read this first:\n  rooms    how many there are\n  owners\n    nobody", keys: [
                .init("rooms", .integer(1...9, \.rooms), """
                    A literal of any width is
                    re-wrapped. These words are here to fill the line up to its end, so that what follows goes on to the next one.
                    """),
                .init("warmth", .number(-20...40, unit: "°C", \.warmth), .asAbove),
            ]),
            .init("house.owner", \.self, keys: [
                .init("name", .text(\.owner), "One of:\n  \"Ann\"     | owns it all\n  \"Benedict\"  a long story that does not fit\n    into one line\nOr \"\"."),
            ]),
        ],
        tables: [.init("bells", \.bells)], finish: { _ in }, conflicts: { _ in [] })

    @Test("the sample has each key at its default below its wrapped meaning and range, and the tables' keys with their defaults")
    func sample() {
        let sample = ConfigurationSample(schema).toml.components(separatedBy: "#config_version = 1\n").last
        #expect(sample == """


            [house]
            # Read this first:
            #   rooms  how many there are owners nobody

            # A literal of any width is re-wrapped. These words are here to fill the line up to its end, so that what follows goes
            # on to the next one. rooms 1 to 9; warmth -20 to 40 °C.
            #rooms = 3
            #warmth = 20

            [house.owner]
            # One of:
            #   "Ann"       | owns it all
            #   "Benedict"  a long story that does not fit into one line
            # Or "".
            #name = ""


            # Bells: one table for each. An example:
            #
            #   [bells.door]
            #   tone = 440
            #
            # tone        how high it sounds. 20 to 20000 Hz. Without it: 1000.
            # wood        what it is made of. Without it: brass.
            #
            # Times:
            # on, off     how long it sounds, and how long it is silent. 0 to 10 s. Without them: 1.

            """)
    }

    @Test("the reference has each key with its possible values, without the range in its meaning; keys that share a meaning share a row")
    func reference() {
        let page = ConfigurationReference(schema).markdown
        for row in [
            "| `rooms`, `warmth` | a whole number from 1 to 9; a number from -20 to 40 °C | `3`; `20` | A literal of any width",
            "| `name` | text in quotes | `\"\"` | One of:<br>\"Ann\": \\| owns it all<br>\"Benedict\": a long story that does not fit into one line<br>Or \"\". |",
            "| `wood` | true or false | brass | what it is made of. |",
            "\nTimes:\n\n| key | value | default | meaning |\n|---|---|---|---|\n| `on`, `off` | a number from 0 to 10 s | `1` | how long",
        ] { #expect(page.contains(row), "\(page)") }
    }
}
