import Settings

/// The reply to `settings`.
struct SettingsReply: Encodable {
    struct Setting: Encodable {
        let key: String, kind: String, value: TOMLValue, standard: TOMLValue
        let minimum: Double?, maximum: Double?, unit: String?, choices: [String]?
        let meaning: String
        /// It is in the file.
        let set: Bool
        /// `try` takes it.
        let changeable: Bool

        enum CodingKeys: String, CodingKey {
            case key, kind, value, standard = "default", minimum, maximum, unit, choices, meaning, set, changeable
        }

        init(_ setting: ConfigurationSetting, isSet: Bool) {
            (key, kind, value, standard) = (setting.key, setting.kind.rawValue, setting.value, setting.standard)
            (minimum, maximum, unit, choices) = (setting.minimum, setting.maximum, setting.unit, setting.choices)
            (meaning, set, changeable) = (setting.meaning, isSet, Configuration.isTunable(setting))
        }
    }

    let file: String
    let settings: [Setting]
    /// The names in each section of named tables.
    let tables: [String: [String]]
    let trial: TrialReply.Trial??
    let can_undo: Bool
}

/// The reply to `try`.
package struct TrialReply: Codable, Sendable {
    package struct Trial: Codable, Sendable {
        /// Seconds left.
        package let left: Double
        /// The keys on trial.
        package let changed: [String]
    }

    let trial: Trial?
}
