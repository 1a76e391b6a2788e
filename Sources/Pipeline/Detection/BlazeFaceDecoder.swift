import Glibc

/// Decodes the short-range model's tensors (MediaPipe: ssd_anchors_calculator.cc, tensors_to_detections_calculator.cc,
/// non_max_suppression_calculator.cc; constants of face_detection.pbtxt and face_detection_short_range.pbtxt).
package struct BlazeFaceDecoder {
    package static let inputSide = 128
    package static let anchorCount = 896
    package static let valuesPerAnchor = 16
    /// Overlap above which two detections count as the same face.
    static let suppression = 0.3

    private let anchors: [SIMD2<Float>]
    private var candidates: [Detection] = []
    private var remaining: [Detection] = []

    package init() {
        var anchors: [SIMD2<Float>] = []
        for (grid, count) in [(16, 2), (8, 6)] {
            for y in 0..<grid {
                for x in 0..<grid {
                    let anchor = (SIMD2(Float(x), Float(y)) + 0.5) / Float(grid)
                    for _ in 0..<count { anchors.append(anchor) }
                }
            }
        }
        self.anchors = anchors
        candidates.reserveCapacity(Self.anchorCount)
        remaining.reserveCapacity(Self.anchorCount)
    }

    /// Hands the faces of one run's outputs to `body`, best first, in crop coordinates (0…1).
    package mutating func decode(boxes: UnsafeBufferPointer<Float>, scores: UnsafeBufferPointer<Float>, threshold: Double,
                         _ body: (Detection) -> Void) {
        candidates.removeAll(keepingCapacity: true)
        let logit = Float(log(threshold / (1 - threshold)))
        for i in 0..<Self.anchorCount where scores[i] >= logit {
            let row = UnsafeBufferPointer(rebasing: boxes[i * Self.valuesPerAnchor..<(i + 1) * Self.valuesPerAnchor])
            if let detection = Self.detection(row, anchor: anchors[i], logit: scores[i]) { candidates.append(detection) }
        }
        candidates.sort { $0.score > $1.score }
        while let best = candidates.first {
            body(merge(into: best))
            swap(&candidates, &remaining)
        }
    }

    private static func detection(_ row: UnsafeBufferPointer<Float>, anchor: SIMD2<Float>, logit: Float) -> Detection? {
        func point(_ index: Int) -> PicturePoint {
            PicturePoint(SIMD2(row[index], row[index + 1]) / Float(inputSide) + anchor)
        }
        let size = PicturePoint(SIMD2(row[2], row[3]) / Float(inputSide))
        guard size.x >= 0, size.y >= 0 else { return nil }  // NaN fails too
        let center = point(0)
        return Detection(
            score: 1 / (1 + exp(-Double(min(max(logit, -100), 100)))),
            box: Box(low: center - size / 2, high: center + size / 2),
            rightEye: point(4), leftEye: point(6), noseTip: point(8), mouth: point(10), rightEar: point(12),
            leftEar: point(14))
    }

    /// Weighted non-maximum suppression: the best detection's geometry becomes the score-weighted mean of all detections that overlap it;
    /// the others go to `remaining`.
    private mutating func merge(into best: Detection) -> Detection {
        remaining.removeAll(keepingCapacity: true)
        var sum = Detection(score: 0, box: Box(low: .zero, high: .zero), rightEye: .zero, leftEye: .zero, noseTip: .zero,
                            mouth: .zero, rightEar: .zero, leftEar: .zero)
        var merged = 0
        for candidate in candidates {
            guard merged == 0 || best.box.overlap(with: candidate.box) > Self.suppression else {
                remaining.append(candidate)
                continue
            }
            merged += 1
            let weight = candidate.score
            sum.score += weight
            sum.box.low += candidate.box.low * weight
            sum.box.high += candidate.box.high * weight
            sum.rightEye += candidate.rightEye * weight
            sum.leftEye += candidate.leftEye * weight
            sum.noseTip += candidate.noseTip * weight
            sum.mouth += candidate.mouth * weight
            sum.rightEar += candidate.rightEar * weight
            sum.leftEar += candidate.leftEar * weight
        }
        let total = sum.score
        return Detection(
            score: best.score, box: Box(low: sum.box.low / total, high: sum.box.high / total),
            rightEye: sum.rightEye / total, leftEye: sum.leftEye / total, noseTip: sum.noseTip / total,
            mouth: sum.mouth / total, rightEar: sum.rightEar / total, leftEar: sum.leftEar / total)
    }
}
