import Settings

/// An output or input that has a line.
package protocol OnLine: Sendable {
    var line: LineConfiguration { get set }
}

/// A GPIO line and how it is driven, in libgpiod's own words.
package struct LineConfiguration: Equatable, Sendable {
    package enum Bias: String, CaseIterable, Sendable {
        case asIs = "as-is"
        case disabled
        case pullUp = "pull-up"
        case pullDown = "pull-down"
    }

    package enum Drive: String, CaseIterable, Sendable {
        case pushPull = "push-pull"
        case openDrain = "open-drain"
        case openSource = "open-source"
    }

    /// The kernel's name of the line, or chip and offset as in `gpiochip0:17`; empty for an output that is only reported.
    package var name = ""
    package var activeLow = false
    package var bias = Bias.asIs
    package var drive = Drive.pushPull

    package init() {}

    /// One word for the spellings of a place: "/dev/gpiochip0:17" is "gpiochip0:17".
    package var place: String { name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name }

    /// Why no line can be called so; `nil` if one can.
    var misspelling: String? { name.isEmpty ? nil : LineSpelling(name).fault }
}

extension LineConfiguration {
    /// The keys that outputs and inputs have in common.
    package static func commonKeys<Root: OnLine>(
        _ line: Meaning, _ activeLow: Meaning, _ bias: Meaning, misplaced: @escaping @Sendable (Root) -> String? = { _ in nil }
    ) -> [ConfigurationKey<Root>] {
        [
            .init("line", .text(\.line.name), line, misplaced: { $0.line.misspelling }),
            .init("active_low", .flag(\.line.activeLow), activeLow, misplaced: misplaced),
            .init("bias", .word(\.line.bias), bias, misplaced: misplaced),
        ]
    }
}
