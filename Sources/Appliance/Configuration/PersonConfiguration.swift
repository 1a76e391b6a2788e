import Gestures
import People
import Platform
import Settings

/// The section `[person]`: whose head counts.
package struct PersonConfiguration: Equatable, Sendable {
    /// How a face counts that cannot be recognised.
    package enum Unknown: String, CaseIterable, Sendable {
        case accept, refuse
    }

    /// The people who may act; empty for everybody.
    package var only: [String] = []
    package var unknown = Unknown.accept
    package var method = RecognitionMethod.dlib

    static let keys: [ConfigurationKey<PersonConfiguration>] = [
        .init("only", .words(["NAME"], get: { $0.only }, set: { $0.only = $1 }), """
            Whose head counts: a name of `nodline enrol NAME`, or a list of them. Nothing fires for anybody else. [] means that everybody's
            head counts. It needs the package nodline-people, and it is not a lock: docs/people.md.
            """),
        .init("unknown", .word(\.unknown), """
            What counts when a face can be recognised neither as one of them nor as a stranger: in the dark, too far away, half hidden, or
            when the package does not work. "accept": everything counts, so that nobody is without the bell because of new glasses.
            "refuse": nothing counts.
            """),
        .init("method", .word(\.method), """
            How faces are compared: "dlib" by a network, "patterns" by their texture. The second is much faster and errs more often. After a
            change everybody must be enrolled again.
            """),
    ]
}

extension Configuration {
    /// Names that cannot be a person's, and people with two profiles.
    var personConflicts: [Conflict] {
        func fault(_ name: String) -> String? {
            GivenName.normal(name) != nil ? nil : "\(name.quoted) cannot be a person's name; expected \(GivenName.expectation)"
        }
        var conflicts: [Conflict] = person.only.compactMap { name in fault(name).map { ("person.only", $0) } }
        var owners: [String: String] = [:]
        for profile in profiles where !profile.person.isEmpty {
            let key = "profiles.\(profile.name).person"
            if let fault = fault(profile.person) { conflicts.append((key, fault)) }
            if let other = owners[profile.person] { conflicts.append((key, "\(profile.person.quoted) brings profiles.\(other) already; expected one profile for a person")) }
            owners[profile.person] = profile.name
        }
        return conflicts
    }

    /// Whether anything depends on who is seen.
    package var recognisesPeople: Bool { !person.only.isEmpty || profiles.contains { !$0.person.isEmpty } }
}
