import Glibc
import Platform

/// Searches at once where something arrived and came to rest, now and then where something changes, and rarely where nothing does.
/// A token bucket of network runs bounds the average rate.
final class SearchPace {
    /// Seconds between two examined frames, and between two searches when nothing happens.
    static let betweenLooks = 0.1
    static let atRest = 4.0
    private static let early = 0.01
    /// Token bucket of network runs: rate a second, and maximum. The last ones are reserved for what came to rest.
    static let runsPerSecond = 1.6
    static let savedRuns = 20.0
    /// Most seconds for which one frame fills the bucket: below 10 frames a second a frame costs no more than at 10. A longer pause than `pause`
    /// was no search.
    private static let perFrame = (most: 0.1, pause: 1.0)
    private static let reserve = 4.0
    /// Seconds between two searches of changes when only the reserve is left. The pause falls in proportion to the runs above
    /// the reserve, down to ``betweenLooks`` when two thirds of them are saved.
    private static let slowest = 0.9
    /// Searches in one full round of ``SearchRegions``, made after the start and after each ``restart()``.
    private static let round = 20
    /// The side of a square part, as a fraction of the view's longer side. In a view 640 pixels wide a part finds eyes 22 pixels
    /// apart; at 30 the person fills most of the part; from 50 on a search of the whole view finds them.
    private static let partSide = 0.43
    /// Thresholds for a search, in tiles times grey levels. `enough`: for a change. `arrived.least`: for what came to rest, which
    /// must also exceed its running average times `arrived.usual` (first factor: more than the reserve is saved; second: less).
    /// `memory`: the time constant, in seconds, with which that average decays.
    private static let enough: Float = 20, arrived: (least: Float, usual: (Float, Float)) = (60, (0.5, 1.6)), memory = 20.0
    /// The whole view is searched instead of a part when it has at least this many times the part's changes.
    private static let wholeRatio: (new: Float, arrived: Float) = (1.6, 2.5)
    /// One search in this many is of the rotated view: with more than two fifths of the runs saved, and with fewer.
    private static let rolled = (often: 4, rarely: 8)

    private let watch = SceneWatch(partSide: partSide)
    private var regions = SearchRegions()
    private var runs = TokenBucket(rate: runsPerSecond, burst: savedRuns)
    private var usuallyArrived: Float = 0
    private var searches = 0
    private var searchesOfRound = round
    private var lastSearch = -Double.infinity
    private var lastLook = -Double.infinity
    /// Time of the last examined frame.
    private var lastTime: Double?
    /// Time of the last frame, and the seconds for which frames have filled the bucket.
    private var lastFrame: Double?
    private var filled = 0.0

    /// Whether the last face was the other way up: the camera hangs upside down, and so will the next face be.
    var isReversed = false

    /// The region of this frame to search, if any.
    func region(in view: FrameView) -> RegionOfInterest? {
        var region = uprightRegion(in: view)
        if isReversed { region?.rotation += .pi }
        return region
    }

    private func uprightRegion(in view: FrameView) -> RegionOfInterest? {
        let time = view.frame.time
        let step = max(time - (lastFrame ?? time), 0)
        filled += step > Self.perFrame.pause ? step : min(step, Self.perFrame.most)
        lastFrame = time
        // A frame may come slightly early: at 30 frames a second every third is examined, not every fourth.
        guard time - lastLook > Self.betweenLooks - Self.early else { return nil }
        lastLook = time
        let passed = time - (lastTime ?? time)
        lastTime = time
        if passed < 0 { runs = TokenBucket(rate: Self.runsPerSecond, burst: Self.savedRuns) }  // another clip
        runs.refill(at: filled)
        usuallyArrived *= Float(exp(-max(passed, 0) / Self.memory))
        watch.look(at: view, isReversed: isReversed)

        let saved = (runs.left - Self.reserve) / (Self.savedRuns - Self.reserve), pause = time - lastSearch + Self.early
        let came = max(watch.arrived.part, watch.arrived.whole / Self.wholeRatio.arrived)
        let timesUsual = saved > 0 ? Self.arrived.usual.0 : Self.arrived.usual.1
        if runs.left >= 1, came > max(Self.arrived.least, timesUsual * usuallyArrived) {
            usuallyArrived += (came - usuallyArrived) / 4
            return search(for: watch.arrived, wholeRatio: Self.wholeRatio.arrived, in: view)
        }
        if saved > 0, searchesOfRound > 0 {
            searchesOfRound -= 1
            return search(regions.next(width: view.width, height: view.height), in: view)
        }
        guard max(watch.news.part, watch.news.whole / Self.wholeRatio.new) > Self.enough else {
            return pause > Self.atRest ? search(regions.next(width: view.width, height: view.height), in: view) : nil
        }
        let due = Self.slowest + (Self.betweenLooks - Self.slowest) * min(1, saved * 1.5)
        guard saved > 0, pause > due else { return nil }
        searches += 1
        guard searches % (saved > 0.4 ? Self.rolled.often : Self.rolled.rarely) != 0 else {
            return search(regions.nextRolled(width: view.width, height: view.height), in: view)
        }
        return search(for: watch.news, wholeRatio: Self.wholeRatio.new, in: view)
    }

    /// Charges a run of the mesh on what a search found.
    func askMesh() { runs.spend() }

    /// Starts a full round of searches, because the scene is another one or a face was lost.
    func restart() {
        searchesOfRound = Self.round
        lastSearch = -.infinity
        lastLook = -.infinity
        watch.restart()
    }

    private func search(for news: SceneWatch.News, wholeRatio: Float, in view: FrameView) -> RegionOfInterest {
        let whole = RegionOfInterest.letterbox(width: view.width, height: view.height)
        guard news.whole < wholeRatio * news.part else {
            watch.searchWhole()
            return search(whole, in: view)
        }
        let part = whole.size * Self.partSide, size = PicturePoint(Double(view.width), Double(view.height))
        let half = pointwiseMin(part, size) / 2
        let center = pointwiseMin(pointwiseMax(view.frameToView.apply(news.center), half), size - half)
        let a = view.viewToFrame.apply(center - half), b = view.viewToFrame.apply(center + half)
        watch.searchPart(from: pointwiseMin(a, b), to: pointwiseMax(a, b))
        return search(RegionOfInterest(center: center, size: part, rotation: 0), in: view)
    }

    private func search(_ region: RegionOfInterest, in view: FrameView) -> RegionOfInterest {
        lastSearch = view.frame.time
        runs.spend()
        return region
    }
}
