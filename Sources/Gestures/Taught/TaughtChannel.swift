/// One number of the head or face in which a taught gesture may move. The raw value is its name in a template's text.
///
/// Distances are in IOD along the head's own axes; everything is compared with the person's own rest.
public enum TaughtChannel: String, CaseIterable, Sendable {
    /// Turn of the head by its angles, as the distance that the nose moves: 0.21 are 10 degrees. Positive to the user's left, and up.
    case turnLeft = "turn-left", turnUp = "turn-up"
    /// Turn of the head by the nose's place on the face, on the same scale.
    case noseLeft = "nose-left", noseUp = "nose-up"
    /// The head's place in the frame.
    case placeLeft = "place-left", placeUp = "place-up"
    /// Tilt towards a shoulder, in radians, on the same scale.
    case tilt
    /// Logarithm of the head's size: nearer is positive.
    case size
    /// Distance of the lips.
    case mouth
    /// Opening of the eyes, the mean of both.
    case lids
    /// Height of the brows, as the logarithm of its part of the usual one, three times: raised brows have 0.2 to 0.5, as much as a mouth that opens.
    case brows
    /// Width of a smile, likewise one and a half times: 0.3 to 0.6.
    case smile

    /// Place in a ``TaughtPoint``.
    var index: Int {
        switch self {
        case .turnLeft: 0
        case .turnUp: 1
        case .noseLeft: 2
        case .noseUp: 3
        case .placeLeft: 4
        case .placeUp: 5
        case .tilt: 6
        case .size: 7
        case .mouth: 8
        case .lids: 9
        case .brows: 10
        case .smile: 11
        }
    }

    /// Whether it is measured on the mesh of the face, which runs only when something asks for it.
    var isOfFace: Bool { self == .mouth || self == .lids || followsHead }

    /// Whether the mesh shows some of it when only the head turns or the mouth opens (docs/lab/face.md).
    var followsHead: Bool { self == .brows || self == .smile }

    /// Whether it moves when the head turns or tilts.
    var turns: Bool {
        switch self {
        case .turnLeft, .turnUp, .noseLeft, .noseUp, .tilt: true
        case .placeLeft, .placeUp, .size, .mouth, .lids, .brows, .smile: false
        }
    }

    /// The first version of a template's text that knows it.
    var version: Int { followsHead ? 2 : 1 }
}

/// All channels at one moment, by ``TaughtChannel/index``; unused places are zero.
typealias TaughtPoint = SIMD16<Float>
