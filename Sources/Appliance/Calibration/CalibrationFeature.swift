import Gestures
import Wire

/// Measures the rest position again for clients, and goes back to the previous one.
final class CalibrationFeature: Feature {
    /// The rest position before a calibration that a client asked for.
    private var previous: CalibrationCenter?

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        switch request {
        case .calibrate(let choice):
            try context.mayMeasure("a calibration")
            try context.mayChange()
            previous = context.head.recognizer.calibrationCenter ?? previous
            context.wake()
            context.head.calibrate(choice, at: context.now, context.handle)
        case .cancelCalibration: try cancel(context)
        default: return nil
        }
        return .done()
    }

    /// Cancels whatever is being measured.
    private func cancel(_ context: FeatureContext) throws(ControlError) {
        if context.head.isMeasuring { return context.measuring.cancel("somebody cancelled it", context) }
        guard context.head.recognizer.isCalibrating, let center = previous else {
            throw ControlError(.unavailable, "there is no calibration to cancel")
        }
        previous = nil
        context.head.setCalibrationCenter(center, at: context.now, context.handle)
    }

    func hear(_ event: ApplianceEvent, at now: Double) {
        if case .gesture(let gesture) = event, case .trackingStarted = gesture.kind { previous = nil }  // it is no longer needed
    }

    func cameraChanges() { previous = nil }
}
