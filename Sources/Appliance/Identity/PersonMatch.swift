import People

/// A face among those that are enrolled: the nearest person.
package struct PersonMatch: Equatable, Sendable {
    package let name: String
    /// From the nearest of that person's faces.
    package let distance: Double
    package let method: RecognitionMethod

    package init(name: String, distance: Double, method: RecognitionMethod) {
        self.name = name
        self.distance = distance
        self.method = method
    }

    /// - Parameter only: the people who may act; empty for everybody.
    /// - Returns: `nil` if nobody was enrolled by this method. Neither does a face that is nobody's say anything while one of those who may act is
    ///   not enrolled: it may be theirs.
    package init?(_ face: FaceEmbedding, among people: [EnrolledPerson], only: Set<String> = []) {
        let distances = people.compactMap { person in
            face.distance(toNearestOf: person.faces.map(\.embedding)).map { (name: person.name, distance: $0) }
        }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        guard nearest.distance <= face.method.limit || only.isSubset(of: distances.map(\.name)) else { return nil }
        self.init(name: nearest.name, distance: nearest.distance, method: face.method)
    }
}
