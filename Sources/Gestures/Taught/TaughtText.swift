/// Reads the lines of a template one after the other. Every error says the line, what was expected, what was found, and what to do.
struct TaughtText {
    static let remedy = "Teach it again, or put back an exported copy."
    /// Longest part of a line that an error repeats, in characters.
    private static let longestQuote = 60

    private var lines: ArraySlice<Substring>
    private var number = 0

    init(_ text: String) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines[...]
    }

    var isAtEnd: Bool { lines.isEmpty }

    private func fault(_ expected: String, found: some StringProtocol) -> TaughtGestureError {
        TaughtGestureError(line: number, "expected \(expected), found \"\(found.prefix(Self.longestQuote))\". \(Self.remedy)")
    }

    private mutating func next(_ expected: String) throws(TaughtGestureError) -> Substring {
        number += 1
        guard let line = lines.popFirst() else { throw TaughtGestureError(line: number, "expected \(expected), but the text ends here. \(Self.remedy)") }
        return line
    }

    /// - Returns: the version.
    mutating func readTitle(_ title: String, versions: ClosedRange<Int>) throws(TaughtGestureError) -> Int {
        let expected = versions.map { "\"\(title) \($0)\"" }.joined(separator: " or ")
        let line = try next(expected)
        guard line.hasPrefix(title + " "), let found = Int(line.dropFirst(title.count + 1)), found >= versions.lowerBound else {
            throw fault(expected, found: line)
        }
        guard found <= versions.upperBound else {
            let problem = "it has version \(found), and this program knows versions up to \(versions.upperBound); update the program, or teach it again"
            throw TaughtGestureError(line: number, problem, isNewer: true)
        }
        return found
    }

    private mutating func cells(_ key: String, _ expected: String) throws(TaughtGestureError) -> [Substring] {
        let line = try next("\"\(key) = \(expected)\"")
        guard line.hasPrefix(key + " = ") else { throw fault("\"\(key) = \(expected)\"", found: line) }
        return line.dropFirst(key.count + 3).split(separator: " ")
    }

    mutating func value<Value>(_ key: String, _ parse: (Substring) -> Value?) throws(TaughtGestureError) -> Value {
        let cells = try cells(key, "…")
        guard cells.count == 1, let value = parse(cells[0]) else { throw fault("one \(key)", found: cells.joined(separator: " ")) }
        return value
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(TaughtGestureError) -> Int {
        let cells = try cells(key, "\(range.lowerBound) to \(range.upperBound)")
        guard cells.count == 1, let value = Int(cells[0]), range.contains(value) else {
            throw fault("\(key) from \(range.lowerBound) to \(range.upperBound)", found: cells.joined(separator: " "))
        }
        return value
    }

    mutating func numbers(_ key: String, _ count: Int, in range: ClosedRange<Double>) throws(TaughtGestureError) -> [Double] {
        let expected = "\(count) \(count == 1 ? "number" : "numbers") from \(range.lowerBound) to \(range.upperBound)"
        let cells = try cells(key, expected)
        var values: [Double] = []
        for cell in cells {
            guard let value = Double(cell), range.contains(value) else { throw fault(expected, found: cell) }
            values.append(value)
        }
        guard values.count == count else { throw fault(expected, found: "\(values.count) numbers") }
        return values
    }

    mutating func range(_ key: String, in range: ClosedRange<Double>) throws(TaughtGestureError) -> ClosedRange<Double> {
        let values = try numbers(key, 2, in: range)
        guard values[0] < values[1] else { throw fault("\(key) from less to more", found: "\(values[0]) \(values[1])") }
        return values[0]...values[1]
    }

    mutating func channels(_ key: String, among allowed: [TaughtChannel]) throws(TaughtGestureError) -> [TaughtChannel] {
        let expected = "some of " + allowed.map(\.rawValue).joined(separator: " ")
        var channels: [TaughtChannel] = []
        for cell in try cells(key, expected) {
            guard let channel = TaughtChannel(rawValue: String(cell)), allowed.contains(channel), !channels.contains(channel) else { throw fault(expected, found: cell) }
            channels.append(channel)
        }
        guard !channels.isEmpty else { throw fault(expected, found: "") }
        return channels
    }

    mutating func points(_ key: String, _ channels: [TaughtChannel], _ count: ClosedRange<Int>, in range: ClosedRange<Double>) throws(TaughtGestureError) -> [TaughtPoint] {
        var points: [TaughtPoint] = []
        while points.count < count.lowerBound || lines.first?.hasPrefix(key + " = ") == true {
            guard points.count < count.upperBound else {
                number += 1
                throw fault("at most \(count.upperBound) lines \"\(key)\"", found: lines.first ?? "")
            }
            var point = TaughtPoint.zero
            for (channel, value) in zip(channels, try numbers(key, channels.count, in: range)) { point[channel.index] = Float(value) }
            points.append(point)
        }
        return points
    }

    mutating func finish() throws(TaughtGestureError) {
        guard let line = lines.first else { return }
        number += 1
        throw fault("the end of the text", found: line)
    }
}
