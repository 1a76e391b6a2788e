import Glibc
import Pipeline
import Platform
import Wire

/// Shows clients what the camera sees. While nobody watches, it has no thread and looks at no frame.
///
/// All watchers get the same picture. One is drawn only when a watcher is due that has read the last one.
final class PreviewDesk {
    private static let widest = 320
    /// Seconds between looks for a second face.
    private static let lookInterval = 2.0

    private struct Watcher {
        let peer: ControlPeer
        var interval: Double
        var due: Double
        /// The picture that is being compressed is for it.
        var isWaiting = false
    }

    private var watchers: [Watcher] = []
    private var worker: PreviewWorker?
    private var picture = SmallPicture(widest: widest)
    /// Another face was in the picture at the last look, and when the next look is due.
    private var hasCompany = false, nextLook = -Double.infinity

    /// Whether somebody watches.
    var isWatched: Bool { !watchers.isEmpty }

    /// Adds a client, or changes its rate.
    /// - Throws: ``SystemError`` if no thread can be started.
    func add(_ peer: ControlPeer, rate: Double, at now: Double) throws(SystemError) {
        if worker == nil { worker = try PreviewWorker() }
        remove(peer)
        watchers.append(Watcher(peer: peer, interval: 1 / rate, due: now))
        peer.isWatching = true
    }

    func remove(_ peer: ControlPeer) {
        peer.isWatching = false
        watchers.removeAll { $0.peer === peer }
    }

    func removeAll() {
        for watcher in watchers { watcher.peer.isWatching = false }
        watchers = []
    }

    /// The descriptor of the worker, which becomes readable when a picture is ready.
    func watch(_ descriptors: inout [pollfd]) {
        if let worker { descriptors.append(pollfd(fd: worker.news.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    /// Forgets clients that have left, and sends a picture that is ready.
    func poll() {
        guard let worker else { return }
        watchers.removeAll { $0.peer.hasLeft }
        if let line = worker.take() {
            for place in watchers.indices where watchers[place].isWaiting {
                watchers[place].isWaiting = false
                watchers[place].peer.send(line)
            }
        }
        guard watchers.isEmpty else { return }
        worker.end()
        self.worker = nil
        nextLook = -.infinity
    }

    /// Whether a picture of the next frame is wanted.
    func wantsFrame(at now: Double) -> Bool {
        guard let worker, worker.isFree else { return false }
        return watchers.contains { now >= $0.due && $0.peer.hasReadAll }
    }

    /// Draws a frame for the watchers that are due.
    /// - Parameters:
    ///   - person: whose face it is, if something depends on it.
    ///   - seesAnother: whether there is another face than this one, which takes as long as a search.
    func show(_ view: FrameView, _ face: Face?, of person: StatusReply.Person?, at now: Double, seesAnother: (Face) throws -> Bool) {
        guard let worker else { return }
        if let face, now >= nextLook {
            hasCompany = (try? seesAnother(face)) ?? false  // a network that fails is reported by the search itself
            nextLook = now + Self.lookInterval
        }
        for place in watchers.indices where now >= watchers[place].due && watchers[place].peer.hasReadAll {
            watchers[place].isWaiting = true
            watchers[place].due = max(watchers[place].due + watchers[place].interval, now + watchers[place].interval / 2)
        }
        let pixels = picture.pixels(of: view, isFull: true)
        let advice = PlacementAdvice.all(for: face.map { ($0.leftEye, $0.rightEye, $0.mouth) }, hasCompany: hasCompany,
                                         view: (view.width, view.height), pixels: pixels, width: picture.width, scale: picture.scale)
        worker.post(PreviewWorker.Job(pixels: pixels, record: PreviewRecord(
            at: now, width: picture.width, height: picture.height, face: face.map { PreviewRecord.Face($0, scale: picture.scale) }, person: person, advice: advice)))
    }

    deinit { worker?.end() }
}
