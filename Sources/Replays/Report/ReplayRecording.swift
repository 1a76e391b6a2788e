import Appliance
import Gestures
import Pipeline

/// The data of a run for a report: numbers, no frames.
package final class ReplayRecording {
    private(set) var points: [TracePoint] = []
    private(set) var events: [ApplianceEvent] = []

    private let eyes: EyeFinder?

    /// Measures both eyes in each frame if a gesture asks for eyes.
    /// - Throws: `ModelError`.
    package init(_ headSwitch: borrowing HeadSwitch) throws {
        eyes = headSwitch.recognizer.configuration.asksForEyes ? try EyeFinder(runtime: headSwitch.sight.runtime) : nil
    }

    package func add(_ frame: Frame, _ face: Face?, _ headSwitch: borrowing HeadSwitch) {
        points.append(TracePoint(HeadSample(time: frame.time, face: face), headSwitch.recognizer,
                                 eyes: eyes?.both(of: face, in: FrameView(frame, mounting: headSwitch.sight.mounting))))
    }

    package func add(_ event: ApplianceEvent) {
        if event.isRaw { return }
        if case .gesture(let gesture) = event, case .moved = gesture.kind { return }
        events.append(event)
    }
}
