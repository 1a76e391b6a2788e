import Appliance
import Testing

@Suite("Darkness")
struct DarkSensorTests {
    @Test("darkness has hysteresis: the lamp that it turns on does not end it, daylight does")
    func darkness() {
        var sensor = DarkSensor(below: 0.15, after: 1)
        func see(_ brightness: Double, from: Double, to: Double) {
            for time in stride(from: from, to: to, by: 0.1) { sensor.add(brightness, at: time) }
        }
        see(0.5, from: 0, to: 2)
        see(0.1, from: 2, to: 2.8)
        #expect(!sensor.isDark)
        see(0.1, from: 2.8, to: 3.2)
        #expect(sensor.isDark)
        see(0.4, from: 3.2, to: 20)  // the lamp
        #expect(sensor.isDark)
        see(0.7, from: 20, to: 20.8)  // a headlight
        see(0.4, from: 20.8, to: 22)
        #expect(sensor.isDark)
        see(0.7, from: 22, to: 23.3)  // morning
        #expect(!sensor.isDark)
    }
}
