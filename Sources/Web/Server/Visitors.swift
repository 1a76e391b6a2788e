import FlyingFox
import Platform

/// Who asks: a paired browser, or the board's own screen. What is refused is counted.
struct Visitors: Sendable {
    /// A request of a paired browser.
    struct Visit: Sendable {
        let session: Session, cookie: String

        func may(_ right: Right) -> Bool { session.rights.contains(right) }

        /// Whether it may say something at the board, and call.
        var maySpeak: Bool { may(.change) || session == .screen }
    }

    let sessions: SessionStore
    let counts: RefusalCounts
    /// Whether browsers come by TLS.
    let isEncrypted: Bool
    /// In the place of the screen's cookie, for its token.
    private let screenSecret = Secret.random()

    init(_ sessions: SessionStore, counts: RefusalCounts, isEncrypted: Bool) {
        (self.sessions, self.counts, self.isEncrypted) = (sessions, counts, isEncrypted)
    }

    func refuse(_ refusal: Refusal) -> HTTPResponse { refuse(Problem(refusal)) }

    func refuse(_ problem: Problem) -> HTTPResponse {
        if let refusal = problem.refusal { counts.count(refusal) }
        return Answer.error(problem)
    }

    var cookie: SessionCookie { SessionCookie(isEncrypted: isEncrypted) }

    /// The paired browser that sent a request, or the board's own screen.
    func visit(_ request: HTTPRequest) -> Visit? {
        for cookie in cookie.values(in: request.headers[HTTPHeader("Cookie")]) {
            if let session = sessions.session(of: cookie) { return Visit(session: session, cookie: cookie) }
        }
        // The guard writes this header; a client's own never comes here.
        return request.headers[HTTPHeader("X-Nodline-Screen")] == nil ? nil : Visit(session: .screen, cookie: screenSecret)
    }

    /// The paired browser that sent a change, with its token.
    /// - Throws: why it is refused.
    func changingVisit(_ request: HTTPRequest) throws(Refusal) -> Visit {
        guard let visit = visit(request) else { throw .notPaired }
        guard let token = request.headers[HTTPHeader("X-Nodline-Token")], Self.areEqual(token, Secret.token(of: visit.cookie)) else {
            throw .token
        }
        return visit
    }

    /// Compares in a time that does not depend on how much is equal.
    private static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
