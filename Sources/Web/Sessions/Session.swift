/// What a paired browser may do.
package enum Right: String, Codable, CaseIterable, Sendable {
    /// See the picture, the state and the settings.
    case watch
    /// Everything else: pause, calibrate, settings, recordings.
    case change
}

/// A paired browser.
package struct Session: Codable, Equatable, Sendable {
    package let id: String
    /// As its user called it.
    package let name: String
    package let rights: [Right]
    /// SHA-256 of its cookie: who reads the file cannot make a cookie from it.
    let digest: String
    /// Seconds since 1970; only for people, because a board may have no clock.
    package let created: Int
    package internal(set) var last: Int
}

extension Session {
    /// The board's own screen, which is not paired: it watches, and ``Visitors/Visit/maySpeak``. No cookie has this session.
    package static let screen = Session(id: "screen", name: "", rights: [.watch], digest: "", created: 0, last: 0)
}
