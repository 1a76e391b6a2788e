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
        /// How a page offers it: ``PageOffer``.
        let group: String?, useful: [Double]?, step: Double?, movements: [String]?

        enum CodingKeys: String, CodingKey {
            case key, kind, value, standard = "default", minimum, maximum, unit, choices, meaning, set, changeable, group, useful, step, movements
        }

        init(_ setting: ConfigurationSetting, isSet: Bool) {
            (key, kind, value, standard) = (setting.key, setting.kind.rawValue, setting.value, setting.standard)
            (minimum, maximum, unit, choices) = (setting.minimum, setting.maximum, setting.unit, setting.choices)
            (meaning, set, changeable) = (setting.meaning, isSet, Configuration.isTunable(setting))
            let offer = setting.offer
            (group, step) = (offer.group?.rawValue, offer.step)
            useful = offer.useful.map { [$0.lowerBound, $0.upperBound] }
            movements = offer.movements.isEmpty ? nil : offer.movements
        }
    }

    let file: String
    let settings: [Setting]
    /// The groups that settings are in, in a page's order.
    let groups: [String]
    /// The names in each section of named tables.
    let tables: [String: [String]]
    let trial: TrialReply.Trial??
    let can_undo: Bool

    init(_ inUse: SettingsInUse, under prefix: String, trial: TrialReply.Trial?) {
        let configuration = inUse.current, written = WrittenKeys(inUse.file.bytes), tried = inUse.trial?.changes
        file = inUse.file.path
        let known = Configuration.schema.settings(of: configuration, under: prefix).filter { !prefix.isEmpty || !$0.isOfNamedTable }
        settings = (known + Self.filters(configuration, under: prefix))
            .map { setting in Setting(setting, isSet: tried?.values[setting.key].map { $0 != nil } ?? written.contains(setting.key)) }
        groups = PageOffer.Group.allCases.map(\.rawValue)
        tables = ["outputs": configuration.writtenOutputs.map(\.name), "axes": configuration.writtenAxes.map(\.name),
                  "filters": configuration.filters.map(\.name), "inputs": configuration.inputs.map(\.name),
                  "gaze.zones": configuration.zones.map(\.name), "cameras": configuration.cameras.map(\.name),
                  "profiles": configuration.profiles.map(\.name)]
        self.trial = .some(trial)
        can_undo = inUse.canUndo
    }

    /// What people need of the filters that the file does not have, of gestures that something is bound to.
    private static func filters(_ configuration: Configuration, under prefix: String) -> [ConfigurationSetting] {
        guard prefix.hasPrefix("filters.") else { return [] }
        let names = Set(configuration.boundGestures.map(\.description)).subtracting(configuration.filters.map(\.name))
        return names.sorted().flatMap { ConfigurationSetting.offered(of: FilterConfiguration(name: $0), in: "filters") }.filter { $0.key.hasPrefix(prefix) }
    }
}
