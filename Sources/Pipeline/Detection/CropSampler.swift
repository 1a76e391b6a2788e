/// Samples a region of interest bilinearly into a square RGB tensor, with luma in all three channels.
///
/// Pixel u of the crop takes its value at u/side of the region, rounded to 8 bits, like OpenCV's warp in MediaPipe
/// (image_to_tensor_converter_opencv.cc), so that both give the same crop.
package struct CropSampler {
    /// How pixels beyond the frame's edge are filled.
    package enum Border { case black, replicate }

    /// Side of the tensor in pixels.
    package let side: Int
    private let border: Border
    /// The tensor's value for each luma value, for full and limited range.
    private let full: [Float]
    private let limited: [Float]

    /// - Parameters:
    ///   - low: the tensor's value for black.
    ///   - high: the tensor's value for white.
    package init(side: Int, border: Border, low: Float, high: Float) {
        self.side = side
        self.border = border
        full = (0..<256).map { low + (high - low) * Float($0) / 255 }
        limited = (0..<256).map { low + (high - low) * min(max(Float($0 - 16) / 219, 0), 1) }
    }

    /// Fills `tensor` (side × side × 3 values).
    /// - Parameter isMirrored: each row starts at the region's right side.
    package func sample(_ region: RegionOfInterest, isMirrored: Bool = false, of view: FrameView,
                        into tensor: UnsafeMutableBufferPointer<Float>) {
        guard let output = tensor.baseAddress, tensor.count == side * side * 3 else { return }
        guard region.isSensible else {
            tensor.update(repeating: full[0])
            return
        }
        let cropToView = isMirrored ? region.cropToView.mirrored : region.cropToView
        let toFrame = cropToView.followed(by: view.viewToFrame)
        let stepX = toFrame.x / Double(side), stepY = toFrame.y / Double(side)
        // MediaPipe uses edge coordinates as pixel indices, so its samples lie half a pixel up and left in the view. On an axis that the
        // mounting reverses, they are displaced to the other side in the frame.
        let half = PicturePoint(0.5, 0.5)
        let start = toFrame.origin + view.viewToFrame.applyToVector(half) - half
        (view.frame.range == .full ? full : limited).withUnsafeBufferPointer { values in
            for v in 0..<side {
                let row = SampledRow(frame: view.frame, start: start + stepY * Double(v), step: stepX, values: values)
                let line = output + v * side * 3
                let inside = row.inside(count: side)
                for u in 0..<inside.lowerBound { row.writeClamped(u, line, blackOutside: border == .black) }
                row.write(inside, line)
                for u in inside.upperBound..<side { row.writeClamped(u, line, blackOutside: border == .black) }
            }
        }
    }
}

/// One row of a crop: a straight line through the frame.
private struct SampledRow {
    let frame: Frame
    /// Start and step in pixel indices of the frame.
    let start: PicturePoint
    let step: PicturePoint
    let values: UnsafeBufferPointer<Float>

    /// The part of the row whose samples have all four neighbours in the frame.
    func inside(count: Int) -> Range<Int> {
        var low = 0.0
        var high = Double(count)
        func narrow(_ start: Double, _ step: Double, _ size: Int) {
            // The margin is far above the rounding error of the largest coordinates, so that no sample can leave the frame.
            let first = 0.01, last = Double(size - 1) - 0.01
            if last < first {
                high = 0  // a single pixel has no neighbour
            } else if step == 0 {
                if start < first || start > last { high = 0 }
            } else {
                let a = (first - start) / step, b = (last - start) / step
                low = max(low, min(a, b))
                high = min(high, max(a, b))
            }
        }
        narrow(start.x, step.x, frame.width)
        narrow(start.y, step.y, frame.height)
        guard low < high else { return 0..<0 }  // also if an implausible region made a NaN
        let first = Int(low.rounded(.up)), last = Int(high.rounded(.down))
        return first < last ? first..<last : 0..<0
    }

    /// Writes the pixels of a range from ``inside(count:)``. Coordinates are fixed-point with 32 fractional bits, weights have 8 bits: this
    /// is the pipeline's hottest loop, and float conversions took more than half of it.
    func write(_ range: Range<Int>, _ line: UnsafeMutablePointer<Float>) {
        guard let values = values.baseAddress, !range.isEmpty else { return }
        let unit = 4_294_967_296.0
        let stepX = Int(step.x * unit), stepY = Int(step.y * unit)
        var x = Int(start.x * unit) &+ stepX &* range.lowerBound
        var y = Int(start.y * unit) &+ stepY &* range.lowerBound
        var out = line + 3 &* range.lowerBound
        let luma = frame.luma, stride = frame.stride
        for _ in 0..<range.count {
            let p = luma + ((y &>> 32) &* stride &+ (x &>> 32))
            let q = p + stride
            let fx = Int32(truncatingIfNeeded: x &>> 24) & 0xFF, fy = Int32(truncatingIfNeeded: y &>> 24) & 0xFF
            let top = (Int32(p[0]) &<< 8) &+ fx &* (Int32(p[1]) &- Int32(p[0]))
            let bottom = (Int32(q[0]) &<< 8) &+ fx &* (Int32(q[1]) &- Int32(q[0]))
            let sum = (top &<< 8) &+ fy &* (bottom &- top) &+ 0x8000
            let value = values[Int(sum &>> 16)]
            out[0] = value
            out[1] = value
            out[2] = value
            out += 3
            x &+= stepX
            y &+= stepY
        }
    }

    /// Writes one pixel at or beyond the frame's edge.
    func writeClamped(_ u: Int, _ line: UnsafeMutablePointer<Float>, blackOutside: Bool) {
        let place = start + step * Double(u)
        let limit = PicturePoint(Double(frame.width - 1), Double(frame.height - 1))
        let inside = blackOutside ? place : pointwiseMax(.zero, pointwiseMin(place, limit))
        let x0 = Int(inside.x.rounded(.down)), y0 = Int(inside.y.rounded(.down))
        let f = inside - PicturePoint(Double(x0), Double(y0))
        func luma(_ x: Int, _ y: Int) -> Double {
            if blackOutside, x < 0 || y < 0 || x >= frame.width || y >= frame.height { return 0 }
            return Double(frame.luma[min(y, frame.height - 1) * frame.stride + min(x, frame.width - 1)])
        }
        let brightness = (luma(x0, y0) * (1 - f.x) + luma(x0 + 1, y0) * f.x) * (1 - f.y)
            + (luma(x0, y0 + 1) * (1 - f.x) + luma(x0 + 1, y0 + 1) * f.x) * f.y
        // Black is luma 0 in either range: the limited-range table maps values below video black to black too.
        let value = values[Int(brightness.rounded())]
        for channel in 0..<3 { line[3 * u + channel] = value }
    }
}
