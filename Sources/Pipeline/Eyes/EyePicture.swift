/// Small crops of both eyes from one frame, in the model's input size.
struct EyePicture {
    /// Time of the frame, and of the last frame that looked the same, in seconds; minus infinity while nothing is stored.
    private(set) var time = -Double.infinity
    var until = -Double.infinity
    private(set) var place = EyePlace.nowhere
    private var right = [UInt8](repeating: 0, count: EyeFinder.inputSide * EyeFinder.inputSide)
    private var left = [UInt8](repeating: 0, count: EyeFinder.inputSide * EyeFinder.inputSide)

    mutating func begin(at time: Double, _ place: EyePlace) {
        self.time = time
        until = time
        self.place = place
    }

    /// Stores the luma of a tensor with values from 0 to 1 in three equal channels.
    mutating func take(_ tensor: UnsafeMutableBufferPointer<Float>, _ side: EyeFinder.Side) {
        func store(_ pixels: inout [UInt8]) {
            for index in pixels.indices { pixels[index] = UInt8(tensor[3 * index] * 255 + 0.5) }
        }
        if side == .right { store(&right) } else { store(&left) }
    }

    func put(_ side: EyeFinder.Side, into tensor: UnsafeMutableBufferPointer<Float>) {
        for (index, luma) in (side == .right ? right : left).enumerated() {
            let value = Float(luma) / 255
            tensor[3 * index] = value
            tensor[3 * index + 1] = value
            tensor[3 * index + 2] = value
        }
    }

    /// Standard deviation of the luma in the eye itself, the middle 28 × 16 pixels of a tensor.
    static func contrast(of tensor: UnsafeMutableBufferPointer<Float>) -> Double {
        let middle = EyeFinder.inputSide / 2
        var sum = 0.0, squares = 0.0, count = 0.0
        for y in (middle - 8)..<(middle + 8) {
            for x in (middle - 14)..<(middle + 14) {
                let luma = Double(tensor[3 * (y * EyeFinder.inputSide + x)]) * 255
                sum += luma
                squares += luma * luma
                count += 1
            }
        }
        let mean = sum / count
        return max(0, squares / count - mean * mean).squareRoot()
    }
}
