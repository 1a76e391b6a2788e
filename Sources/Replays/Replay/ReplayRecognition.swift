import Appliance
import Glibc
import People
import Pipeline

/// Recognises people in a replay: the clip waits for each answer, so that the same clip always gives the same events.
package final class ReplayRecognition {
    private let people: [EnrolledPerson]
    private let reader: any FaceReader
    private var chip = FaceChip()

    package init(_ people: [EnrolledPerson], _ reader: any FaceReader) {
        self.people = people
        self.reader = reader
    }

    deinit { reader.end() }

    /// Has the face of a frame recognised if that is needed.
    func look(at face: Face?, in frame: Frame, _ headSwitch: inout HeadSwitch, _ emit: (ApplianceEvent) -> Void) {
        let view = FrameView(frame, mounting: headSwitch.sight.mounting)
        guard let sighting = headSwitch.wantsRecognition(of: face, in: view, into: &chip) else { return }
        reader.read(chip)
        while true {
            if let answer = reader.take() {
                return headSwitch.hear(answer, among: people, about: sighting, at: frame.time, emit)
            }
            usleep(1000)
        }
    }
}
