import Gestures
import Testing

@Suite("Questions")
struct QuestionTests {
    private func tracking() -> HeadDriver {
        HeadDriver.tracking {
            $0.nod = true
            $0.shake = true
        }
    }

    private func nod(_ driver: inout HeadDriver) {
        for up in [-0.3, 0, -0.3, 0] { driver.go(up: up, for: 0.25) }
    }

    private func shake(_ driver: inout HeadDriver) {
        for left in [0.3, -0.3, 0.3, 0] { driver.go(left: left, for: 0.3) }
    }

    private func answers(_ driver: HeadDriver) -> [GestureAnswer] {
        driver.events.compactMap { if case .answer(let answer) = $0.kind { answer } else { nil } }
    }

    private func ask(_ driver: inout HeadDriver, _ timeout: Double = 5) {
        driver.act { recognizer, time, emit in recognizer.ask(at: time, timeout: timeout, emit) }
    }

    @Test("the first nod or shake is the answer, and the only one")
    func first() {
        var driver = tracking()
        ask(&driver)
        driver.go(for: 0.3)
        shake(&driver)
        driver.go(for: 0.6)
        nod(&driver)
        driver.go(for: 6)
        #expect(answers(driver) == [.no])
        #expect(driver.recognizer.armedUntil == nil)
    }

    @Test("a nod that began before the question does not answer it")
    func before() {
        var driver = tracking()
        driver.go(up: -0.3, for: 0.3)
        driver.go(for: 0.2)
        ask(&driver, 2)
        driver.go(up: -0.3, for: 0.3)
        driver.go(for: 3)
        #expect(answers(driver) == [.none])
    }

    @Test("a nod under way does not answer a question asked meanwhile, however it continues", arguments: 1...5)
    func goesOn(asked step: Int) {
        var driver = tracking()
        ask(&driver)
        driver.go(for: 0.3)
        var earlier = 0
        for (index, up) in [-0.3, 0, -0.3, 0, -0.3, 0, -0.3, 0].enumerated() {
            driver.go(up: up, for: 0.15)
            if index == step {
                driver.act { recognizer, time, emit in recognizer.withdraw(at: time, emit) }
                earlier = answers(driver).count
                ask(&driver, 8)
            }
            driver.go(up: up, for: 0.1)
        }
        driver.go(for: 1)
        #expect(!answers(driver).dropFirst(earlier).contains(.yes))
        nod(&driver)
        driver.go(for: 1)
        #expect(answers(driver).last == .yes)
    }

    /// The head goes down and up like a cosine, `count` times, with rests between; a question is taken back and another one asked at `asked`.
    /// - Returns: what is heard after that.
    private func answers(toNodOf count: Int, swing: Double, rest: Double, asked: Double) -> [GestureAnswer] {
        var driver = HeadDriver.tracking(rate: 30) { ($0.nod, $0.shake, $0.smoothing) = (true, true, 3) }
        ask(&driver)
        driver.go(for: 0.5)
        let begin = driver.time, period = swing + rest, frame = 1.0 / 30
        var earlier: Int?
        while driver.time - begin < max(period * Double(count), asked) + 1 {
            let now = driver.time - begin
            if earlier == nil, now >= asked - 1e-9 {
                driver.act { recognizer, time, emit in recognizer.withdraw(at: time, emit) }
                earlier = answers(driver).count
                ask(&driver, 60)
            }
            let part = (now + frame).truncatingRemainder(dividingBy: period) / swing
            driver.go(up: now + frame < period * Double(count) && part < 1 ? -0.3 * Wave.hump(part) : 0, for: frame)
        }
        return Array(answers(driver).dropFirst(earlier ?? 0))
    }

    @Test("a nod of any pace that began before the question does not answer it, whenever it is asked", arguments: [0.0, 0.1, 0.2, 0.3, 0.35])
    func anyMoment(rest: Double) {
        for swing in [0.3, 0.5] {
            for count in 2...5 {
                for asked in stride(from: 0.0, to: (swing + rest) * Double(count - 1), by: 1.0 / 30) {
                    let heard = answers(toNodOf: count, swing: swing, rest: rest, asked: asked)
                    #expect(!heard.contains(.yes) && !heard.contains(.no), "\(count) swings of \(swing) s, rests of \(rest) s, asked after \(asked) s")
                }
            }
        }
    }

