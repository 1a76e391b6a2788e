import FoundationEssentials
import Gestures
import Pipeline
import Wire

/// A small picture of what the camera sees, as a line for a client. Coordinates are pixels of the picture.
struct PreviewRecord: Encodable, Sendable {
    struct Face: Encodable, Sendable {
        let eyes: [[Double]], mouth: [Double]
        let pointer: [Double]??
        let certain: Bool, iod: Double

        init(_ face: Pipeline.Face, scale: Double) {
            func point(_ point: PicturePoint) -> [Double] { [(point.x * scale * 10).rounded() / 10, (point.y * scale * 10).rounded() / 10] }
            eyes = [point(face.rightEye), point(face.leftEye)]
            mouth = point(face.mouth)
            pointer = .some(HeadPointer(leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth).map { point($0.position) })
            certain = face.isCertain
            let apart = face.leftEye - face.rightEye
            iod = ((apart * apart).sum().squareRoot() * scale * 10).rounded() / 10
        }
    }

    private let v = EventRecord.version
    let t: Double
    private let event = "preview"
    let width: Int, height: Int
    var jpeg = ""
    /// The picture is upright and not mirrored: the user's left is on its right.
    private let mirrored = false
    let face: Face??
    /// Whose face it is, if something depends on it.
    let person: StatusReply.Person?
    let advice: [String]

    init(at time: Double, width: Int, height: Int, face: Face?, person: StatusReply.Person?, advice: [PlacementAdvice]) {
        (t, self.width, self.height) = (time, width, height)
        self.face = .some(face)
        self.person = person
        self.advice = advice.map(\.rawValue)
    }
}
