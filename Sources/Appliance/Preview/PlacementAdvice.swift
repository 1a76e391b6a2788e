import Glibc
import Pipeline

/// What to change about camera and light so that a face is followed well. Its raw values are the words of docs/socket.md.
package enum PlacementAdvice: String, CaseIterable, Sendable {
    case noFace = "no-face", tooDark = "too-dark", tooBright = "too-bright", tooFar = "too-far", tooNear = "too-near"
    /// Where the camera should go, as the user sees it.
    case left = "move-camera-left", right = "move-camera-right", up = "move-camera-up", down = "move-camera-down"
    case tilted
    case twoFaces = "two-faces"

    /// Mean brightness of the face, or of the picture without one: 0 black to 1 white.
    private static let brightness = 0.15...0.88
    /// The eye distance, in widths of the picture, and the least one in pixels: the models see 20 pixels well.
    private static let eyeDistance = 0.035...0.22, leastPixels = 20.0
    /// How far from the middle the face may be, in widths and heights of the picture.
    private static let offCenter = (x: 0.22, y: 0.24)
    /// Largest angle of the line through the eyes, in degrees.
    private static let tilt = 20.0

    /// The points of a face, in pixels of the upright view.
    package typealias Points = (leftEye: PicturePoint, rightEye: PicturePoint, mouth: PicturePoint)

    /// - Parameters:
    ///   - view: the frame's size.
    ///   - hasCompany: another face is in the picture.
    ///   - pixels: the small picture, with its width and scale.
    package static func all(for face: Points?, hasCompany: Bool = false, view: (width: Int, height: Int), pixels: [UInt8], width: Int,
                            scale: Double) -> [PlacementAdvice] {
        var advice: [PlacementAdvice] = []
        let light = brightness(of: face, pixels, width, scale)
        if light < brightness.lowerBound { advice.append(.tooDark) }
        if light > brightness.upperBound { advice.append(.tooBright) }
        guard let face else { return [.noFace] + advice }
        if hasCompany { advice.append(.twoFaces) }
        let eyes = face.leftEye - face.rightEye, distance = (eyes * eyes).sum().squareRoot()
        if distance < max(eyeDistance.lowerBound * Double(view.width), leastPixels) { advice.append(.tooFar) }
        if distance > eyeDistance.upperBound * Double(view.width) { advice.append(.tooNear) }
        // The user's left is at the larger x.
        let middle = ((face.leftEye + face.rightEye) / 2 + face.mouth) / 2 / PicturePoint(Double(view.width), Double(view.height))
        if middle.x > 0.5 + offCenter.x { advice.append(.left) }
        if middle.x < 0.5 - offCenter.x { advice.append(.right) }
        if middle.y < 0.5 - offCenter.y { advice.append(.up) }
        if middle.y > 0.5 + offCenter.y { advice.append(.down) }
        if abs(atan2(eyes.y, eyes.x)) * 180 / .pi > tilt { advice.append(.tilted) }
        return advice
    }

    /// The mean of every fourth pixel of every fourth row of the face, or of the picture.
    private static func brightness(of face: Points?, _ pixels: [UInt8], _ width: Int, _ scale: Double) -> Double {
        guard width > 0, !pixels.isEmpty else { return 0.5 }
        let height = pixels.count / width
        var box = (x: 0..<width, y: 0..<height)
        if let face {
            let points = [face.leftEye, face.rightEye, face.mouth].map { $0 * scale }
            func span(_ values: [Double], _ limit: Int) -> Range<Int> {
                let low = min(max((values.min() ?? 0), 0), Double(limit - 1)), high = min(max((values.max() ?? 0), 0), Double(limit - 1))
                return Int(low)..<Int(high) + 1
            }
            guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return 0.5 }
            box = (span(points.map(\.x), width), span(points.map(\.y), height))
        }
        var sum = 0, count = 0
        for y in stride(from: box.y.lowerBound, to: box.y.upperBound, by: 4) {
            for x in stride(from: box.x.lowerBound, to: box.x.upperBound, by: 4) {
                sum += Int(pixels[y * width + x])
                count += 1
            }
        }
        return count > 0 ? Double(sum) / Double(count) / 255 : 0.5
    }
}
