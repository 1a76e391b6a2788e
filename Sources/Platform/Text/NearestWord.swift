/// Finds the known word that is nearest to a mistyped one.
package enum NearestWord {
    /// The nearest of `known`, unless all differ too much. One that follows another word is that one: "look-left" means "left".
    package static func to(_ word: String, among known: [String]) -> String? {
        // Looked for among the bytes: a long word with accents takes long to be split into letters.
        if let dash = word.utf8.firstIndex(of: UInt8(ascii: "-")), !known.contains(word) {
            let rest = String(word[word.utf8.index(after: dash)...])
            if known.contains(rest) { return rest }
        }
        let length = word.count, limit = max(2, length / 3)
        // Letters that one word has more than the other are a part of the distance: a strange word of any length costs nothing.
        return known.filter { abs($0.count - length) <= limit }.map { (distance(word, $0), $0) }.filter { $0.0 <= limit }.min { $0.0 < $1.0 }?.1
    }

    /// The Levenshtein distance: insertions, deletions and replacements.
    private static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a), b = Array(b)
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return row[b.count]
    }
}
