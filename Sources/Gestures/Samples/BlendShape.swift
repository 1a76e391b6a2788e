/// What a face framework says of a part of the face, 0…1, by the name that ARKit publishes; MediaPipe's face landmarker uses the same names.
/// Left and right are the user's own.
public enum BlendShape: String, CaseIterable, Sendable {
    case jawOpen, mouthClose
    case eyeBlinkLeft, eyeBlinkRight
    case browInnerUp, browOuterUpLeft, browOuterUpRight, browDownLeft, browDownRight
    case mouthSmileLeft, mouthSmileRight
}

extension HeadSample {
    /// Takes mouth, lids, brows and smile from blend shapes of the same moment.
    ///
    /// ```swift
    /// var sample = HeadSample(time: time, angles: angles)
    /// sample.setFace { shapes[$0] }
    /// ```
    ///
    /// Half of a shape reaches the expression's usual threshold. That follows from the measures of usual faces and was not tried on people.
    /// - Parameter value: of a shape; `nil` if it is not known, as of a face that was not found. What needs it is then not known either.
    public mutating func setFace(_ value: (BlendShape) -> Double?) {
        func mean(_ shapes: BlendShape...) -> Double? {
            var sum = 0.0
            for shape in shapes {
                guard let value = value(shape), value.isFinite else { return nil }
                sum += value
            }
            return sum / Double(shapes.count)
        }
        let usual = UsualFace(), time = time
        mouth = mean(.jawOpen).map { FaceMeasure(usual.mouth * max(0, $0 - (mean(.mouthClose) ?? 0)), seenAt: time) }
        lids = if let right = mean(.eyeBlinkRight), let left = mean(.eyeBlinkLeft) {
            LidOpening(right: usual.lids * (1 - usual.blink * right), left: usual.lids * (1 - usual.blink * left), seenAt: time)
        } else {
            nil
        }
        brows = mean(.browInnerUp, .browOuterUpLeft, .browOuterUpRight).map {
            FaceMeasure(usual.brows * (1 + usual.raise * ($0 - (mean(.browDownLeft, .browDownRight) ?? 0))), seenAt: time)
        }
        smile = mean(.mouthSmileLeft, .mouthSmileRight).map { FaceMeasure(usual.smile * (1 + usual.grin * $0), seenAt: time) }
    }
}

/// The measures of a usual face (docs/lab/face.md), and by how much the whole of a blend shape changes them: twice the usual thresholds.
private struct UsualFace {
    /// Of the open mouth.
    let mouth = 0.5
    let lids = 0.3, blink = 0.8
    let brows = 0.62, raise = 0.14
    let smile = 0.72, grin = 0.34
}
