import Gestures

/// Looks at the files of taught gestures, in every profile.
package struct TaughtExamination {
    private let state: String
    private let profiles: [String]

    package init(_ configuration: Configuration) {
        state = StateStore.likelyFolder(configuration)
        profiles = [""] + configuration.profiles.map(\.name)
    }

    /// None if nothing was taught.
    package var findings: [Finding] {
        profiles.flatMap { profile -> [Finding] in
            let folder = TaughtFolder(state: state, profile: profile), place = profile.isEmpty ? "" : " in the profile \(profile)"
            guard folder.isReadable else { return [.advice("taught", "\(folder.path) cannot be read", "run nodline doctor as root to look at taught gestures")] }
            let (gestures, faults) = folder.read()
            let good: [Finding] = gestures.isEmpty ? [] : [.good("taught", gestures.map { "my-\($0.name)" }.joined(separator: ", ") + place)]
            return good + faults.map { .fault("taught", $0.description + place, "nodline teach --forget \($0.name), and teach it again; the others work") }
        }
    }
}
