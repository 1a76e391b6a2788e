/// Makes the pixels of a picture square. It only ever enlarges: no detail is lost.
struct PixelStretch {
    /// A pixel between two others: the first of them, and the second one's weight in 256ths.
    private typealias Tap = (first: Int, weight: Int)

    /// Shapes that are believed; a header with another one is damaged, and its pixels count as square.
    private static let plausible = 0.25...4.0
    /// Shapes that nobody can tell from a square.
    private static let square = 0.99...1.01

    /// The size of the result in pixels.
    let width: Int
    let height: Int
    private let source: (width: Int, height: Int)
    private let columns: [Tap]
    private let rows: [Tap]

    /// - Parameter aspect: a pixel's width in heights.
    /// - Returns: `nil` if the pixels are square, or their shape cannot be believed.
    init?(width: Int, height: Int, aspect: Double) {
        guard Self.plausible.contains(aspect), !Self.square.contains(aspect) else { return nil }
        source = (width, height)
        self.width = aspect > 1 ? Int((Double(width) * aspect).rounded()) : width
        self.height = aspect < 1 ? Int((Double(height) / aspect).rounded()) : height
        guard max(self.width, self.height) <= Y4MHeader.largestSide else { return nil }
        columns = Self.taps(from: width, to: self.width)
        rows = Self.taps(from: height, to: self.height)
    }

    private static func taps(from source: Int, to target: Int) -> [Tap] {
        (0..<target).map { index in
            let place = max(0, (Double(index) + 0.5) * Double(source) / Double(target) - 0.5)
            let first = min(Int(place), source - 1)
            // The last pixel has no neighbour.
            return (first, first == source - 1 ? 0 : Int(((place - Double(first)) * 256).rounded()))
        }
    }

    /// - Parameter target: has room for `width` times `height` bytes.
    func stretch(_ luma: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        for y in 0..<height {
            let row = rows[y], upper = luma + row.first * source.width
            let lower = row.weight == 0 ? upper : upper + source.width
            let out = target + y * width
            if columns.count == source.width {
                for x in 0..<width { out[x] = Self.mix(upper[x], lower[x], row.weight) }
            } else {
                for x in 0..<width {
                    let column = columns[x]
                    let next = column.weight == 0 ? column.first : column.first + 1
                    out[x] = Self.mix(upper[column.first], upper[next], column.weight)
                }
            }
        }
    }

    private static func mix(_ a: UInt8, _ b: UInt8, _ weight: Int) -> UInt8 {
        UInt8((Int(a) * (256 - weight) + Int(b) * weight + 128) >> 8)
    }
}
