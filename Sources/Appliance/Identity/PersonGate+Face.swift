import Gestures
import People
import Pipeline

/// What the gate sees of a face, and the chip of one that should be recognised.
extension PersonGate {
    /// Least eye distance and largest angles of a face that can be recognised, in pixels and degrees.
    static let least = 24.0
    private static let turned = (yaw: 30.0, pitch: 25.0)

    /// - Returns: `nil` if nothing depends on who is seen.
    package init?(_ configuration: Configuration, insteadOf previous: PersonGate? = nil) {
        guard configuration.recognisesPeople else { return nil }
        self.init(only: configuration.person.only, acceptsUnknown: configuration.person.unknown == .accept, insteadOf: previous)
    }

    /// Cuts the chip of a face that should be recognised now.
    /// - Returns: the face's number, for the answer; `nil` if there is nothing to recognise.
    mutating func wantsRecognition(of face: Face?, in view: FrameView, into chip: inout FaceChip) -> Int? {
        let time = view.frame.time
        guard let face, wantsLook(at: time, obstacle: Self.obstacle(face)), chip.cut(face, from: view) else { return nil }
        let isDark = !FaceLight(chip).isEnough
        looks(at: time, obstacle: isDark ? .dark : nil)
        return isDark ? nil : sighting
    }

    /// The recogniser has answered.
    mutating func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>, among people: [EnrolledPerson], at time: Double, _ emit: (PersonReport) -> Void) {
        switch answer {
        case .success(let face): hear(PersonMatch(face, among: people, only: only), at: time, emit)
        case .failure(let failure): fail(.failed(failure.description), at: time, emit)
        }
    }

    /// Follows the face in a frame. Turning or nodding makes only one of its two measures smaller.
    mutating func follow(_ face: Face?, at time: Double) {
        let size = face.flatMap { face in
            face.isCertain ? max(Self.distance(face.leftEye, face.rightEye), Self.distance((face.leftEye + face.rightEye) / 2, face.mouth)) : nil
        }
        follow(size, at: time)
    }

    private static func obstacle(_ face: Face) -> RecognitionObstacle? {
        guard face.isCertain, let pose = face.pose else { return .hidden }
        if distance(face.leftEye, face.rightEye) < least { return .far }
        return abs(pose.yaw) > turned.yaw || abs(pose.pitch) > turned.pitch ? .turned : nil
    }

    static func distance(_ a: PicturePoint, _ b: PicturePoint) -> Double { ((a - b) * (a - b)).sum().squareRoot() }
}
