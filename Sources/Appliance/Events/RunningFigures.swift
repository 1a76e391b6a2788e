import Gestures
import Wire

extension RunningFigures {
    package mutating func hear(_ event: ApplianceEvent, at now: Double) {
        switch event {
        case .gesture(let gesture):
            if case .rejected(let rejection) = gesture.kind { return addRefusal(by: rejection.rule.rawValue) }
            guard let fired = gesture.kind.gesture else { return }
            addGesture(fired.description, latency: max(0, now - gesture.ended))
        case .fault(_, let code, _): addFault(code.rawValue)
        default: break
        }
    }
}
