import Appliance
import Gestures
import GestureSupport
import Pipeline

extension RandomInputs {
    /// What a camera sees of the person.
    mutating func face() -> Face {
        let points = person.points(), person = person
        let shape = FaceShape(lips: 0.01 + person.mouth.value, rightLids: 0.3 - person.lids.value, leftLids: 0.3 - person.lids.value,
                              brows: 0.6 * (1 + person.brows.value), smile: 0.7 * (1 + person.smile.value), time: stamp)
        let nose = (points.leftEye + points.rightEye + points.mouth) / 3
        return Face(points: FacePoints(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth, noseTip: nose),
                    pose: HeadPose(yaw: points.angles.yaw, pitch: points.angles.pitch, roll: person.tilt.value), shape: shape, confidence: 1)
    }

    /// Lets an input happen to a whole switch, but for another configuration.
    mutating func apply(_ input: RandomInput, to headSwitch: inout HeadSwitch, _ hear: (ApplianceEvent) -> Void) {
        switch input {
        case .sample(let sample): headSwitch.process(sample.head == nil ? nil : face(), at: sample.time, hear)
        case .advance(let time) where time.isFinite: headSwitch.advance(to: time, hear)
        case .pause(let time) where !headSwitch.recognizer.isPaused && time.isFinite: headSwitch.togglePause(at: time, hear)
        case .resume(let time) where headSwitch.recognizer.isPaused: headSwitch.togglePause(at: time, hear)
        case .recalibrate(let time) where time.isFinite: headSwitch.recalibrate(at: time, hear)
        case .ask(let time, let timeout): headSwitch.ask(at: time, timeout: timeout, hear)
        case .withdraw(let time): headSwitch.withdraw(at: time, hear)
        case .interrupt(let time) where time.isFinite: headSwitch.loseView(at: time, hear)
        case .stop(let time) where time.isFinite: headSwitch.letGo(at: time, hear)
        case .center(let time):
            if let center = headSwitch.recognizer.calibrationCenter { headSwitch.setCalibrationCenter(center, at: time, hear) }
        case .dismiss(let time): headSwitch.recognise(PersonGate(only: ["anna"], acceptsUnknown: false), at: time, hear)
        case .admit: headSwitch.recognise(nil, at: stamp, hear)
        default: break
        }
    }
}
