import Glibc

/// Measures where an eye points in the head, with MediaPipe's iris model on a small crop of it.
///
/// A run costs as much as one of the mesh. A few crops are therefore stored while the head rests, which is cheap, and evaluated only when a
/// relevant movement needs to know where the eyes pointed before it.
public final class EyeFinder {
    /// One eye of the user.
    public enum Side: CaseIterable, Sendable { case right, left }

    static let inputSide = 64
    /// Width of a crop in widths of the eye.
    private static let regionScale = 2.3
    /// An eye's width over the distance between the eyes' centres: points 33, 133, 362 and 263 of the canonical face.
    private static let eyeWidth = 0.41
    /// Points of the model's contour, which follows the mesh's 33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173:
    /// the corners, and pairs of lower and upper lid between them.
    private static let outerCorner = 0, innerCorner = 8
    private static let lids = (first: (3, 11), middle: (4, 12), last: (5, 13))
    /// Seconds between stored crops, and their number.
    private static let spacing = 0.2, count = 10

    private let model: LiteRTModel
    private let contour: UnsafeBufferPointer<Float>
    private let iris: UnsafeBufferPointer<Float>
    private let sampler = CropSampler(side: EyeFinder.inputSide, border: .replicate, low: 0, high: 1)
    private var pictures: [EyePicture]
    /// Index of the crops that were stored last.
    private var last = 0
    /// Set by tests: the next run fails with it.
    package var fault: (any Error)?

    /// - Throws: ``ModelError`` if the model is missing, damaged or has another shape.
    public init(runtime: LiteRTRuntime, threads: Int = 1) throws {
        let side = Self.inputSide
        model = try LiteRTModel(.iris, inputShape: [1, side, side, 3], threads: threads, runtime: runtime)
        contour = try model.output(shape: [1, 213])
        iris = try model.output(shape: [1, 15])
        pictures = (0..<Self.count).map { _ in EyePicture() }
    }

    /// Discards the stored crops, because the face is another one.
    public func forget() {
        for index in pictures.indices { pictures[index].until = -.infinity }
    }

    /// Stores a small crop of each eye at intervals. A face at exactly the same place means a frame in which nothing has changed.
    public func remember(_ face: Face, in view: FrameView, costs: StageCosts? = nil) {
        guard let place = place(of: face, in: view) else { return }
        if pictures[last].until > -.infinity, pictures[last].place == place {
            pictures[last].until = view.frame.time
            return
        }
        let since = view.frame.time - pictures[last].time  // negative in another clip
        guard since >= Self.spacing || since < 0 || pictures[last].until == -.infinity else { return }
        last = (last + 1) % Self.count
        costs.measure(.crop) {
            crop(.right, place, in: view)
            pictures[last].take(model.input, .right)
            crop(.left, place, in: view)
            pictures[last].take(model.input, .left)
        }
        pictures[last].begin(at: view.frame.time, place)
    }

    /// Measures an eye in the current frame. One run of the model.
    public func look(_ side: Side, of face: Face, in view: FrameView, costs: StageCosts? = nil) throws -> EyeSighting? {
        guard let place = place(of: face, in: view) else { return nil }
        costs.measure(.crop) { crop(side, place, in: view) }
        return try look(side, place, at: view.frame.time, costs)
    }

    /// Measures an eye in the latest crop that was stored at or before `time`. One run of the model.
    /// - Returns: `nil` if no such crop is stored.
    public func look(_ side: Side, from earliest: Double, before time: Double, costs: StageCosts? = nil) throws -> EyeSighting? {
        var found: Int?
        for index in pictures.indices where pictures[index].until >= earliest && pictures[index].time <= time {
            if found.map({ pictures[index].time > pictures[$0].time }) ?? true { found = index }
        }
        guard let found else { return nil }
        pictures[found].put(side, into: model.input)
        return try look(side, pictures[found].place, at: min(time, pictures[found].until), costs)
    }

    /// Runs the model on whatever its input contains, to measure its cost.
    package func runBare() throws { try model.run() }

    private func place(of face: Face, in view: FrameView) -> EyePlace? {
        guard face.isCertain, let pose = face.pose else { return nil }
        return EyePlace(face, pose, width: view.width, height: view.height)
    }

    /// Fills the model's input.
    private func crop(_ side: Side, _ place: EyePlace, in view: FrameView) {
        let length = place.distance * Self.eyeWidth * Self.regionScale
        let region = RegionOfInterest(center: side == .right ? place.right : place.left, size: PicturePoint(length, length), rotation: place.rotation)
        // The model is made for the eye on the left of the image; the other one is mirrored.
        sampler.sample(region, isMirrored: side == .left, of: view, into: model.input)
    }

    private func look(_ side: Side, _ place: EyePlace, at time: Double, _ costs: StageCosts?) throws -> EyeSighting? {
        let contrast = place.isInside(side, margin: place.distance * Self.eyeWidth / 2) ? EyePicture.contrast(of: model.input) : 0
        if let fault { throw fault }
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
        // For the right eye, inwards is towards the user's left.
        return Eye(iris: PicturePoint(side == .left ? -x : x, -y), openness: lids / (2 * half), width: 2 * half * scale)
    }
}
