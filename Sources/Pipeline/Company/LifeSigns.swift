import Glibc

/// Whether a face moves as the head of a living person does: a picture of a face on a wall does not.
///
/// A living head is never quite at rest: it breathes, sways and blinks. What the mesh measures is compared with its own average over the last
/// seconds, which a camera's noise and a change of light move less than that (docs/lab/following.md). A single frame that is off tells nothing.
public struct LifeSigns: Equatable, Sendable {
    /// Time constant of the averages, in seconds.
    private static let memory = 5.0
    /// Differences from the average that are a sign: of the face's place in eye distances, of its angles in degrees, of the lids' opening and of
    /// the lips'.
    private static let least = (shift: 0.015, turn: 3.0, lids: 0.05, lips: 0.08)
    /// Frames in a row that must show one. A blink lasts for two or three.
    private static let frames = 2
    /// Seconds for which the mesh may still settle on a face that was just found.
    private static let settling = 1.5

    /// Time since which the face is seen.
    public private(set) var began: Double?
    /// Time of the last sign.
    public private(set) var last: Double?
    /// Place in eye distances, yaw, pitch, lids and lips.
    private var average = (place: PicturePoint.zero, turn: PicturePoint.zero, shape: PicturePoint.zero)
    private var lastTime = 0.0
    private var run = 0

    public init() {}

    /// Whether it has ever moved like that.
    public var areSeen: Bool { last != nil }

    /// Seconds without a sign; 0 before the face is seen.
    public func stillness(at time: Double) -> Double {
        guard let since = last ?? began else { return 0 }
        return max(0, time - since)
    }

    /// Takes a face that is certain.
    public mutating func see(_ face: Face, at time: Double) {
        let size = face.size
        guard size > 0, let pose = face.pose, pose.isFinite else { return }
        let place = (face.leftEye + face.rightEye + face.mouth) / 3, turn = PicturePoint(pose.yaw, pose.pitch)
        let shape = face.shape.map { PicturePoint(($0.leftLids + $0.rightLids) / 2, $0.lips) } ?? average.shape
        if began == nil { began = time }
        guard let began, time - began >= Self.settling else {
            (lastTime, average) = (time, (place, turn, shape))
            return
        }
        let part = 1 - exp(-max(0, time - lastTime) / Self.memory)
        lastTime = time
        let moved = FacePoints.length(place - average.place) / size, turned = FacePoints.length(turn - average.turn)
        let changed = shape - average.shape
        let isSign = moved > Self.least.shift || turned > Self.least.turn || changed.x.magnitude > Self.least.lids || changed.y.magnitude > Self.least.lips
        run = isSign ? run + 1 : 0
        if run >= Self.frames { last = time }
        average.place += (place - average.place) * part
        average.turn += (turn - average.turn) * part
        average.shape += changed * part
    }

    public static func == (a: LifeSigns, b: LifeSigns) -> Bool { a.began == b.began && a.last == b.last }
}
