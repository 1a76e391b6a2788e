import FlyingFox
import FoundationEssentials
import Platform

/// The way to the appliance.
extension WebServer {
    /// One request of the control socket, and its reply.
    func request(_ request: HTTPRequest) async throws -> HTTPResponse {
        let visit: Visit
        do throws(Refusal) { visit = try changingVisit(request) } catch { return refuse(error) }
        guard let fields = try await JSONValue.object(request.bodyData), let name = fields["request"]?.text else { return refuse(.badRequest) }
        guard let right = RequestList.right(for: name) else { return refuse(.notListed) }
        guard visit.may(right) || visit.maySpeak && RequestList.speaking.contains(name) else { return refuse(.right) }
        do {
            return Answer.json(try await links.reply(to: fields, for: visit.session.id, within: RequestList.timeout(for: name)))
        } catch ApplianceConnection.Failure.noAppliance {
            return Answer.error("no-appliance", status: 503)
        } catch {
            return Answer.error("no-answer", status: 504)
        }
    }

    /// The camera's picture, for browsers that may change things.
    func preview(_ request: HTTPRequest) async -> HTTPResponse {
        guard let visit = visit(request) else { return refuse(.notPaired) }
        guard visit.may(.change) else { return refuse(.right) }
        let (links, sessions, id) = (links, sessions, visit.session.id)
        guard let place = await links.beginPreview(for: id) else { return refuse(.full) }
        return Answer.events(EventFeed(from: links, at: place, request: "{\"rate\":3,\"request\":\"preview\"}", keeping: .newest, returns: false,
                                       isAllowed: { sessions.isPaired(id) }) {
            Task { await links.endPreview(at: place) }
        })
    }
}
