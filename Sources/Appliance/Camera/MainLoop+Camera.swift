import Pipeline
import Platform
import Traces

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
        // Opening takes up to two seconds: it waits for the end of a short pulse.
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
        var seen: Face?
        do {
            let face = try headSwitch.look(at: frame)
            deadMan.feed()  // before this frame switches anything
            headSwitch.process(face, at: frame.time, handle)
            deadMan.feed()
            seen = face
            isInferenceFaulty = false
        } catch {
            isInferenceFaulty = true
            report(.inferenceFailed, "\(error)")
        }
        let cpu = clock.cpu() - start
        economy.add(frameAt: frame.time, cpu: cpu)
        running.figures.addFrame(cpu: cpu)
        watchPeople(FrameView(frame, mounting: headSwitch.mounting), seen)
        recordings.add(FrameView(frame, mounting: headSwitch.mounting), at: now)
        rest?.add(HeadMark(time: frame.time, seen: seen))
        if previews.wantsFrame(at: now) {  // last, when everything that the frame switches is switched
            economy.wake(at: now)
            let view = FrameView(frame, mounting: headSwitch.mounting)
            previews.show(view, seen, of: personStatus, at: now) { try headSwitch.tracker.seesAnother(than: $0, in: view) }
        }
        guard outputs.follows(.dark) else { return }
        darkness.add(frame.brightness, at: frame.time)
        headSwitch.set(.dark, darkness.isDark, at: now, handle)
    }

    /// A camera other than the last one has another view of the user, whether a button selected it or the last one was unplugged.
    private func view(_ id: String) {
        headSwitch.mounting = camera.mounting
        if id != viewed, !viewed.isEmpty {
            formerCenter = nil
            headSwitch.changeView(at: now, handle)
        }
        viewed = id
    }

    /// Reports a failing camera at every try. Whatever depends on frames ends by the recogniser's clock.
    func cameraFailed(_ fault: ApplianceError) {
        isCameraFaulty = true
        headSwitch.loseView(at: now, handle)
        report(fault.code, fault.detail)
    }

    /// Changes the camera, for a button or a client.
    func changeCamera(_ change: (_ begin: () -> Void) -> ApplianceError?) -> ApplianceError? {
        notifier.allow(Self.slowStep) {
            change {
                formerCenter = nil
                headSwitch.changeView(at: now, handle)  // first: stopping a camera takes time, and held outputs must be released before
            }
        }
    }
}
