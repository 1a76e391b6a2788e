import Glibc
import People
import Pipeline
import Testing
import TestSupport

@Suite("A chip cut out of a frame")
struct FaceChipFrameTests {
    /// A face of three round marks, 20 for the right eye, 60 for the left one and 100 for the mouth, on a ground of 200.
    private struct MarkedFace {
        var right: PicturePoint, left: PicturePoint, mouth: PicturePoint
        var width = 640, height = 480

        var picture: GreyPicture {
            let radius = FacePoints.length(left - right) / 6
            let luma = pixels(width * height) { place in
                let point = PicturePoint(Double(place % width), Double(place / width))
                for (mark, level) in [(right, 20), (left, 60), (mouth, 100)] as [(PicturePoint, UInt8)] {
                    if FacePoints.length(point - mark) < radius { return level }
                }
                return 200
            }
            return GreyPicture(width: width, height: height, luma: luma)
        }

        var face: Face {
            Face(points: FacePoints(rightEye: right, leftEye: left, mouth: mouth, noseTip: (right + left + mouth) / 3), pose: nil, shape: nil,
                 confidence: 1)
        }

        /// dlib's chip turned by `degrees` and scaled to `eyes` pixels between the eyes, around a point.
        init(eyes: Double, degrees: Double, at center: PicturePoint) {
            let scale = eyes / (FaceChip.leftEye.x - FaceChip.rightEye.x), angle = degrees * .pi / 180
            let middle = (FaceChip.rightEye + FaceChip.leftEye + FaceChip.mouth) / 3
            func place(_ point: PicturePoint) -> PicturePoint {
                let away = (point - middle) * scale
                return center + PicturePoint(away.x * cos(angle) - away.y * sin(angle), away.x * sin(angle) + away.y * cos(angle))
            }
            (right, left, mouth) = (place(FaceChip.rightEye), place(FaceChip.leftEye), place(FaceChip.mouth))
        }
    }

    private func level(_ chip: FaceChip, _ point: PicturePoint) -> Int { Int(chip.pixels[Int(point.y) * FaceChip.side + Int(point.x)]) }

    private func expectMarks(_ chip: FaceChip) {
        #expect((18...24).contains(level(chip, FaceChip.rightEye)))
        #expect((58...64).contains(level(chip, FaceChip.leftEye)))
        #expect((98...104).contains(level(chip, FaceChip.mouth)))
        #expect(level(chip, PicturePoint(74, 75)) == 200)
    }

    @Test("has eyes and mouth in their places, whatever the face's size and tilt", arguments: [30.0, 60, 110, 200], [0.0, 25, -40])
    func places(eyes: Double, degrees: Double) {
        let marked = MarkedFace(eyes: eyes, degrees: degrees, at: PicturePoint(320, 240))
        var chip = FaceChip()
        let isCut = marked.picture.withFrame { chip.cut(marked.face, from: FrameView($0)) }
        #expect(isCut)
        expectMarks(chip)
        #expect(abs(chip.eyeDistance - eyes) < 0.01)
    }

    @Test("is the same however the camera is mounted", arguments: Orientation.allCases, [false, true])
    func mountings(orientation: Orientation, isMirrored: Bool) {
        let marked = MarkedFace(eyes: 60, degrees: 10, at: PicturePoint(300, 250))
        let mounting = Mounting(orientation: orientation, isMirrored: isMirrored)
        var upright = FaceChip(), mounted = FaceChip()
        _ = marked.picture.withFrame { upright.cut(marked.face, from: FrameView($0)) }
        let isCut = marked.picture.mounted(mounting).withFrame { mounted.cut(marked.face, from: FrameView($0, mounting: mounting)) }
        #expect(isCut)
        let differences = zip(upright.pixels, mounted.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 255 <= 1)
    }

    @Test("goes on with the edge's pixels where the face hangs over it")
    func edge() {
        let marked = MarkedFace(eyes: 60, degrees: 0, at: PicturePoint(10, 240))
        var chip = FaceChip()
        let isCut = marked.picture.withFrame { chip.cut(marked.face, from: FrameView($0)) }
        #expect(isCut)
        #expect(level(chip, FaceChip.leftEye) < 70)
        #expect(level(chip, PicturePoint(2, 140)) == 200)
    }

    @Test("video's black and white become full ones")
    func range() {
        let marked = MarkedFace(eyes: 60, degrees: 0, at: PicturePoint(320, 240))
        var chip = FaceChip(), picture = marked.picture
        picture = GreyPicture(width: picture.width, height: picture.height, luma: picture.luma.map { $0 == 200 ? 235 : 16 })
        picture.luma.withUnsafeBufferPointer {
            let frame = Frame(luma: $0.baseAddress!, width: 640, height: 480, stride: 640, range: .limited, time: 0)
            _ = chip.cut(marked.face, from: FrameView(frame))
        }
        #expect(chip.pixels.min() == 0)
        #expect(chip.pixels.max() == 255)
    }

    @Test("is not made of points that are no face", arguments: [PicturePoint(.nan, 3), PicturePoint(.infinity, 3), PicturePoint(100, 100)])
    func nonsense(point: PicturePoint) {
        var face = MarkedFace(eyes: 60, degrees: 0, at: PicturePoint(320, 240)).face
        (face.rightEye, face.leftEye, face.mouth) = (point, PicturePoint(100, 100), PicturePoint(100, 100))
        var chip = FaceChip()
        let isCut = MarkedFace(eyes: 60, degrees: 0, at: .zero).picture.withFrame { chip.cut(face, from: FrameView($0)) }
        #expect(!isCut)
        #expect(chip == FaceChip())
    }
}
