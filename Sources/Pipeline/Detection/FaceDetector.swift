/// Finds faces with BlazeFace in a region: the whole view, letterboxed, or a crop around a head.
public final class FaceDetector {
    /// Minimum score of a face (min_score_thresh of MediaPipe's short-range graph).
    public static let threshold = 0.5

    private let model: LiteRTModel
    private let boxes: UnsafeBufferPointer<Float>
    private let scores: UnsafeBufferPointer<Float>
    private var decoder = BlazeFaceDecoder()
    private let sampler = CropSampler(side: BlazeFaceDecoder.inputSide, border: .black, low: -1, high: 1)

    /// - Throws: ``ModelError`` if the model is missing, damaged or has another shape.
    public init(runtime: LiteRTRuntime, threads: Int = 1) throws {
        let side = BlazeFaceDecoder.inputSide
        model = try LiteRTModel(.detector, inputShape: [1, side, side, 3], threads: threads, runtime: runtime)
        boxes = try model.output(shape: [1, BlazeFaceDecoder.anchorCount, BlazeFaceDecoder.valuesPerAnchor])
        scores = try model.output(shape: [1, BlazeFaceDecoder.anchorCount, 1])
    }

    /// Hands each face in `region` to `body`, best first, in pixels of the view.
    public func detect(in region: RegionOfInterest, of view: FrameView, costs: StageCosts? = nil,
                       _ body: (Detection) -> Void) throws {
        costs.measure(.crop) { sampler.sample(region, of: view, into: model.input) }
        try costs.measure(.detect) {
            try model.run()
            let toView = region.cropToView
            decoder.decode(boxes: boxes, scores: scores, threshold: Self.threshold) {
                body($0.transformed(by: toView))
            }
        }
    }

    /// Runs the model on the current content of the input, for measuring.
    public func runBare() throws { try model.run() }
}
