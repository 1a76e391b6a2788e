import FlyingFox
import FoundationEssentials
import Platform

/// A browser's way to the appliance.
struct ApplianceRoutes: RouteGroup {
    private let visitors: Visitors
    private let links: ApplianceLinks

    init(_ visitors: Visitors, _ links: ApplianceLinks) { (self.visitors, self.links) = (visitors, links) }

    func add(to routes: inout RoutedHTTPHandler) {
        routes.appendRoute("POST /v1/request") { try await request($0) }
        routes.appendRoute("GET /v1/preview") { await preview($0) }
    }

    /// One request of the control socket, and its reply.
    private func request(_ request: HTTPRequest) async throws -> HTTPResponse {
        let visit: Visitors.Visit
        do throws(Refusal) { visit = try visitors.changingVisit(request) } catch { return visitors.refuse(error) }
        guard let fields = try await JSONValue.object(request.bodyData), let name = fields["request"]?.text else { return visitors.refuse(.badRequest) }
        guard let right = RequestList.right(for: name) else { return visitors.refuse(.notListed) }
        guard visit.may(right) || visit.maySpeak && RequestList.speaking.contains(name) else { return visitors.refuse(.right) }
        do {
            return Answer.json(try await links.reply(to: fields, for: visit.session.id, within: RequestList.timeout(for: name)))
        } catch ApplianceConnection.Failure.noAppliance {
            return Answer.error("no-appliance", status: 503)
        } catch ApplianceConnection.Failure.tooLong {
            return Answer.error("too-long", status: 413)
        } catch {
            return Answer.error("no-answer", status: 504)
        }
    }

    /// The camera's picture, for browsers that may change things.
    private func preview(_ request: HTTPRequest) async -> HTTPResponse {
        guard let visit = visitors.visit(request) else { return visitors.refuse(.notPaired) }
        guard visit.may(.change) else { return visitors.refuse(.right) }
        let (links, sessions, id) = (links, visitors.sessions, visit.session.id)
        guard let place = await links.beginPreview(for: id) else { return visitors.refuse(.full) }
        return Answer.events(EventFeed(from: links, at: place, request: "{\"rate\":3,\"request\":\"preview\"}", keeping: .newest, returns: false,
                                       isAllowed: { sessions.isPaired(id) }) {
            Task { await links.endPreview(at: place) }
        })
    }
}
