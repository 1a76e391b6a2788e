import Settings

/// Which settings a client of the control socket may change.
extension Configuration {
    /// Sections of numbers, words and switches. Those of folders, sockets and models are the owner's.
    private static let sections: Set<String> = ["camera", "detection", "budget", "darkness", "status", "feedback", "gestures"]
    /// How an output answers to a person. What it switches, its safe state, and what protects that circuit (times, and what happens when
    /// something is lost) belong to whoever has wired it.
    private static let outputKeys: Set<String> = ["gesture", "feedback", "action", "pulse", "period"]
    private static let axisKeys: Set<String> = ["direction", "reversed", "dead_zone", "acceleration_zone", "max_speed", "expo", "while", "attach",
                                                "detach", "slew"]

    /// Whether a client may change this setting. Free text is never changed: it names files, programs, devices and places.
    package static func isTunable(_ setting: ConfigurationSetting) -> Bool {
        switch setting.kind {
        case .text: return false
        case .list where setting.choices == nil: return false
        default: break
        }
        let path = setting.key.split(separator: ".").map(String.init)
        guard let name = path.last, let section = path.first else { return false }
        return switch section {
        case "outputs": outputKeys.contains(name)
        case "axes": axisKeys.contains(name)
        case "filters": true
        default: sections.contains(section)
        }
    }

    /// Why a key cannot be changed by a client; `nil` if it can.
    /// - Parameter known: the settings of the configuration in use, by key.
    static func refusal(of key: String, _ known: [String: ConfigurationSetting]) -> String? {
        if let setting = known[key] {
            return isTunable(setting) ? nil : "\(key): it can only be changed in the file, because it names a place or a program, or belongs to what is wired"
        }
        // A gesture's filters have no table before the first one is set. Any other unknown table is a slip.
        let path = key.split(separator: ".", omittingEmptySubsequences: false)
        if path.count == 3, path[0] == "filters" { return nil }
        return "\(key): there is no such setting; {\"request\":\"settings\"} lists them"
    }
}
