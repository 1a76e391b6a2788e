/// A key as the sample file and the reference show it.
package struct ConfigurationRow: Sendable {
    package let name: String
    let kind: ConfigurationSetting.Kind
    /// "a number from 0.05 to 10 s".
    package let expectation: String
    /// Its value as TOML: the default, or that of a configuration.
    package let value: String
    package let meaning: Meaning
    /// The effect of leaving the key out, if its default does not say it.
    let without: String?
    /// The range, if the sample file gives it.
    let range: String?

    init<Item>(_ key: ConfigurationKey<Item>, in item: Item) {
        name = key.name
        kind = key.kind
        expectation = key.expectation
        value = key.toml(in: item)
        meaning = key.meaning
        without = key.without
        range = key.showsRange ? key.range : nil
    }
}

extension [ConfigurationRow] {
    /// Each row with the rows below it that share its meaning.
    var shared: [ArraySlice<ConfigurationRow>] {
        var all: [ArraySlice<ConfigurationRow>] = []
        for (place, row) in enumerated() {
            if row.meaning.isAbove, let last = all.popLast() {
                all.append(self[last.startIndex...place])
            } else {
                all.append(self[place...place])
            }
        }
        return all
    }
}

extension ArraySlice<ConfigurationRow> {
    /// "0 to 100 %.", or for each what is its own: "low_percent 0 to 100 %; critical_percent 0 to 50 %."
    var ranges: String {
        let given = compactMap { row in row.range.map { (name: row.name, range: $0.replacing(" ", with: String.noBreak)) } }
        let distinct = given.indices.filter { place in !given[..<place].contains { $0.range == given[place].range } }.map { given[$0].range }
        guard distinct.count > 1 else { return distinct.first.map { $0 + "." } ?? "" }
        let sentences = distinct.map { range in
            given.filter { $0.range == range }.map(\.name).joined(separator: " and ") + String.noBreak + range
        }
        return sentences.joined(separator: "; ") + "."
    }

    /// "Without it: 0.3." Empty if the default is empty, or if the keys have different defaults.
    var defaults: String {
        let words = Set(map { $0.without ?? $0.value })
        guard words.count == 1, let word = words.first, word != "\"\"", word != "[]" else { return "" }
        return ["Without", count == 1 ? "it:" : "them:", word + "."].joined(separator: String.noBreak)
    }
}
