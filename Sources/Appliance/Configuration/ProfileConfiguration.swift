import Settings

/// The profile of a user or a place, from `[profiles.NAME]`: a configuration file of its own.
package struct ProfileConfiguration: Equatable, Sendable {
    package var name: String
    /// Its path; a relative one starts at the main file's folder.
    package var file = ""
    /// The enrolled person who brings it; empty for none.
    package var person = ""

    package init(name: String) {
        self.name = name
    }
}

extension Configuration {
    /// The next profile in the cycle; it starts with "", the configuration file itself.
    package func profile(after name: String) -> String {
        let names = [""] + profiles.map(\.name)
        let place = names.firstIndex(of: name) ?? 0
        return names[(place + 1) % names.count]
    }
}

extension ProfileConfiguration: NamedSetting {
    package static let introduction: Meaning = """
        Profiles: other people, or other places, each with a configuration file of its own.
        """
    package static let example = """
        [profiles.evening]
        file = "evening.toml"
        """
    package static let groups: [KeyGroup<ProfileConfiguration>] = [
        .init(keys: [
            .init("file", .text(\.file), "its path; a relative one begins at this file's folder."),
            .init("person", .text(\.person), """
                a name of `nodline enrol NAME`: the profile is used, with this person's ranges, as soon as the person is recognised. Its
                file's own [person] does not count.
                """),
        ])
    ]
}
