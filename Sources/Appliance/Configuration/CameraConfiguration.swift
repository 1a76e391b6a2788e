import Pipeline
import Settings

/// A camera whose orientation or mirroring differs from `[camera]`, from `[cameras.NAME]`.
package struct CameraConfiguration: Equatable, Sendable {
    package var name: String
    /// The camera that this applies to: `front`, `back`, `external`, an id, or a part of a model's name. By default the table's name.
    package var match: String
    /// EXIF orientation of the frames, 1 to 8.
    package var orientation = 1
    package var mirrored = false

    package init(name: String) {
        self.name = name
        match = name
    }
}

extension Configuration {
    /// The camera that `use` or one of `alternatives` names: the match of a camera's table with this name, or the word itself.
    package func choice(_ word: String) -> String { cameras.first { $0.name == word }?.match ?? word }

    /// The mounting of a camera, by the table that matches it most closely, however the camera was selected.
    package func mounting(of camera: CameraInfo) -> Mounting {
        let tables = cameras.compactMap { table in camera.match(table.match).map { (table, $0) } }
        guard let closest = tables.map(\.1).max(), let table = tables.first(where: { $0.1 == closest })?.0
        else { return self.camera.mounting }
        return Mounting(exif: table.orientation, isMirrored: table.mirrored)
    }
}

extension Mounting {
    /// - Parameter exif: 1 to 8; anything else counts as upright.
    init(exif: Int, isMirrored: Bool) {
        self.init(orientation: Orientation(rawValue: exif) ?? .upright, isMirrored: isMirrored)
    }
}

extension CameraConfiguration: NamedSetting {
    package static let introduction: Meaning = """
        Cameras that are mounted differently: one table for each. For these, orientation and mirrored of [camera] do not count.
        """
    package static let example = """
        [cameras.bed]
        match = "imx708"
        orientation = 3
        """
    package static let groups: [KeyGroup<CameraConfiguration>] = [
        .init(keys: [
            .init("match", .text(\.match), """
                "front", "back", "external", an id, or a part of a model's name. If two tables match, an id comes before a model, and
                a model before a place.
                """, without: "the table's name, so that [cameras.front] is the front camera"),
            .init("orientation", .integer(1...8, \.orientation), "as in [camera]."),
            .init("mirrored", .flag(\.mirrored), "as in [camera]."),
        ])
    ]
}
