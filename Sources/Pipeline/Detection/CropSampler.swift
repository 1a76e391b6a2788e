// Cuts a region out of a frame's luma, straight into a network's input.

/// Samples a region of interest bilinearly into a square RGB tensor, with luma in all three channels.
///
/// Pixel u of the crop takes its value at u/side of the region, as OpenCV's warp in MediaPipe does
/// (image_to_tensor_converter_opencv.cc), so that both see the same picture.
struct CropSampler {
    /// What lies beyond the picture's edge.
    enum Border { case black, replicate }

    /// Side of the tensor in pixels.
    let side: Int
    let border: Border
    /// The tensor's values for black and white.
    let low: Float
    let high: Float

    /// Fills `tensor` (side × side × 3 values).
    func sample(_ region: RegionOfInterest, of view: FrameView, into tensor: UnsafeMutableBufferPointer<Float>) {
        guard let output = tensor.baseAddress, tensor.count == side * side * 3 else { return }
        let frame = view.frame
        let toFrame = region.cropToView.followed(by: view.viewToFrame)
        let stepX = toFrame.x / Double(side)
        let stepY = toFrame.y / Double(side)
        // MediaPipe takes edge coordinates for pixel numbers, so its samples lie half a pixel up and left in the view;
        // an axis that the mounting reverses has them on the other side in the frame.
        let half = PicturePoint(0.5, 0.5)
        let start = toFrame.origin + view.viewToFrame.applyToVector(half) - half
        let gain: Float
        let offset: Float
        switch frame.range {
        case .full: (gain, offset) = ((high - low) / 255, low)
        case .limited: (gain, offset) = ((high - low) / 219, low - 16 * (high - low) / 219)
        }
        let row = Row(luma: frame.luma, stride: frame.stride, maxX: Float(frame.width - 1),
                      maxY: Float(frame.height - 1), gain: gain, offset: offset, step: SIMD2<Float>(stepX))
        for v in 0..<side {
            let point = SIMD2<Float>(start + stepY * Double(v))
            let line = output + v * side * 3
            let inside = row.inside(from: point, count: side)
            for u in 0..<inside.lowerBound { writeBorder(row, point, u, line) }
            row.write(from: point, inside, line)
            for u in inside.upperBound..<side { writeBorder(row, point, u, line) }
        }
    }

    private func writeBorder(_ row: Row, _ start: SIMD2<Float>, _ u: Int, _ line: UnsafeMutablePointer<Float>) {
        let point = start + row.step * Float(u)
        let value: Float = switch border {
        case .replicate:
            row.value(at: pointwiseMax(.zero, pointwiseMin(point, SIMD2(row.maxX, row.maxY))))
        case .black:
            point.x <= -1 || point.y <= -1 || point.x >= row.maxX + 1 || point.y >= row.maxY + 1
                ? low : row.value(at: pointwiseMax(.zero, pointwiseMin(point, SIMD2(row.maxX, row.maxY))))
        }
        let value3 = min(max(value, low), high)
        line[3 * u] = value3
        line[3 * u + 1] = value3
        line[3 * u + 2] = value3
    }
}

/// One row of a crop: a straight line through the frame.
private struct Row {
    let luma: UnsafePointer<UInt8>
    let stride: Int
    let maxX: Float
    let maxY: Float
    let gain: Float
    let offset: Float
    let step: SIMD2<Float>

    /// The stretch of the row whose samples have all four neighbours in the picture.
    func inside(from start: SIMD2<Float>, count: Int) -> Range<Int> {
        var low: Float = 0
        var high = Float(count)
        func narrow(_ start: Float, _ step: Float, _ limit: Float) {
            // The margin is far above the rounding of the largest picture's coordinates: no sample can leave it.
            let first: Float = 0.01, last = limit - 0.01
            if step == 0 {
                if start < first || start > last { high = 0 }
            } else {
                let a = (first - start) / step
                let b = (last - start) / step
                low = max(low, min(a, b))
                high = min(high, max(a, b))
            }
        }
        narrow(start.x, step.x, maxX)
        narrow(start.y, step.y, maxY)
        guard low < high else { return 0..<0 }  // also where a senseless region made a NaN
        let first = Int(low.rounded(.up)), last = Int(high.rounded(.down))
        return first < last ? first..<last : 0..<0
    }

    func write(from start: SIMD2<Float>, _ range: Range<Int>, _ line: UnsafeMutablePointer<Float>) {
        let low = offset
        let high = gain * 255 + offset
        for u in range {
            let x = start.x + step.x * Float(u)
            let y = start.y + step.y * Float(u)
            let column = Int32(x), line0 = Int32(y)
            let fx = x - Float(column), fy = y - Float(line0)
            let p = luma + (Int(line0) &* stride &+ Int(column))
            let q = p + stride
            let top = Float(p[0]) + fx * (Float(p[1]) - Float(p[0]))
            let bottom = Float(q[0]) + fx * (Float(q[1]) - Float(q[0]))
            let value = min(max((top + fy * (bottom - top)) * gain + offset, low), high)
            line[3 &* u] = value
            line[3 &* u &+ 1] = value
            line[3 &* u &+ 2] = value
        }
    }

    /// A value at a point within the picture, its last row and column included.
    func value(at point: SIMD2<Float>) -> Float {
        let x0 = Int(point.x), y0 = Int(point.y)
        let x1 = min(x0 + 1, Int(maxX)), y1 = min(y0 + 1, Int(maxY))
        let fx = point.x - Float(x0), fy = point.y - Float(y0)
        let top = Float(luma[y0 * stride + x0]) * (1 - fx) + Float(luma[y0 * stride + x1]) * fx
        let bottom = Float(luma[y1 * stride + x0]) * (1 - fx) + Float(luma[y1 * stride + x1]) * fx
        return (top * (1 - fy) + bottom * fy) * gain + offset
    }
}
