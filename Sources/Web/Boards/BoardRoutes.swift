import FlyingFox
import FoundationEssentials
import Platform

/// Boards to speak with, for the page.
struct BoardRoutes: RouteGroup {
    private let visitors: Visitors
    private let shelf: BoardShelf

    init(_ visitors: Visitors, _ shelf: BoardShelf) { (self.visitors, self.shelf) = (visitors, shelf) }

    func add(to routes: inout RoutedHTTPHandler) {
        routes.appendRoute("GET /v1/boards/*") { read($0) }
        routes.appendRoute("POST /v1/boards") { try await keep($0) }
    }

    /// `GET /v1/boards/N`: a part of the boards' file.
    private func read(_ request: HTTPRequest) -> HTTPResponse {
        guard visitors.visit(request) != nil else { return visitors.refuse(.notPaired) }
        guard let word = request.path.split(separator: "/").last, let part = Int(word), let bytes = shelf.read(part: part) else { return visitors.refuse(.notFound) }
        return Answer.file(bytes, type: "application/octet-stream")
    }

    /// `POST /v1/boards`: the next part in Base64, or `clear`.
    private func keep(_ request: HTTPRequest) async throws -> HTTPResponse {
        let visit: Visitors.Visit
        do throws(Refusal) { visit = try visitors.changingVisit(request) } catch { return visitors.refuse(error) }
        guard visit.may(.change) else { return visitors.refuse(.right) }
        guard let fields = try await JSONValue.object(request.bodyData) else { return visitors.refuse(.badRequest) }
        if fields == ["clear": .flag(true)] {
            shelf.clear()
            return Answer.json(["ok": .flag(true)])
        }
        guard case .number(let part)? = fields["part"], case .flag(let isLast)? = fields["last"], let text = fields["data"]?.text, fields.count == 3,
              part >= 0, part < 10_000, part == part.rounded(), let data = Data(base64Encoded: text) else { return visitors.refuse(.badRequest) }
        do throws(BoardShelf.Fault) { try shelf.take(Array(data), part: Int(part), isLast: isLast, from: visit.session.id) } catch {
            switch error {
            case .order: return Answer.error("order", status: 409)
            case .tooLong: return Answer.error("too-long", status: 413)
            case .disk: return Answer.error("disk", status: 507)
            }
        }
        return Answer.json(["ok": .flag(true)])
    }
}
