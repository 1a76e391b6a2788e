import Glibc
import Platform
import Wire

/// What the buttons do.
final class ButtonFeature: Feature {
    private var buttons: Buttons
    private var held = HeldButtons()
    private let camera: CameraFeature
    /// The index of our descriptor among the loop's, if there is one.
    private var place: Int?

    init(_ camera: CameraFeature, _ source: @escaping Buttons.Source) { (self.camera, buttons) = (camera, Buttons(source: source)) }

    deinit { buttons.close(within: 0) }

    func start(_ context: FeatureContext) { open(context) }

    func close() { buttons.close(within: 0) }

    var isFailing: Bool { buttons.areLacking }

    private func open(_ context: FeatureContext) {
        context.followEnable()
        for fault in buttons.open(context.configuration.inputs) { context.report(.buttonUnavailable, "\(fault)") }
        for input in buttons.lacking { lose(input, context) }
    }

    /// An output may use a button's line now.
    func configurationChanges(from old: Configuration, to new: Configuration) {
        guard new.inputs != old.inputs else { return }
        buttons.close()
        held.loseAll()
    }

    /// Whoever could not stop it again had better not release it.
    func obstacle(to undertaking: Undertaking) -> ControlError? {
        guard case .releasing = undertaking, let pressed = buttons.inputs.first(where: { $0.action == .stop && held.holds($0) }) else { return nil }
        return ControlError(.stopped, "the button \(pressed.name) is pressed: let it go first")
    }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) { if context.configuration.inputs != old.inputs { open(context) } }

    func watch(_ descriptors: inout [pollfd], at now: Double) {
        let count = descriptors.count
        buttons.watch(&descriptors)
        place = descriptors.count > count ? count : nil
    }

    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        guard let place, descriptors[place].revents != 0 else { return }
        let news = buttons.takeNews(at: context.begin + context.now) { input, age in
            context.report(.loopStalled, "the button \(input.name) was pressed \(NumberFormat.text(age, decimals: 1)) s ago, while the program did nothing: it is not obeyed; press it again")
        }
        for item in news {
            switch item {
            case .change(let change): take(change, context)
            case .lost(let input, let fault):
                context.report(.buttonFailed, "\(fault)")
                lose(input, context)
            case .back(let input): Terminal.note("nodline: the button \(input.name) works again")
            }
        }
    }

    private func take(_ change: ButtonChange, _ context: FeatureContext) {
        let input = change.input
        switch input.action {
        case .stop:
            switch held.take(stop: change, stopped: context.head.halt.stop.map { context.begin + $0.time }) {
            case .stop: context.stop(by: "the button \(input.name)")
            case .release where obstacle(to: .releasing) == nil: context.release(by: "the button \(input.name)")
            case .release, .nothing: break
            }
        case .enable:
            held.take(enable: change)
            if change.isPress { context.wake() }
            context.followEnable()
        case .calibrate, .face, .pause, .camera, .profile: if change.isPress, !change.isLate { press(input, context) }
        }
    }

    /// A stop button that does not work stops everything: nobody could.
    private func lose(_ input: InputConfiguration, _ context: FeatureContext) {
        held.lose(input)
        if input.action == .stop { context.stop(by: "the button \(input.name), which does not work") }
        context.followEnable()
    }

    /// Every enable button must be held.
    func lacksEnable(_ configuration: Configuration) -> Bool {
        configuration.inputs.contains { $0.action == .enable && !held.holds($0) }
    }

    private func press(_ input: InputConfiguration, _ context: FeatureContext) {
        context.wake()
        switch input.action {
        case .calibrate: context.head.calibrate(at: context.now, context.handle)
        case .face: context.head.calibrate(.next, at: context.now, context.handle)
        case .pause: if context.head.halt.stop == nil { context.togglePause() }
        case .camera: if let fault = camera.changeToNext(context) { context.report(fault.code, fault.detail) }
        case .stop, .enable: break
        case .profile: context.settings.use(profile: context.configuration.profile(after: context.settings.profile), context)
        }
    }
}
