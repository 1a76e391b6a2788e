import Pipeline
import Platform

extension MainLoop {
    func handleCamera() {
        switch camera.next() {
        case .nothing: break
        case .frame(let frame):
            isCameraFaulty = false
            work(on: frame.frame)
            camera.finish(frame)
        case .failed(let fault): cameraFailed(fault)
        }
    }

    func tendCamera() {
        // Opening takes up to a second or two: a short pulse ends before.
        camera.mayOpen = outputs.nextEnd.map { $0 > now + 2 } ?? true
        if let fault = notifier.allow(camera.takesTime ? Self.slowStep : 0, { camera.tend() }) { cameraFailed(fault) }
        headSwitch.set(.cameraOn, camera.isWatching, at: now, handle)
    }

    private func work(on frame: Frame) {
        var frame = frame
        frame.time -= begin
        let isLookedAt = throttle.takes(frameAt: frame.time)
        rates.add(frame, dropped: camera.camera?.dropped ?? 0, isLookedAt: isLookedAt)
        guard isLookedAt, frame.time >= believesFrom else { return }
        view(camera.camera?.info.id ?? viewed)
        let start = clock.cpu()
        do {
            let face = try headSwitch.look(at: frame)
            deadMan.feed()  // before something goes on because of this frame
            headSwitch.process(face, at: frame.time, handle)
            isInferenceFaulty = false
        } catch {
            isInferenceFaulty = true
            report(.inferenceFailed, "\(error)")
        }
        deadMan.feed()
        economy.add(frameAt: frame.time, cpu: clock.cpu() - start)
        guard outputs.follows(.dark) else { return }
        darkness.add(frame.brightness, at: frame.time)
        headSwitch.set(.dark, darkness.isDark, at: now, handle)
    }

    /// Another camera than before shows another picture, whether a button chose it or the first one went away.
    private func view(_ id: String) {
        headSwitch.mounting = camera.mounting
        if id != viewed, !viewed.isEmpty {
            formerCenter = nil
            headSwitch.changeView(at: now, handle)
        }
        viewed = id
    }

    /// A camera that keeps failing is reported for each try; what hangs on frames ends by the recogniser's clock.
    func cameraFailed(_ fault: ApplianceError) {
        isCameraFaulty = true
        headSwitch.loseView(at: now, handle)
        report(fault.code, fault.detail)
    }

    /// Another camera, chosen by a button or by a client.
    func changeCamera(_ change: (_ begin: () -> Void) -> ApplianceError?) -> ApplianceError? {
        notifier.allow(Self.slowStep) {
            change {
                formerCenter = nil
                headSwitch.changeView(at: now, handle)  // first of all: stopping a camera takes time, and what is held falls
            }
        }
    }
}
