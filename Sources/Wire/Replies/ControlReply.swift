import GestureNames

/// The start of every reply: `{"v":2,"reply":"status","id":7,"ok":true,…}`. Clients and tests decode it too.
package struct ControlReply: Codable, Sendable {
    package private(set) var v = EventRecord.version
    /// The request's name.
    package let reply: String
    package let id: ControlID?
    package private(set) var ok = true
    /// Whether the change is on the disk; `nil` if nothing changed that is saved.
    package private(set) var durable: Bool?
    /// A ``ControlError/Code``, and a sentence; or that alone, why a change is not durable.
    package private(set) var error: String?, detail: String?

    package init(to id: ControlID?, _ name: String) {
        reply = name
        self.id = id
    }

    /// The reply to a request that was carried out.
    /// - Parameters:
    ///   - body: further fields.
    ///   - detail: why it is not durable.
    package func done(durable: Bool? = nil, _ body: (any Encodable)? = nil, detail: String? = nil) -> String {
        var head = self
        (head.durable, head.detail) = (durable, detail)
        return JSONLine.text(Whole(head: head, body: body))
    }

    /// The reply to a request that was refused.
    package func refusal(_ fault: ControlError) -> String {
        var head = self
        (head.ok, head.error, head.detail) = (false, fault.code.rawValue, fault.detail)
        return JSONLine.text(head)
    }

    /// One object with the fields of both parts.
    private struct Whole: Encodable {
        let head: ControlReply
        let body: (any Encodable)?

        func encode(to encoder: any Encoder) throws {
            try head.encode(to: encoder)
            try body?.encode(to: encoder)
        }
    }
}

/// A client's name for its request; the reply repeats it.
package enum ControlID: Codable, Equatable, Sendable {
    case text(String), number(Int)

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) { self = .number(number) } else { self = .text(try value.decode(String.self)) }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        }
    }
}

// MARK: - Bodies of the replies

/// The reply to `ask`, with a ``GestureAnswer``.
package struct AskReply: Codable {
    package let answer: String

    package init(answer: String) {
        self.answer = answer
    }
}

/// What keeps gestures from counting after a pause, a stop or the end of one.
package struct HaltReply: Codable, Sendable {
    package enum Halt: String, Codable, Sendable {
        case paused, stopped
        /// The enable button is not held.
        case notEnabled = "not-enabled"
    }

    /// `nil` from another version.
    package let remains: [Halt]?

    package init(remains: [Halt]) { self.remains = remains }
}

/// The reply to `enable`: the number that the next request must repeat.
package struct EnableReply: Codable, Sendable {
    package let next: Int

    package init(next: Int) { self.next = next }
}

package struct CameraReply: Codable {
    package struct Camera: Codable {
        package let id: String, model: String, looks: String

        package init(id: String, model: String, looks: String) {
            (self.id, self.model, self.looks) = (id, model, looks)
        }
    }

    package let camera: String??, cameras: [Camera]

    package init(camera: String??, cameras: [Camera]) {
        self.camera = camera
        self.cameras = cameras
    }
}

package struct ProfileReply: Codable {
    package let profile: String, profiles: [String]

    package init(profile: String, profiles: [String]) {
        (self.profile, self.profiles) = (profile, profiles)
    }
}

/// The movements that were not recognised lately.
package struct WhyReply: Codable {
    package struct Refusal: Codable, Sendable {
        package let t: Double, ago: Double, rule: String, value: Double?, bound: Double?
        /// That of the movement, out and back; `nil` if it was none in particular.
        package let gesture: String?
        package let key: String?, enough: Double?, words: String

        /// - Parameters:
        ///   - time: when it was refused, in seconds.
        ///   - origin: where the limit comes from, added to the words.
        package init(_ rejection: Rejection, at time: Double, now: Double, origin: String) {
            (t, ago, rule, value, bound) = (time, now - time, rejection.rule.rawValue, rejection.value, rejection.bound)
            (gesture, key, enough, words) = (rejection.gesture?.description, rejection.remedy?.key, rejection.remedy?.value, rejection.description + origin)
        }
    }

    package let refusals: [Refusal]

    package init(refusals: [Refusal]) {
        self.refusals = refusals
    }
}
