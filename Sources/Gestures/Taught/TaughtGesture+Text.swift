extension TaughtGesture {
    /// The first line, without the version.
    private static let title = "nodline taught gesture"
    /// Bounds of a text, so that a damaged file costs nothing.
    private static let mostBytes = 65_536, largest = 1000.0

    /// The template as text: a title with the version, then one line for each property and for each point, `key = numbers`.
    public var text: String {
        let weighed = TaughtChannel.allCases.filter { tolerance[$0.index] > 0 }
        var lines = ["\(Self.title) \(weighed.map(\.version).max() ?? 1)"]
        func add(_ key: String, _ values: [any CustomStringConvertible]) { lines.append("\(key) = " + values.map(\.description).joined(separator: " ")) }
        add("name", [name])
        add("repetitions", [repetitions])
        add("rate", [rate.expected, rate.upper95, rate.hours])
        add("likeness", [limits.likeness])
        add("duration", [limits.duration.lowerBound, limits.duration.upperBound])
        add("size", [limits.size.lowerBound, limits.size.upperBound])
        add("measured", weighed.map(\.rawValue))
        add("tolerance", weighed.map { tolerance[$0.index] })
        add("channels", channels.map(\.rawValue))
        for point in points { add("point", channels.map { point[$0.index] }) }
        if taught != points {
            for point in taught { add("taught", channels.map { point[$0.index] }) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a template.
    /// - Throws: ``TaughtGestureError`` with the line, what was expected, what was found and what to do.
    public init(text: String) throws(TaughtGestureError) {
        guard text.utf8.count <= Self.mostBytes else {
            throw TaughtGestureError(line: 0, "it has \(text.utf8.count) bytes; expected at most \(Self.mostBytes). \(TaughtText.remedy)")
        }
        var reader = TaughtText(text)
        let version = try reader.readTitle(Self.title, versions: 1...Self.version)
        let name = try reader.value("name") { Self.name($0) }
        let repetitions = try reader.integer("repetitions", in: 1...100)
        let rate = try reader.numbers("rate", 3, in: 0...1e6)
        let likeness = try reader.numbers("likeness", 1, in: 0...1)
        let duration = try reader.range("duration", in: 0.05...60)
        let size = try reader.range("size", in: 0.01...100)
        let measured = try reader.channels("measured", among: TaughtChannel.allCases.filter { $0.version <= version })
        let tolerances = try reader.numbers("tolerance", measured.count, in: 1e-6...Self.largest)
        let channels = try reader.channels("channels", among: measured)
        let points = try reader.points("point", channels, 4...Self.mostPoints, in: -Self.largest...Self.largest)
        let taught = reader.isAtEnd ? points : try reader.points("taught", channels, points.count...points.count, in: -Self.largest...Self.largest)
        try reader.finish()
        var tolerance = TaughtPoint.zero
        for (channel, value) in zip(measured, tolerances) { tolerance[channel.index] = Float(value) }
        self.init(name: name, channels: channels, limits: Limits(likeness: likeness[0], duration: duration, size: size), repetitions: repetitions,
                  rate: TaughtRate(expected: rate[0], upper95: rate[1], hours: rate[2]), points: points, tolerance: tolerance)
        self.taught = taught
    }
}
