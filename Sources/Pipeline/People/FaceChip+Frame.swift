import People

extension FaceChip {
    /// Cuts the chip of a face out of a frame: turned upright and scaled so that eyes and mouth lie where they belong. Nothing is allocated
    /// while nobody else has a copy of this chip.
    /// - Returns: whether the face's points are plausible; otherwise the chip is unchanged.
    package mutating func cut(_ face: Face, from view: FrameView) -> Bool {
        guard let toView = Self.chipToView(face) else { return false }
        let eyes = FacePoints.length(face.leftEye - face.rightEye)
        guard Self.eyeDistances.contains(eyes) else { return false }
        fill(eyeDistance: eyes) { ChipSampler(view, chipToView: toView).write($0) }
        return true
    }

    /// The turn, scale and shift that bring the chip's eyes and mouth nearest to the face's, by least squares.
    private static func chipToView(_ face: Face) -> AffineTransform? {
        let chip = [Self.rightEye, Self.leftEye, Self.mouth], points = [face.rightEye, face.leftEye, face.mouth]
        let chipCenter = chip.reduce(.zero, +) / 3, center = points.reduce(.zero, +) / 3
        var along = 0.0, across = 0.0, squares = 0.0
        for (from, to) in zip(chip, points) {
            let a = from - chipCenter, b = to - center
            along += (a * b).sum()
            across += a.x * b.y - a.y * b.x
            squares += (a * a).sum()
        }
        let x = PicturePoint(along, across) / squares
        guard x.x.isFinite, x.y.isFinite, (x * x).sum() > 0 else { return nil }
        let turn = AffineTransform(x: x, y: PicturePoint(-x.y, x.x), origin: .zero)
        return AffineTransform(x: turn.x, y: turn.y, origin: center - turn.applyToVector(chipCenter))
    }
}

/// Reads a frame's luma at the places of a chip's pixels.
private struct ChipSampler {
    private let frame: Frame
    /// From the chip's pixels to the frame's.
    private let toFrame: AffineTransform
    /// Samples along each side of a pixel, so that no detail of a big face is skipped and turns into noise.
    private let samples: Int

    init(_ view: FrameView, chipToView: AffineTransform) {
        frame = view.frame
        var toFrame = chipToView.followed(by: view.viewToFrame)
        // Points of a face lie half a pixel up and left in the view: see CropSampler.
        let half = PicturePoint(0.5, 0.5)
        toFrame.origin += view.viewToFrame.applyToVector(half) - half
        self.toFrame = toFrame
        samples = Int(min(max(FacePoints.length(toFrame.x).rounded(.up), 1), 8))
    }

    func write(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        let side = FaceChip.side, share = 1 / Double(samples)
        let isLimited = frame.range == .limited
        for place in pixels.indices {
            let u = Double(place % side), v = Double(place / side)
            var sum = 0.0
            for sample in 0..<(samples * samples) {
                let du = (Double(sample % samples) + 0.5) * share - 0.5, dv = (Double(sample / samples) + 0.5) * share - 0.5
                sum += luma(toFrame.apply(PicturePoint(u + du, v + dv)))
            }
            let mean = sum * share * share
            let level = isLimited ? (mean - 16) * 255 / 219 : mean
            pixels[place] = UInt8(min(max(level, 0), 255) + 0.5)
        }
    }

    /// Bilinear; beyond the frame's edge the edge goes on.
    private func luma(_ point: PicturePoint) -> Double {
        let x = min(max(point.x, 0), Double(frame.width - 1)), y = min(max(point.y, 0), Double(frame.height - 1))
        let column = Int(x), row = Int(y), fx = x - Double(column), fy = y - Double(row)
        let upper = frame.luma + row * frame.stride, lower = row + 1 < frame.height ? upper + frame.stride : upper
        let next = column + 1 < frame.width ? column + 1 : column
        let top = Double(upper[column]) * (1 - fx) + Double(upper[next]) * fx
        let bottom = Double(lower[column]) * (1 - fx) + Double(lower[next]) * fx
        return top * (1 - fy) + bottom * fy
    }
}
