import Appliance
import Gestures
import Pipeline
import Traces

/// A robot that a head drives by a whole switch with `[drive]`, on the clock of its frames.
package struct DrivenRobot {
    /// Two motors, of which turns get 40 %, as on a robot that can turn on the spot.
    package static let configuration = """
        [gestures]
        discrete = false
        nod = false
        shake = false
        max_hold = 10
        [drive]
        left = ["pwmchip0:0", "GPIO23", "GPIO24"]
        right = ["pwmchip0:1", "GPIO5", "GPIO6"]
        turn = 40
        """
    /// Seconds from one turn of the loop to the next while no frame comes.
    private static let turn = 0.01

    private var headSwitch: HeadSwitch
    private var wheels = Wheels()
    package private(set) var time = 0.0
    package var robot = Robot()
    /// What the axis `pan` was told, -1 to 1.
    package private(set) var pans: [Double] = []

    /// - Throws: ``ConfigurationError`` and `ModelError`.
    package init(_ text: String = configuration) throws { headSwitch = try HeadSwitch(Configuration.read(text: text, file: "drive")) }

    /// Whether a motor is told to turn.
    package var drives: Bool { wheels.speeds.left != 0 || wheels.speeds.right != 0 }

    /// Drives on to a frame, and shows it.
    package mutating func see(_ mark: HeadMark) {
        pass(until: mark.time)
        let face = mark.face.map { Face($0) }
        change { $0.process(face, at: mark.time, $1) }
    }

    /// Drives on without frames.
    package mutating func pass(until end: Double) {
        while time < end {
            let step = min(Self.turn, end - time)
            robot.move(wheels.speeds, for: step)
            time = step < Self.turn ? end : time + step
            let now = time
            change { $0.advance(to: now, $1) }
        }
    }

    /// Does something to the switch now.
    package mutating func change(_ act: (inout HeadSwitch, (ApplianceEvent) -> Void) -> Void) {
        var heard: [ApplianceEvent] = []
        act(&headSwitch) { heard.append($0) }
        for event in heard {
            wheels.hear(event)
            if case .axis(let change) = event, change.name == "pan" { pans.append(change.value) }
        }
    }
}

extension Face {
    /// The face of a trace's points.
    fileprivate init(_ face: HeadMark.FacePoints) {
        func point(_ point: HeadPoint) -> PicturePoint { PicturePoint(point.x, point.y) }
        var pose: HeadPose?
        if let yaw = face.yaw, let pitch = face.pitch { pose = HeadPose(yaw: yaw, pitch: pitch, roll: 0) }
        self.init(points: FacePoints(rightEye: point(face.rightEye), leftEye: point(face.leftEye), mouth: point(face.mouth), noseTip: point(face.nose)),
                  pose: pose, shape: nil, confidence: 1)
    }
}
