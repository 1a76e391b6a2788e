// What a program does with the heads of any face framework.
import Gestures

/// Prints what the head does, until the samples end.
public func printAnswers(of heads: AsyncStream<HeadSample>) async {
    for await event in heads.gestures() {
        switch event.kind.gesture {
        case .nod: print("yes")
        case .shake: print("no")
        case .hold(.left): print("left, until the head is back")
        default: print(event)
        }
    }
}
