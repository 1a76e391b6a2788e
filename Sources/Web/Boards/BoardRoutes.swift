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

    /// `GET /v1/boards/N`: a part of the boards' file; the tag says which boards they are.
    private func read(_ request: HTTPRequest) -> HTTPResponse {
        guard visitors.visit(request) != nil else { return visitors.refuse(.notPaired) }
        guard let word = request.path.split(separator: "/").last, let part = Int(word), let boards = shelf.read(part: part) else { return visitors.refuse(.notFound) }
        var answer = Answer.file(boards.bytes, type: "application/octet-stream")
        answer.headers[HTTPHeader("ETag")] = "\"\(boards.revision)\""
        return answer
    }

    /// `POST /v1/boards`: the next part in Base64, or `clear`; `on` is the tag of the boards that were changed, empty if there were none.
    private func keep(_ request: HTTPRequest) async throws -> HTTPResponse {
        let visit: Visitors.Visit
        do throws(Refusal) { visit = try visitors.changingVisit(request) } catch { return visitors.refuse(error) }
        guard visit.may(.change) else { return visitors.refuse(.right) }
        guard let fields = try await JSONValue.object(request.bodyData), let base = fields["on"]?.text else { return visitors.refuse(.badRequest) }
        do throws(BoardShelf.Fault) {
            if fields["clear"] == .flag(true), fields.count == 2 {
                try shelf.clear(on: base)
            } else {
                guard case .number(let part)? = fields["part"], case .flag(let isLast)? = fields["last"], let text = fields["data"]?.text, fields.count == 4,
                      part >= 0, part < 10_000, part == part.rounded(), let data = Data(base64Encoded: text) else { return visitors.refuse(.badRequest) }
                try shelf.take(Array(data), part: Int(part), isLast: isLast, on: base, from: visit.session.id)
            }
        } catch {
            switch error {
            case .order: return Answer.error("order", status: 409)
            case .changed: return Answer.error("changed", status: 409)
            case .tooLong: return Answer.error("too-long", status: 413)
            case .disk: return Answer.error("disk", status: 507)
            }
        }
        return Answer.json(["ok": .flag(true), "revision": .text(shelf.revision)])
    }
}
