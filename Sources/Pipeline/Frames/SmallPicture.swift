/// Scales frames down to small upright grey pictures. It keeps its tables, so that a picture of the same size as the last one
/// allocates nothing but its own bytes.
package struct SmallPicture: Sendable {
    /// The widest picture, in pixels.
    private let widest: Int
    /// The last view's size and mounting, and its row stride.
    private var source: [Int] = []
    private var transform = AffineTransform.identity
    /// The offsets in the frame of two samples for each column and row of the picture.
    private var columns: [Int] = []
    private var rows: [Int] = []
    /// The picture's size.
    package private(set) var width = 0, height = 0
    /// Pixels of the picture for one of the view.
    package private(set) var scale = 1.0

    package init(widest: Int) { self.widest = widest }

    /// The picture of a view, row by row. Each pixel is the mean of four samples.
    /// - Parameter isFull: with luma of the full range, whatever the frame's.
    package mutating func pixels(of view: FrameView, isFull: Bool) -> [UInt8] {
        prepare(view)
        let luma = view.frame.luma, width = width, height = height
        let isLimited = isFull && view.frame.range == .limited
        return [UInt8](unsafeUninitializedCapacity: width * height) { pixels, count in
            for v in 0..<height {
                let (upper, lower) = (rows[2 * v], rows[2 * v + 1])
                for u in 0..<width {
                    let (left, right) = (columns[2 * u], columns[2 * u + 1])
                    let sum = Int(luma[left + upper]) + Int(luma[right + upper]) + Int(luma[left + lower]) + Int(luma[right + lower])
                    let value = (sum + 2) >> 2
                    pixels[v * width + u] = UInt8(isLimited ? min(max((value - 16) * 255 / 219, 0), 255) : value)
                }
            }
            count = width * height
        }
    }

    private mutating func prepare(_ view: FrameView) {
        let new = [view.width, view.height, view.frame.stride, view.frame.width]
        guard new != source || view.viewToFrame != transform else { return }
        (source, transform) = (new, view.viewToFrame)
        width = min(widest, view.width)
        scale = Double(width) / Double(view.width)
        height = max(1, Int((Double(view.height) * scale).rounded()))
        // A mounting only turns and mirrors, so a column of the view is a column of the frame, or a row.
        let isUpright = transform.x.x != 0
        func offsets(_ count: Int, of limit: Int, areFrameColumns: Bool, _ point: (Double) -> PicturePoint) -> [Int] {
            (0..<2 * count).map { place in
                let inFrame = transform.apply(point((Double(place) / 2 + 0.25) * Double(limit) / Double(count)))
                return areFrameColumns ? min(max(Int(inFrame.x), 0), view.frame.width - 1)
                    : min(max(Int(inFrame.y), 0), view.frame.height - 1) * view.frame.stride
            }
        }
        columns = offsets(width, of: view.width, areFrameColumns: isUpright) { PicturePoint($0, 0.5) }
        rows = offsets(height, of: view.height, areFrameColumns: !isUpright) { PicturePoint(0.5, $0) }
    }
}
