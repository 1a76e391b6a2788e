import Gestures
import Testing

@Suite("Faces given by blend shapes")
struct BlendShapeTests {
    /// What is recognised while shapes go up to a value and back.
    private func gestures(_ shapes: [BlendShape], _ value: Double) -> [String] {
        var configuration = GestureConfiguration()
        for expression in FacialExpression.allCases { configuration.expressions.use(expression) }
        var recognizer = GestureRecognizer(configuration: configuration), heard: [String] = []
        for frame in 1...180 {
            let time = Double(frame) / 30
            var sample = HeadSample(time: time, angles: HeadAngles(yaw: 0, pitch: 0))
            sample.setFace { shapes.contains($0) && (3..<3.7).contains(time) ? value : 0 }
            recognizer.process(sample) { if let words = $0.shortWords { heard.append(words) } }
        }
        return heard
    }

    @Test("more than half of a shape is the expression, less is none", arguments: [
        ([.jawOpen], "mouth"), ([.eyeBlinkLeft, .eyeBlinkRight], "eyes-closed"),
        ([.browInnerUp, .browOuterUpLeft, .browOuterUpRight], "brows"), ([.mouthSmileLeft, .mouthSmileRight], "smile"),
    ] as [([BlendShape], String)])
    func expressions(shapes: [BlendShape], expression: String) {
        #expect(gestures(shapes, 0.6) == [expression])
        #expect(gestures(shapes, 0.4) == [])
    }

    @Test("a jaw that opens behind shut lips, one eye that blinks and knitted brows are no expression", arguments: [
        [.jawOpen, .mouthClose], [.eyeBlinkLeft], [.browInnerUp, .browDownLeft, .browDownRight],
    ] as [[BlendShape]])
    func others(shapes: [BlendShape]) { #expect(gestures(shapes, 1) == []) }

    @Test("what a framework does not say is not known, nor is what is no number")
    func unknown() {
        var sample = HeadSample(time: 1, angles: nil)
        sample.setFace { $0 == .jawOpen ? 0.5 : $0 == .eyeBlinkLeft ? 0 : $0 == .eyeBlinkRight ? .nan : nil }
        #expect(sample.mouth == FaceMeasure(0.25, seenAt: 1))
        #expect(sample.lids == nil && sample.brows == nil && sample.smile == nil)
    }

    @Test("shapes have the names that ARKit and MediaPipe publish")
    func names() { #expect(BlendShape(rawValue: "browOuterUpLeft") == .browOuterUpLeft) }
}
