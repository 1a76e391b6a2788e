import People

/// The light on a face: how bright it is, and from which side the light comes.
package struct FaceLight: Equatable, Sendable {
    /// Mean luma of the face, 0 black to 255 white, and the right half of the picture less the left one.
    package let mean, side: Double
    /// Standard deviation of the luma.
    package let contrast: Double

    /// Differences from which a face looks otherwise.
    private static let other = (mean: 30.0, side: 25.0)
    /// Below these a face shows too little: a picture of ordinary noise has a contrast of about 5.
    private static let least = (mean: 25.0, contrast: 10.0)
    /// The part of a chip that is certainly face.
    private static let face = (x: 30..<120, y: 25..<125)

    package init(_ chip: FaceChip) {
        var sum = 0.0, squares = 0.0, right = 0.0, count = 0.0
        for y in stride(from: Self.face.y.lowerBound, to: Self.face.y.upperBound, by: 2) {
            for x in stride(from: Self.face.x.lowerBound, to: Self.face.x.upperBound, by: 2) {
                let luma = Double(chip.pixels[y * FaceChip.side + x])
                sum += luma
                squares += luma * luma
                right += x >= FaceChip.side / 2 ? luma : -luma
                count += 1
            }
        }
        mean = sum / count
        contrast = max(0, squares / count - mean * mean).squareRoot()
        side = 2 * right / count
    }

    /// The mean of several.
    /// - Parameter lights: at least one.
    init?(meanOf lights: [FaceLight]) {
        guard !lights.isEmpty else { return nil }
        func mean(_ value: KeyPath<FaceLight, Double>) -> Double { lights.map { $0[keyPath: value] }.reduce(0, +) / Double(lights.count) }
        (self.mean, side, contrast) = (mean(\.mean), mean(\.side), mean(\.contrast))
    }

    /// As kept in a file: ``numbers``.
    init?(_ numbers: [Double]) {
        guard numbers.count == 3, (0...255).contains(numbers[0]), (-255...255).contains(numbers[1]), (0...255).contains(numbers[2]) else { return nil }
        (mean, side, contrast) = (numbers[0], numbers[1], numbers[2])
    }

    var numbers: [Double] { [mean, side, contrast].map { ($0 * 10).rounded() / 10 } }

    /// Whether a face can be recognised in it.
    package var isEnough: Bool { mean >= Self.least.mean && contrast >= Self.least.contrast }

    /// Whether a face looks about the same in both.
    package func isLike(_ other: FaceLight) -> Bool {
        abs(mean - other.mean) < Self.other.mean && abs(side - other.side) < Self.other.side
    }
}
