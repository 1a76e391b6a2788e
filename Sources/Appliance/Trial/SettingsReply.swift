import Settings
import Wire

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

    init(_ inUse: SettingsInUse, under prefix: String, trial: TrialReply.Trial?) {
        let configuration = inUse.current, written = WrittenKeys(inUse.file.bytes), tried = inUse.trial?.changes
        file = inUse.file.path
        settings = Configuration.schema.settings(of: configuration, under: prefix)
            .filter { !prefix.isEmpty || !$0.isOfNamedTable }
            .map { setting in Setting(setting, isSet: tried?.values[setting.key].map { $0 != nil } ?? written.contains(setting.key)) }
        tables = ["outputs": configuration.writtenOutputs.map(\.name), "axes": configuration.writtenAxes.map(\.name),
                  "filters": configuration.filters.map(\.name), "inputs": configuration.inputs.map(\.name),
                  "gaze.zones": configuration.zones.map(\.name), "cameras": configuration.cameras.map(\.name),
                  "profiles": configuration.profiles.map(\.name)]
        self.trial = .some(trial)
        can_undo = inUse.canUndo
    }
}
