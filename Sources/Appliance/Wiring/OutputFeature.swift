import Outputs
import Platform
import Settings
import Wire

/// Lists outputs and switches them for a test, for clients.
final class OutputFeature: Feature {
    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .setup(let request) = request else { return nil }
        switch request {
        case .outputs:
            try context.mayWork()
            return .list(OutputsReply(wired(context.settings), values: context.outputs.outputValues, isSimulated: context.settings.source.isSimulated))
        case .places:
            try context.mayWork()
            let file = try context.settings.candidateOnTrial().file
            return .list(PlacesReply(context.settings.freePins(file), file, isSimulated: context.settings.source.isSimulated))
        case .testOutput(let name, let seconds):
            try test(name, for: seconds, context)
            return .done(TestReply(seconds: seconds))
        case .endTest(let name):
            _ = try output(named: name, context.configuration)
            context.outputs.endTest(name, at: context.now)
            context.outputs.report(context.handle)
            return .done()
        default: return nil
        }
    }

    /// The outputs with their targets, which a simulated run does not open.
    private func wired(_ settings: SettingsInUse) -> [OutputConfiguration] {
        guard settings.source.isSimulated, let read = try? settings.file.read(settings.tried) else {
            return settings.current.outputs
        }
        return read.outputs
    }

    private func output(named name: String, _ configuration: Configuration) throws(ControlError) -> OutputConfiguration {
        if let output = configuration.outputs.first(where: { $0.name == name }) { return output }
        throw ControlError.noOutput(name, configuration)
    }

    private func test(_ name: String, for seconds: Double, _ context: FeatureContext) throws(ControlError) {
        let output = try output(named: name, context.configuration)
        if let quiet = context.head.standing.quiet("a test is not possible") { throw quiet }
        if context.head.health.isBatteryCritical { throw ControlError(.unavailable, "the battery is empty: outputs stay safe") }
        try context.may(.disturbing)
        try context.mayWork()
        // As the dead-man timer wants it.
        if output.needsFrames, !context.head.getsFrames {
            throw ControlError(.unavailable, "\(name): no frames come from the camera, and it may only be on while they do")
        }
        let refusal = context.outputs.test(output.name, for: seconds, at: context.now)
        context.outputs.report(context.handle)
        if let refusal { throw ControlError(.unavailable, "\(name): \(refusal)") }
    }
}
