import FlyingFox
import FoundationEssentials
import Platform

/// Recordings for browsers that may change things, as the camera's picture is: they show a face.
struct RecordingRoutes: RouteGroup {
    private static let labels = ".csv", numbers = ".heads"

    private let visitors: Visitors
    private let links: ApplianceLinks

    init(_ visitors: Visitors, _ links: ApplianceLinks) { (self.visitors, self.links) = (visitors, links) }

    func add(to routes: inout RoutedHTTPHandler) { routes.appendRoute("GET /v1/recordings/*") { try await recording($0) } }

    /// `GET /v1/recordings/NAME`: the clip as a file, or pieces of it; with `.csv`, its labels; with `.heads`, its numbers,
    /// which are there once after the appliance was asked for them.
    private func recording(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let visit = visitors.visit(request) else { return visitors.refuse(.notPaired) }
        guard visit.may(.change) else { return visitors.refuse(.right) }
        let file = String(request.path.split(separator: "/").last ?? ""), isLabels = file.hasSuffix(Self.labels), isNumbers = file.hasSuffix(Self.numbers)
        let ending = isLabels ? Self.labels : isNumbers ? Self.numbers : "", name = String(file.dropLast(ending.count)), (links, sessions, id) = (links, visitors.sessions, visit.session.id)
        guard let place = await links.beginPreview(for: id) else { return visitors.refuse(.full) }
        var wanted: [String: JSONValue] = ["request": .text("open-recording"), "name": .text(name), "labels": .flag(isLabels)]
        if isNumbers { wanted["numbers"] = .flag(true) }
        let outcome = await HandedFile.ask(wanted, at: links)
        await links.endPreview(at: place)
        switch outcome {
        case .noAppliance: return Answer.error("no-appliance", status: 503)
        case .refused(let word, let detail): return Answer.error(Problem(word, status: 409, detail: detail))
        case .file(let open):
            guard let size = try open.size() else { return visitors.refuse(.notFound) }
            let isAllowed: @Sendable () -> Bool = { sessions.isPaired(id) }
            guard !request.query.isEmpty else {
                return Answer.pieces(FilePieces(open, size: size, isAllowed: isAllowed), savedAs: ending.isEmpty ? name + ".y4m" : file)
            }
            let query = Dictionary(request.query.map { ($0.name, Int($0.value) ?? -1) }) { _, last in last }
            guard let pieces = FilePieces(open, size: size, query, isAllowed: isAllowed) else { return visitors.refuse(.badRequest) }
            return Answer.pieces(pieces, savedAs: nil)
        }
    }
}
