import FoundationEssentials
import Platform
import Wire

/// Examines the picture that a running appliance sees: the placement advice of its preview.
package struct PictureExamination {
    /// Seconds to wait for a picture; a camera that rests needs up to two.
    private static let timeout = 4.0

    private struct Picture: Decodable {
        let event: String?, advice: [String]?
    }

    package let findings: [Finding]

    package init(_ advice: [PlacementAdvice]) {
        findings = advice.isEmpty ? [.good("picture", "the face is seen well")] : advice.map { .advice("picture", $0.finding, $0.remedy) }
    }

    /// Without an appliance that shows its picture to this user, nothing is found.
    private init() { findings = [] }

    static var ofService: PictureExamination {
        guard let connection = ControlConnection.ofService,
              (try? connection.reply("{\"request\":\"preview\"}", as: ControlReply.self)) != nil else { return PictureExamination() }
        let end = MonotonicClock.now + timeout
        while let line = try? connection.line(within: max(0, end - MonotonicClock.now)) {
            guard let picture = try? JSONDecoder().decode(Picture.self, from: Data(line.utf8)), picture.event == "preview" else { continue }
            return PictureExamination((picture.advice ?? []).compactMap(PlacementAdvice.init))
        }
        return PictureExamination()
    }
}

extension PlacementAdvice {
    fileprivate var finding: String {
        switch self {
        case .noFace: "no face is seen"
        case .tooDark: "it is too dark"
        case .tooBright: "it is too bright"
        case .tooFar: "the face is too far away"
        case .tooNear: "the face is too near"
        case .left, .right, .up, .down: "the face is not in the middle"
        case .tilted: "the face is tilted in the picture"
        case .twoFaces: "there are two faces"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .noFace: "point the camera at the face; does anything cover the lens?"
        case .tooDark: "switch on a lamp in front of the person or at the side"
        case .tooBright: "turn the camera away from the window or lamp"
        case .tooFar: "bring the camera nearer: 50 to 100 cm is good"
        case .tooNear: "move the camera back a little"
        case .left: "move the camera a little to the person's left"
        case .right: "move the camera a little to the person's right"
        case .up: "move the camera a little up"
        case .down: "move the camera a little down"
        case .tilted: "turn the camera until the face is upright, or set camera.orientation"
        case .twoFaces: "only the person who uses the switch should be in the picture"
        }
    }
}
