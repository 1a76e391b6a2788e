import FoundationEssentials
import People

/// A person who was enrolled: faces as numbers, from several angles and in several lights. No picture is kept.
package struct EnrolledPerson: Equatable, Sendable {
    package struct EnrolledFace: Equatable, Sendable {
        package let embedding: FaceEmbedding
        package let angle: EnrolmentAngle
        package let light: FaceLight

        package init(_ embedding: FaceEmbedding, _ angle: EnrolmentAngle, _ light: FaceLight) {
            self.embedding = embedding
            self.angle = angle
            self.light = light
        }
    }

    /// The most faces of a person: four lights from all angles.
    package static let mostFaces = 40
    /// The most people.
    package static let mostPeople = 20

    package let name: String
    package var faces: [EnrolledFace]

    package init(_ name: String, _ faces: [EnrolledFace] = []) {
        self.name = name
        self.faces = faces
    }

    /// The method that made numbers of all the faces; `nil` if there are none.
    package var method: RecognitionMethod? { faces.first?.embedding.method }

    /// How many lights differ so much that a face looks otherwise in them. Only faces that look ahead tell: a head that turns changes its shadows.
    package var lights: Int {
        var kinds: [FaceLight] = []
        for face in faces where face.angle == .ahead && !kinds.contains(where: face.light.isLike) { kinds.append(face.light) }
        return max(kinds.count, faces.isEmpty ? 0 : 1)
    }

    /// The greatest distance from one of the faces to the nearest other one; `nil` if there are fewer than two.
    package var spread: Double? {
        faces.indices.compactMap { place in
            let others = faces.indices.filter { $0 != place }.map { faces[$0].embedding }
            return faces[place].embedding.distance(toNearestOf: others)
        }.max()
    }

    /// The least distance of a face from one of another person's.
    package func distance(to other: EnrolledPerson) -> Double? {
        let theirs = other.faces.map(\.embedding)
        return faces.compactMap { $0.embedding.distance(toNearestOf: theirs) }.min()
    }
}

/// A person's file: version 1 of its JSON.
extension EnrolledPerson {
    private struct File: Codable {
        struct Face: Codable {
            var embedding: String, angle: String
            var light: [Double]
        }

        var version: Int
        var name: String
        var faces: [Face]
    }

    private static let version = 1

    /// - Throws: ``DamagedPerson``.
    package init(json: Data, name: String) throws(DamagedPerson) {
        let file: File
        do { file = try JSONDecoder().decode(File.self, from: json) } catch { throw DamagedPerson("it is not the JSON of an enrolled person") }
        guard file.version == Self.version else { throw DamagedPerson("it has version \(file.version); expected \(Self.version)") }
        guard file.name == name else { throw DamagedPerson("it is about \(file.name.prefix(40)), and its own name is \(name)") }
        guard (1...Self.mostFaces).contains(file.faces.count) else {
            throw DamagedPerson("it has \(file.faces.count) faces; expected 1 to \(Self.mostFaces)")
        }
        var faces: [EnrolledFace] = []
        for (place, face) in file.faces.enumerated() {
            guard let angle = EnrolmentAngle(rawValue: face.angle), let light = FaceLight(face.light) else {
                throw DamagedPerson("the angle or light of face \(place + 1) is not possible")
            }
            do { faces.append(EnrolledFace(try FaceEmbedding(text: face.embedding), angle, light)) } catch {
                throw DamagedPerson("face \(place + 1): \(error)")
            }
        }
        guard Set(faces.map(\.embedding.method)).count == 1 else { throw DamagedPerson("its faces are of different methods") }
        self.init(name, faces)
    }

    package var json: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try? encoder.encode(File(version: Self.version, name: name, faces: faces.map {
            File.Face(embedding: $0.embedding.text, angle: $0.angle.rawValue, light: $0.light.numbers)
        }))
    }
}

/// A person's file that cannot be used, and why.
package struct DamagedPerson: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