    @Test("a nod that goes on after it was told is told once, and answers no question that is asked then", arguments: [0.05, 0.1, 0.15])
    func toldEarly(rest: Double) {
        var driver = HeadDriver.tracking(rate: 30) { ($0.nod, $0.shake, $0.smoothing) = (true, true, 3) }
        func swing(_ driver: inout HeadDriver, _ count: Int) {
            for _ in 0..<count {
                for step in 1...12 { driver.go(up: -0.4 * Wave.hump(Double(step) / 12), for: 1.0 / 30) }
                driver.go(for: rest)
            }
        }
        driver.go(for: 1)
        swing(&driver, 2)
        #expect(driver.gestures == ["nod 2"])
        ask(&driver, 60)
        swing(&driver, 4)
        driver.go(for: 1)
        #expect(driver.gestures == ["nod 2"] && answers(driver).isEmpty)
        swing(&driver, 2)
        driver.go(for: 1)
        #expect(answers(driver) == [.yes])
    }

    @Test("a nod that began before the question but is seen after it, because its frames were late, does not answer it", arguments: [0.0, 0.05, 0.1])
    func late(by latency: Double) {
        var driver = tracking()
        driver.go(for: 0.6)
        driver.act { recognizer, time, emit in recognizer.ask(at: time + latency, timeout: 8, emit) }
        for _ in 0..<2 { nod(&driver) }
        driver.go(for: 1)
        #expect(answers(driver).isEmpty)
        nod(&driver)
        driver.go(for: 1)
        #expect(answers(driver) == [.yes])
    }

    @Test("an answer that is certain before the question's timeout counts even if no frame arrives in between")
    func lastMoment() throws {
        var driver = tracking()
        let begin = driver.time
        driver.go(for: 0.3)
        nod(&driver)
        driver.go(for: 1)
        let known = try #require(driver.events.first { $0.kind.gesture == .nod }).time - begin
        driver = tracking()
        ask(&driver, known + 0.01)
        driver.go(for: 0.3)
        nod(&driver)
        while driver.time - begin + 0.05 < known { driver.go(for: 0.05) }
        driver.act { recognizer, time, emit in recognizer.advance(to: begin + known + 0.02, emit) }
        #expect(answers(driver) == [.yes])
    }

    @Test("without an answer in time the answer is none, even without frames", arguments: [false, true])
    func timeout(isBlind: Bool) {
        var driver = tracking()
        ask(&driver, 2)
        if isBlind { driver.stopFrames(for: 3) } else { driver.go(for: 3) }
        #expect(answers(driver) == [.none])
        nod(&driver)
        driver.go(for: 1)
        #expect(answers(driver).count == 1)
    }

    @Test("diagonal swings are not an answer, and the question stays open")
    func doubtful() {
        var driver = tracking()
        ask(&driver)
        driver.go(for: 0.3)
        for side in [0.3, -0.3, 0.3] {
            driver.go(left: side, up: -0.3, for: 0.3)
            driver.go(for: 0.2)
        }
        driver.go(for: 0.6)
        #expect(answers(driver).isEmpty && driver.recognizer.armedUntil != nil)
    }

    @Test("somebody who appeared a second ago can answer, even during calibration")
    func stranger() {
        var driver = HeadDriver { $0.calibrationSamples = 100 }
        driver.go(for: 0.5)
        ask(&driver)
        driver.go(for: 0.7)
        nod(&driver)
        driver.go(for: 1)
        #expect(answers(driver) == [.yes])
    }

    @Test("a question can be withdrawn, and a pause withdraws it")
    func withdrawn() {
        var driver = tracking()
        ask(&driver)
        driver.act { recognizer, time, emit in recognizer.withdraw(at: time, emit) }
        ask(&driver)
        driver.act { recognizer, time, emit in recognizer.pause(at: time, emit) }
        ask(&driver)
        #expect(answers(driver) == [.none, .none])
    }
}
