import Platform

/// The progress of an enrolment.
package enum EnrolmentReport: Equatable, Sendable {
    /// The person is asked to turn the head; which angles are missing, the asked one first.
    case asks([EnrolmentAngle])
    /// A face was kept from an angle, and how many there are now.
    case took(EnrolmentAngle, count: Int)
    /// What keeps faces from being taken.
    case waits(EnrolmentObstacle)
    case done(EnrolmentResult)
    case cancelled(reason: String)
}

/// How well an enrolled person can be told from others.
package struct EnrolmentResult: Equatable, Sendable {
    /// New faces, all faces, and the lights that they are in.
    package let new: Int, all: Int, lights: Int
    /// Angles of which there is no face in this light.
    package let missing: [EnrolmentAngle]
    /// The greatest distance from one of the faces to the nearest other one, and the limit of the method.
    package let spread: Double, limit: Double
    /// The nearest other person who is enrolled, and the least distance from a face of theirs.
    package let nearest: (name: String, distance: Double)?

    package init(of person: EnrolledPerson, new: Int, missing: [EnrolmentAngle], others: [EnrolledPerson]) {
        self.new = new
        all = person.faces.count
        lights = person.lights
        self.missing = missing
        spread = person.spread ?? 0
        limit = person.method?.limit ?? 0
        nearest = others.filter { $0.name != person.name }
            .compactMap { other in person.distance(to: other).map { (other.name, $0) } }.min { $0.1 < $1.1 }
    }

    package static func == (a: EnrolmentResult, b: EnrolmentResult) -> Bool {
        a.new == b.new && a.all == b.all && a.lights == b.lights && a.missing == b.missing && a.spread == b.spread && a.limit == b.limit
            && a.nearest?.name == b.nearest?.name && a.nearest?.distance == b.nearest?.distance
    }

    /// What would help, for programs: `advice` of an `enrol` event.
    package var advice: [String] {
        [nearest.map { $0.distance <= limit } == true ? "like-other" : nil, spread > limit ? "even-light" : nil, lights < 2 ? "another-light" : nil].compactMap(\.self)
    }

    /// The result for a person.
    package var words: String {
        func number(_ value: Double) -> String { NumberFormat.text(value, decimals: 2) }
        var words = "\(all) faces in \(lights == 1 ? "one light" : "\(lights) lights"), alike to \(number(spread)); the limit is \(number(limit))"
        if let nearest {
            words += "; the nearest other person is \(nearest.name) at \(number(nearest.distance))"
            if nearest.distance <= limit { words += ": THE TWO CANNOT BE TOLD APART" }
        }
        if spread > limit { words += "; these faces differ too much: enrol again in an even light" }
        if !missing.isEmpty { words += "; not seen: \(missing.map(\.rawValue).joined(separator: ", "))" }
        return lights < 2 ? words + "; do it again in another light, for example in the evening" : words
    }
}
