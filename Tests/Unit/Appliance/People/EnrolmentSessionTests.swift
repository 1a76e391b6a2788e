import Appliance
import ApplianceSupport
import People
import Testing

@Suite("Enrolling a person")
struct EnrolmentSessionTests {
    private static let light = FaceLight(bright(120))

    private static func bright(_ mean: Int) -> FaceChip {
        FaceChip(pixels: (0..<FaceChip.byteCount).map { UInt8(clamping: mean + ($0 / 4 % 2 == 0 ? 20 : -20)) }, eyeDistance: 60) ?? FaceChip()
    }

    /// Shows a session a head that looks ahead.
    private func look(_ session: inout EnrolmentSession, _ seconds: Double, from start: Double, light: FaceLight, face: FaceEmbedding) -> [EnrolmentReport] {
        var reports: [EnrolmentReport] = [], time = start
        while time < start + seconds {
            time += 0.1
            guard let angle = session.wants((1, -1), light: { light }, at: time, { reports.append($0) }),
                  session.reads(angle, light, at: time, { reports.append($0) }) else { continue }
            session.hear(.success(face), at: time) { reports.append($0) }
        }
        return reports
    }

    @Test("another person's face is not taken into somebody's, nor is a dark one")
    func session() {
        var session = EnrolmentSession(EnrolledPerson("anna"), others: [], at: 0)
        _ = look(&session, 1.2, from: 0, light: Self.light, face: ScriptedReader.face(1))
        let count = session.person.faces.count
        #expect(count > 0)
        #expect(look(&session, 2, from: 2, light: Self.light, face: ScriptedReader.face(2)).contains(.waits(.unlike)))
        #expect(look(&session, 2, from: 5, light: FaceLight(Self.bright(5)), face: ScriptedReader.face(1)).contains(.waits(.dark)))
        #expect(session.person.faces.count == count)
        _ = look(&session, 5, from: 8, light: Self.light, face: ScriptedReader.face(1))
        #expect(session.person.faces.count == 3 && session.person.lights == 1)  // enough from ahead in this light
        #expect(session.isStuck(at: 60) && session.obstacle(at: 60) == "no face was seen for 10 s")
    }

    @Test("an exposure that moves and a head that turns are no other light, and another enrolment in another light is one")
    func lights() {
        var session = EnrolmentSession(EnrolledPerson("anna"), others: [], at: 0)
        _ = look(&session, 1.2, from: 0, light: Self.light, face: ScriptedReader.face(1))
        _ = look(&session, 5, from: 1.2, light: FaceLight(Self.bright(190)), face: ScriptedReader.face(1))
        #expect(session.person.faces.count == 3 && session.person.lights == 1)
        var evening = EnrolmentSession(session.person, others: [], at: 0)
        _ = look(&evening, 5, from: 0, light: FaceLight(Self.bright(190)), face: ScriptedReader.face(1))
        #expect(evening.person.faces.count == 6 && evening.person.lights == 2)
        #expect(evening.result().words.hasPrefix("6 faces in 2 lights"))
        let turned = EnrolledPerson.EnrolledFace(ScriptedReader.face(1), .left, FaceLight(Self.bright(60)))
        #expect(EnrolledPerson("anna", session.person.faces + [turned]).lights == 1)
    }

    @Test("who sits in the dark is told so before the first face, and the enrolment ends if no lamp comes on")
    func dark() {
        var session = EnrolmentSession(EnrolledPerson("anna"), others: [], at: 0)
        let dark = FaceLight(Self.bright(5))
        #expect(look(&session, 3, from: 0, light: dark, face: ScriptedReader.face(1)) == [.waits(.dark)])
        #expect(session.obstacle(at: 3) == nil)
        #expect(look(&session, 1.5, from: 3, light: Self.light, face: ScriptedReader.face(1)).first == .asks(EnrolmentAngle.allCases))
        #expect(!session.person.faces.isEmpty)
        session = EnrolmentSession(EnrolledPerson("anna"), others: [], at: 0)
        #expect(look(&session, 16, from: 0, light: dark, face: ScriptedReader.face(1)) == [.waits(.dark)])
        #expect(session.obstacle(at: 16) == "it is too dark: light the face from the front, and begin again")
    }

    @Test("what keeps faces from being taken is said once, until a face is taken")
    func once() {
        let ben = EnrolledPerson("ben", [EnrolledPerson.EnrolledFace(ScriptedReader.face(2), .ahead, Self.light)])
        var session = EnrolmentSession(EnrolledPerson("anna"), others: [ben], at: 0)
        let reports = look(&session, 8, from: 0, light: Self.light, face: ScriptedReader.face(2))
        #expect(reports.count { $0 == .waits(.other("ben")) } == 1, "\(reports)")
    }

    @Test("a face that was out of sight must be surely the same person's when it is back")
    func outOfSight() {
        let between = Float(RecognitionMethod.dlib.limit + RecognitionMethod.dlib.strangerLimit) / 2
        for gap in [0, 1.0] {
            var session = EnrolmentSession(EnrolledPerson("anna"), others: [], at: 0)
            _ = look(&session, 1.2, from: 0, light: Self.light, face: ScriptedReader.face(1))
            let count = session.person.faces.count
            _ = look(&session, 0.4, from: 1.2 + gap, light: FaceLight(Self.bright(190)), face: ScriptedReader.face(1, unlike: between))
            #expect((session.person.faces.count > count) == (gap == 0))
            _ = look(&session, 0.8, from: 1.6 + gap, light: FaceLight(Self.bright(190)), face: ScriptedReader.face(1))
            #expect(session.person.faces.count > count)
        }
    }

    @Test("a face that is nearer to somebody else who is enrolled is not taken")
    func somebodyElse() {
        let ben = EnrolledPerson("ben", [EnrolledPerson.EnrolledFace(ScriptedReader.face(2), .ahead, Self.light)])
        var session = EnrolmentSession(EnrolledPerson("anna"), others: [ben], at: 0)
        let reports = look(&session, 2, from: 0, light: Self.light, face: ScriptedReader.face(2, unlike: 0.1))
        #expect(session.person.faces.isEmpty && reports.contains(.waits(.other("ben"))))
        _ = look(&session, 2, from: 2, light: Self.light, face: ScriptedReader.face(1))
        #expect(!session.person.faces.isEmpty)
        session = EnrolmentSession(ben, others: [ben], at: 0)
        _ = look(&session, 2, from: 0, light: Self.light, face: ScriptedReader.face(2))
        #expect(session.person.faces.count > 1)
    }

    @Test("the result tells how alike the faces are, and who is nearest")
    func result() {
        func person(_ name: String, _ faces: [FaceEmbedding]) -> EnrolledPerson {
            EnrolledPerson(name, faces.map { EnrolledPerson.EnrolledFace($0, .ahead, Self.light) })
        }
        let anna = person("anna", [ScriptedReader.face(1), ScriptedReader.face(1, unlike: 0.2)])
        let twin = person("twin", [ScriptedReader.face(1, unlike: 0.3)]), ben = person("ben", [ScriptedReader.face(2)])
        let result = EnrolmentResult(of: anna, new: 2, missing: [.up], others: [ben])
        #expect(abs(result.spread - 0.2) < 1e-6 && result.nearest?.name == "ben" && !result.words.contains("CANNOT") && result.words.contains("not seen: up"))
        #expect(result.advice == ["another-light"])
        let alike = EnrolmentResult(of: anna, new: 2, missing: [], others: [ben, twin, anna])
        #expect(alike.words.contains("twin at 0.1: THE TWO CANNOT BE TOLD APART") && alike.advice == ["like-other", "another-light"])
    }
}
