import GestureNames
import Testing
import Wire

@Suite("What tilt and face measure, on the wire")
struct MeasuresTests {
    private static func line(_ tilt: Double?, _ size: (FacialExpression) -> Double?) -> String {
        EventRecord(at: 31.2, .measures(MeasuresRecord(tilt: tilt, of: size))).line
    }

    @Test("the fields are the tilt and each movement of the face by its key, without what is not known")
    func fields() {
        let sizes: [FacialExpression: Double] = [.mouth: 0.125, .eyesClosed: -0.5, .brows: 0.07, .smile: 1]
        #expect(Self.line(4.5) { sizes[$0] } == #"{"v":2,"t":31.2,"event":"measures","tilt":4.5,"mouth":0.125,"eyes_closed":-0.5,"brows":0.07,"smile":1}"#)
        #expect(Self.line(nil) { $0 == .brows ? 0.07 : nil } == #"{"v":2,"t":31.2,"event":"measures","brows":0.07}"#)
        #expect(Self.line(nil) { _ in nil } == #"{"v":2,"t":31.2,"event":"measures"}"#)
    }

    @Test("a line is read as it was written, for each movement of the face", arguments: FacialExpression.allCases)
    func readBack(expression: FacialExpression) {
        let line = Self.line(-12) { $0 == expression ? 0.25 : nil }
        #expect(EventRecord(line: line)?.line == line && line.contains("\"\(expression.key)\":0.25"))
        #expect(EventRecord(line: line.replacing("0.25", with: "\"wide\"")) == nil)
        #expect(EventRecord.words(of: line) == nil, "only machines need it")
    }
}
