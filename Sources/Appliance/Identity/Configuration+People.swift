import Platform

extension Configuration {
    /// People who may act or have a profile and were not enrolled by the method in use, with the keys that name them; by the files of the state's
    /// folder, for a program that does not run the appliance.
    package var unenrolled: [(key: String, problem: String)] {
        let uses = person.only.map { ("person.only", $0) } + profiles.filter { !$0.person.isEmpty }.map { ("profiles.\($0.name).person", $0.person) }
        guard !uses.isEmpty, let folder = PeopleFolder(state: StateStore.likelyFolder(self)) else { return [] }
        guard folder.isReadable else {
            return uses.map { ($0, "whether \($1.quoted) has been enrolled is not known, because \(folder.path) cannot be read; run it as root") }
        }
        let people = folder.read().people
        let known = people.filter { $0.method == person.method }.map(\.name)
        return uses.filter { !known.contains($1) }.map { key, name in
            let nearest = NearestWord.to(name, among: known).map { "; did you mean \($0.quoted)?" } ?? ""
            let other = people.contains { $0.name == name } ? " by \(person.method.rawValue.quoted)" : ""
            return (key, "\(name.quoted) has not been enrolled\(other) yet: nodline enrol \(name)\(nearest)")
        }
    }
}
