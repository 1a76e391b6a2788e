import Power
import Testing

/// A battery that an expectation may change.
private final class Account {
    private var battery: Battery

    init(_ settings: Battery.Settings) { battery = Battery(settings) }

    func add(_ reading: PowerSupply.Reading?, use: Double, at time: Double) -> BatteryState? {
        battery.add(reading, use: use, at: time)
    }
}

@Suite("Battery")
struct BatteryTests {
    private func settings(_ change: (inout Battery.Settings) -> Void) -> Battery.Settings {
        var settings = Battery.Settings()
        change(&settings)
        return settings
    }

    @Test("the allowed power is the energy left divided by the hours still to last")
    func allowed() throws {
        let battery = Account(settings { $0.targetHours = 10 })
        let full = try #require(battery.add(.init(wattHours: 20, watts: 3), use: 0.1, at: 0))
        #expect(full.allowedWatts == 2 && full.watts == 3)
        #expect(full.hoursLeft.map { abs($0 - 20 / 3) < 1e-9 } == true)
        let later = try #require(battery.add(.init(wattHours: 9, watts: 1), use: 0.1, at: 5 * 3600))
        #expect(later.allowedWatts == 9.0 / 5)
        // With a charger power is not limited; the hours count from its removal.
        #expect(battery.add(.init(wattHours: 9, isCharging: true), use: 0.1, at: 6 * 3600)?.allowedWatts == nil)
        #expect(battery.add(.init(wattHours: 20), use: 0.1, at: 7 * 3600)?.allowedWatts == 2)
        // After the target time power is not limited.
        #expect(battery.add(.init(wattHours: 1), use: 0.1, at: 18 * 3600)?.allowedWatts == nil)
    }

    @Test("without a power reading it is estimated from CPU use, and from the loss of charge once that is clear")
    func estimate() throws {
        let battery = Account(settings { $0.capacity = 10 })
        let first = try #require(battery.add(.init(percent: 80), use: 0.5, at: 0))
        #expect(first.watts == 0.9 + 0.6 * 0.5)
        #expect(first.hoursLeft == 8 / 1.2)
        // 4 % of 10 Wh in 20 minutes.
        let later = try #require(battery.add(.init(percent: 76), use: 0.5, at: 1200))
        #expect(abs(later.watts - 1.2) < 1e-9)
        let quick = Account(settings { $0.capacity = 10 })
        _ = quick.add(.init(percent: 80), use: 0.5, at: 0)
        #expect(quick.add(.init(percent: 40), use: 0.5, at: 100)?.watts == 1.2)
    }

    @Test("without a gauge the charge starts full and falls by the estimated power; it is never critical")
    func account() throws {
        let battery = Account(settings { ($0.capacity, $0.idleWatts, $0.wattsPerCore) = (10, 1, 1) })
        #expect(battery.add(nil, use: 0, at: 0)?.percent == 100)
        var state = battery.add(nil, use: 0, at: 0)
        for hour in 1...12 { state = battery.add(nil, use: 0, at: Double(hour) * 3600) }
        let end = try #require(state)
        #expect(end.percent == 0 && !end.isGauged && !end.isCritical)
        let none = Account(Battery.Settings())
        #expect(none.add(nil, use: 0.5, at: 0) == nil)
    }

    @Test("a critical level needs three readings, ends with a charger or 5 % more charge, and is not affected by a silent gauge")
    func critical() {
        let battery = Account(Battery.Settings())
        var time = 0.0
        let course: [(PowerSupply.Reading?, Bool)] = [
            (.init(percent: 50), false), (.init(percent: 0), false), (.init(percent: 0), false), (.init(percent: 50), false),
            (.init(percent: 5), false), (.init(percent: 5), false), (.init(percent: 5), true),
            (.init(percent: 6), true), (.init(percent: 9), true), (nil, true), (.init(), true),
            (.init(percent: 5, isCharging: true), false),
            (.init(percent: 4), false), (.init(percent: 4), false), (.init(percent: 4), true), (.init(percent: 10), false),
        ]
        for (reading, expected) in course {
            time += 2
            #expect(battery.add(reading, use: 0, at: time)?.isCritical == expected, "\(time)")
        }
    }
}
