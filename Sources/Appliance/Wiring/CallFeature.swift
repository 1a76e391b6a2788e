import Outputs
import Wire

/// Lets Call of the page to speak with switch the outputs that the configuration binds to it, for clients.
///
/// A gesture or a touch has chosen Call; this cannot tell which. So it counts only where a gesture would: a bell that rings while everybody has
/// been told that nothing fires would be as wrong as one that stays silent and says nothing.
final class CallFeature: Feature {
    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .call = request else { return nil }
        guard context.configuration.outputs.contains(where: \.call) else { return .done(CallReply(outputs: [], refused: [])) }
        try context.mayWork()
        if let obstacle = Self.obstacle(context.head) { throw obstacle }
        let called = context.outputs.call(at: context.now)
        context.outputs.report(context.handle)  // waits for the devices
        let broken = called.on.filter(context.outputs.hasFault), on = called.on.filter { !broken.contains($0) }
        let refused = called.refused.map { "\($0.name): \($0.reason)" } + broken.map { "\($0): its device does not work" }
        if on.isEmpty { throw ControlError(.unavailable, refused.joined(separator: "; ")) }
        return .done(CallReply(outputs: on, refused: refused))
    }

    /// Why no gesture would count now.
    private static func obstacle(_ head: HeadSwitch) -> ControlError? {
        let standing = head.standing
        if let quiet = standing.quiet("a call switches nothing") { return quiet }
        if standing.health.isBatteryCritical { return ControlError(.unavailable, "the battery is empty: outputs stay safe") }
        if head.isMeasuring { return ControlError(.unavailable, "a person is being measured: nothing fires meanwhile") }
        if !head.getsFrames { return ControlError(.unavailable, "no frames come from the camera") }
        if !standing.isFacePresent { return ControlError(.unavailable, "no face is seen") }
        if !standing.isAdmitted { return ControlError(.unavailable, "the face in the picture is not known to be a person's who may act") }
        if !standing.isLiving { return ControlError(.unavailable, "the face does not move: it may be a picture") }
        if !standing.isTracking { return ControlError(.unavailable, "the rest position is being measured: keep the head still") }
        return nil
    }
}
