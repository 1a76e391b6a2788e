/// What every reply begins with: `{"v":1,"reply":"status","id":7,"ok":true,…}`. Clients and tests read it with this too.
package struct ControlReply: Codable, Sendable {
    package private(set) var v = 1
    /// The request's name.
    package let reply: String
    package let id: ControlID?
    package private(set) var ok = true
    /// Whether what was changed is on the disk; `nil` where nothing was that is kept.
    package private(set) var durable: Bool?
    /// A ``ControlError/Code``, and a sentence.
    package private(set) var error: String?, detail: String?

    package init(to id: ControlID?, _ name: String) {
        reply = name
        self.id = id
    }

    /// The reply when it was done.
    /// - Parameter body: what else is to be said.
    package func done(durable: Bool? = nil, _ body: (any Encodable)? = nil) -> String {
        var head = self
        head.durable = durable
        return JSONLine.text(Whole(head: head, body: body))
    }

    /// The reply when it was not done.
    func refusal(_ fault: ControlError) -> String {
        var head = self
        (head.ok, head.error, head.detail) = (false, fault.code.rawValue, fault.detail)
        return JSONLine.text(head)
    }

    /// One object with the fields of both.
    private struct Whole: Encodable {
        let head: ControlReply
        let body: (any Encodable)?

        func encode(to encoder: any Encoder) throws {
            try head.encode(to: encoder)
            try body?.encode(to: encoder)
        }
    }
}

/// What a client calls its request: it comes back in the reply.
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

// MARK: - What replies say besides

/// The answer to `ask`: an ``GestureAnswer``.
package struct AskReply: Codable {
    package let answer: String
}

package struct CameraReply: Codable {
    package struct Camera: Codable { package let id: String, model: String, looks: String }

    package let camera: String??, cameras: [Camera]

    package init(camera: String??, cameras: [Camera]) {
        self.camera = camera
        self.cameras = cameras
    }
}

package struct ProfileReply: Codable {
    package let profile: String, profiles: [String]
}

/// What was not taken for a gesture lately.
package struct WhyReply: Codable {
    package struct Refusal: Codable {
        package let t: Double, ago: Double, rule: String, value: Double?, bound: Double?, direction: String?
        package let key: String?, enough: Double?, words: String
    }

    package let refusals: [Refusal]
}
