import Gestures

/// The calibration of gaze.
extension MainLoop {
    /// Ends a calibration that is complete or cannot go on.
    func tendGaze() {
        guard let session = headSwitch.gazing else { return }
        if let obstacle = session.obstacle(at: now) {
            endGaze(obstacle)
        } else if headSwitch.recognizer.isPaused || economy.isCritical {
            endGaze(economy.isCritical ? "the battery is empty" : "it was paused")
        } else if let result = session.result {
            switch result {
            case .success(let correction):
                keep(SavedGaze(correction, session.geometry, points: session.targets.count))  // before the session ends, so that the eyes stay loaded
                closeGaze(.done(fault: nil))
            case .failure(let fault): closeGaze(.done(fault: fault.words(session.targets.map(\.words))))
            }
        }
    }

    /// Cancels the calibration; nothing has changed.
    func endGaze(_ reason: String) {
        if headSwitch.gazing != nil { closeGaze(.cancelled(reason: reason)) }
    }

    private func closeGaze(_ progress: GazeProgress) {
        headSwitch.measureGaze(nil, at: now, handle)
        rangeOwner?.isOwed = false
        rangeOwner = nil
        headSwitch.tell(.gaze(time: now, progress), handle)
    }

    /// Uses a calibration from now on, and after a restart.
    private func keep(_ gaze: SavedGaze) {
        store.change { $0.gaze[$0.profile] = gaze }
        gaze.apply(to: &configuration)
        headSwitch.adopt(configuration.gestures)
    }

    /// Reports that looks at zones do not count yet.
    func checkGaze() {
        guard configuration.watchesGaze, configuration.gestures.gaze.correction == nil else { return }
        report(.gazeNotCalibrated, "an output or an axis waits for your gaze, but gaze was not calibrated, or the screen and the camera were "
            + "elsewhere then: nodline calibrate --gaze")
    }
}
