import Appliance
import Pipeline
import Testing

@Suite("Cameras in the configuration")
struct CameraConfigurationTests {
    @Test("a camera's mounting comes from its table however it was chosen; an id takes precedence over a model, a model over a place")
    func cameras() throws {
        let configuration = try Configuration.read(text: """
            [camera]
            orientation = 6
            [cameras.bed]
            match = "IMX708"
            orientation = 3
            [cameras.front]
            mirrored = true
            [cameras.one]
            match = "/base/i2c@10"
            orientation = 8
            """, file: "c.toml")
        #expect(configuration.choice("bed") == "IMX708")
        #expect(configuration.choice("front") == "front")
        #expect(configuration.choice("usb cam") == "usb cam")
        for (id, model, location, orientation, isMirrored) in [
            ("/base/i2c@10", "imx708_wide", CameraInfo.Location.front, Orientation.turnCounterclockwise, false),
            ("/base/i2c@12", "imx708_wide", .front, .upsideDown, false),
            ("/base/i2c@12", "ov5647", .front, .upright, true),
            ("/base/i2c@12", "ov5647", .back, .turnClockwise, false),
        ] {
            let camera = CameraInfo(id: id, model: model, location: location, formats: "")
            #expect(configuration.mounting(of: camera) == Mounting(orientation: orientation, isMirrored: isMirrored))
        }
    }
}
