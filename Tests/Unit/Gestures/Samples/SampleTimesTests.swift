import Gestures
import Testing

@Suite("Times of samples")
struct SampleTimesTests {
    private let configuration = GestureConfiguration()

    private func times(_ all: Double...) -> SampleTimes {
        var times = SampleTimes()
        for time in all { times.add(time) }
        return times
    }

    @Test("the first sample may have any time; one that is not later than the last, or not a number, is useless")
    func order() {
        var times = SampleTimes()
        #expect(times.judge(-1e9, configuration) == .usable)
        #expect(times.judge(.nan, configuration) == .useless && times.judge(.infinity, configuration) == .useless)
        times.add(5)
        #expect(times.judge(5, configuration) == .useless && times.judge(4.9, configuration) == .useless && times.judge(5.001, configuration) == .usable)
    }

    @Test("a time more than an hour ahead is used only when the next one agrees with it")
    func leap() {
        var times = times(0)
        #expect(times.judge(3600, configuration) == .usable)
        #expect(times.judge(4000, configuration) == .doubtful && times.judge(4000, configuration) == .doubtful, "the same time again is no agreement")
        #expect(times.judge(4000.03, configuration) == .usable)
        // A sample with a right time in between takes the doubt with it.
        #expect(times.judge(4000, configuration) == .doubtful && times.judge(0.03, configuration) == .usable)
        #expect(times.judge(4000.06, configuration) == .doubtful)
    }

    @Test("the clock was set back if two times in a row lie further back than a stale frame")
    func back() {
        var times = times(100)
        #expect(times.judge(100 - configuration.staleTime, configuration) == .useless, "a frame that came late")
        #expect(times.judge(50, configuration) == .useless)
        #expect(times.judge(50.03, configuration) == .setBack)
    }

    @Test("the head is certain if the last sample saw it, and what ends something uses the last time for one that is no number")
    func certain() {
        var times = times(1)
        #expect(!times.isCertain)
        times.see()
        #expect(times.isCertain && times.seen == 1)
        times.add(2)
        #expect(!times.isCertain && times.seen == 1)
        #expect(times.moment(.nan) == 2 && times.moment(1.5) == 1.5 && SampleTimes().moment(.nan) == 0)
    }
}
