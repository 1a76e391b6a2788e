import Gestures
import Wire

extension TaughtReply {
    init(_ shelf: TaughtShelf, bound: Set<HeadGesture>) {
        let gestures = shelf.gestures.map { gesture in
            Gesture(name: "my-\(gesture.name)", channels: gesture.channels.map(\.rawValue), repetitions: gesture.repetitions,
                    per_hour: gesture.rate.expected, per_hour_95: gesture.rate.upper95, hours: gesture.rate.hours,
                    bound: bound.contains(.taught(gesture.name)))
        }
        self.init(gestures: gestures, faults: shelf.faults.map { Fault(name: "my-\($0.name)", detail: $0.description) }, most: TaughtFolder.most)
    }
}
