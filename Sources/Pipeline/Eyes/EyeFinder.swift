import Glibc

/// Measures where an eye points in the head, with MediaPipe's iris model on a small picture of it.
///
/// A run costs as much as one of the mesh. So a few pictures are remembered while the head rests, which is cheap, and looked at only when a
/// movement that matters asks where the eyes were before it.
public final class EyeFinder {
    /// One eye of the user.
    public enum Side: CaseIterable, Sendable { case right, left }

    static let inputSide = 64
    /// A crop is this many times as wide as the eye.
    private static let regionScale = 2.3
    /// An eye's width over the distance between the eyes' middles: points 33, 133, 362 and 263 of the canonical face.
    private static let eyeWidth = 0.41
    /// Points of the model's contour, which follows the mesh's 33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173:
    /// corners, and pairs of lower and upper lid between them.
    private static let outerCorner = 0, innerCorner = 8
    private static let lids = (first: (3, 11), middle: (4, 12), last: (5, 13))
    /// Pictures are remembered this far apart, in seconds, and this many of them.
    private static let spacing = 0.2, count = 10

    private let model: LiteRTModel
    private let contour: UnsafeBufferPointer<Float>
    private let iris: UnsafeBufferPointer<Float>
    private let sampler = CropSampler(side: EyeFinder.inputSide, border: .replicate, low: 0, high: 1)
    private var pictures: [EyePicture]
    /// The picture that was remembered last.
    private var last = 0

    /// - Throws: ``ModelError`` when the model is missing, damaged or of another shape.
    public init(runtime: LiteRTRuntime, threads: Int = 1) throws {
        let side = Self.inputSide
        model = try LiteRTModel(.iris, inputShape: [1, side, side, 3], threads: threads, runtime: runtime)
        contour = try model.output(shape: [1, 213])
        iris = try model.output(shape: [1, 15])
        pictures = (0..<Self.count).map { _ in EyePicture() }
    }

    /// Forgets what was remembered: another face.
    public func forget() {
        for index in pictures.indices { pictures[index].until = -.infinity }
    }

    /// Keeps a small picture of each eye, now and then. A face that is where it was, to the last digit, is a frame in which nothing has changed.
    public func remember(_ face: Face, in view: FrameView, costs: StageCosts? = nil) {
        guard let place = place(of: face, in: view) else { return }
        if pictures[last].until > -.infinity, pictures[last].place == place {
            pictures[last].until = view.frame.time
            return
        }
        guard view.frame.time - pictures[last].time >= Self.spacing || pictures[last].until == -.infinity else { return }
        last = (last + 1) % Self.count
        costs.measure(.crop) {
            for side in Side.allCases {
                crop(side, place, in: view)
                pictures[last].take(model.input, side)
            }
        }
        pictures[last].begin(at: view.frame.time, place)
    }

    /// Looks at an eye as it is now. One run of the model.
    public func look(_ side: Side, of face: Face, in view: FrameView, costs: StageCosts? = nil) throws -> EyeSighting? {
        guard let place = place(of: face, in: view) else { return nil }
        costs.measure(.crop) { crop(side, place, in: view) }
        return try look(side, place, at: view.frame.time, costs)
    }

    /// Looks at an eye as it was remembered last at or before a moment. One run of the model.
    /// - Returns: `nil` where nothing is remembered.
    public func look(_ side: Side, before time: Double, costs: StageCosts? = nil) throws -> EyeSighting? {
        var found: Int?
        for index in pictures.indices where pictures[index].until > -.infinity && pictures[index].time <= time {
            if found.map({ pictures[index].time > pictures[$0].time }) ?? true { found = index }
        }
        guard let found else { return nil }
        pictures[found].put(side, into: model.input)
        return try look(side, pictures[found].place, at: min(time, pictures[found].until), costs)
    }

    private func place(of face: Face, in view: FrameView) -> EyePlace? {
        guard face.isCertain, let pose = face.pose else { return nil }
        return EyePlace(face, pose, width: view.width, height: view.height)
    }

    /// Fills the model's input.
    private func crop(_ side: Side, _ place: EyePlace, in view: FrameView) {
        let length = place.distance * Self.eyeWidth * Self.regionScale
        let region = RegionOfInterest(center: side == .right ? place.right : place.left, size: PicturePoint(length, length), rotation: place.rotation)
        // The model knows the eye on the picture's left; the other one is mirrored.
        sampler.sample(region, isMirrored: side == .left, of: view, into: model.input)
    }

    private func look(_ side: Side, _ place: EyePlace, at time: Double, _ costs: StageCosts?) throws -> EyeSighting? {
        let contrast = place.isInside(side, margin: place.distance * Self.eyeWidth / 2) ? EyePicture.contrast(of: model.input) : 0
        try costs.measure(.eyes) { try model.run() }
        let scale = place.distance * Self.eyeWidth * Self.regionScale / Double(Self.inputSide)
        return measure(side, scale: scale).map {
            EyeSighting(eye: $0, side: side, contrast: contrast, pose: place.pose, eyeDistance: place.distance, time: time)
        }
    }

    private func measure(_ side: Side, scale: Double) -> Eye? {
        func point(_ index: Int) -> PicturePoint { PicturePoint(Double(contour[3 * index]), Double(contour[3 * index + 1])) }
        func opening(_ pair: (Int, Int)) -> Double { FacePoints.length(point(pair.0) - point(pair.1)) }
        let outer = point(Self.outerCorner), inner = point(Self.innerCorner)
        let along = (inner - outer) / 2, half = FacePoints.length(along)
        guard half > 1, half.isFinite else { return nil }
        let axis = along / half, away = PicturePoint(Double(iris[0]), Double(iris[1])) - (outer + inner) / 2
        let x = (away * axis).sum() / half, y = (away * PicturePoint(-axis.y, axis.x)).sum() / half
        guard x.isFinite, y.isFinite else { return nil }
        let lids = (opening(Self.lids.first) + opening(Self.lids.middle) + opening(Self.lids.last)) / 3
        // Inwards is to the user's left in the right eye.
        return Eye(iris: PicturePoint(side == .left ? -x : x, -y), openness: lids / (2 * half), width: 2 * half * scale)
    }
}
