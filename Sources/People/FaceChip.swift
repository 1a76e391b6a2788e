/// The upright grey picture of one face, as a recogniser of persons gets it.
///
/// Eyes and mouth lie where dlib's chips have them (`face_chip_details` of 150 pixels with a padding of 0.25), so that the same chip serves
/// every ``RecognitionMethod``.
package struct FaceChip: Equatable, Sendable {
    /// Pixels on each side.
    package static let side = 150
    package static let byteCount = side * side
    /// Centre of the user's own right eye, which is the left one in the picture; pixels, origin top left.
    package static let rightEye = SIMD2(47.5, 49.0)
    package static let leftEye = SIMD2(100.5, 49.0)
    /// Middle between the corners of the mouth.
    package static let mouth = SIMD2(74.0, 105.0)
    /// Plausible interocular distances, in pixels of the picture that the chip is from.
    package static let eyeDistances = 1.0...10_000

    /// Luma row by row, 0 black to 255 white.
    package private(set) var pixels: [UInt8]
    /// Interocular distance in pixels of the picture that the chip is from: how much detail there can be in it.
    package private(set) var eyeDistance: Double

    /// A black chip, to be filled by ``fill(eyeDistance:_:)``.
    package init() {
        pixels = [UInt8](repeating: 0, count: Self.byteCount)
        eyeDistance = Self.eyeDistances.lowerBound
    }

    /// - Returns: `nil` if there are not ``byteCount`` pixels, or the distance is outside of ``eyeDistances``.
    package init?(pixels: [UInt8], eyeDistance: Double) {
        guard pixels.count == Self.byteCount, Self.eyeDistances.contains(eyeDistance) else { return nil }
        self.pixels = pixels
        self.eyeDistance = eyeDistance
    }

    /// Writes all pixels again, without a new buffer while nobody else has a copy of this chip.
    package mutating func fill(eyeDistance: Double, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.eyeDistance = min(max(eyeDistance, Self.eyeDistances.lowerBound), Self.eyeDistances.upperBound)
        pixels.withUnsafeMutableBufferPointer { write($0) }
    }
}
