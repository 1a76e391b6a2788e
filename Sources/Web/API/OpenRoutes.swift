import FlyingFox

/// What pages of other origins may read and ask, beside the answers themselves: files, and which methods there are.
struct OpenRoutes: RouteGroup {
    private let programs: Programs
    private let files: PageFiles

    init(_ programs: Programs, _ files: PageFiles) { (self.programs, self.files) = (programs, files) }

    func add(to routes: inout RoutedHTTPHandler) {
        let (programs, files) = (programs, files)
        for path in OpenPaths.files {
            routes.appendRoute(HTTPRoute("GET \(path)")) { request in
                await programs.answering(request) { () async throws(Problem) in
                    guard let file = files.read(path) else { throw Problem(.notFound) }
                    return Answer.file(file.bytes, type: file.type)
                }
            }
        }
        for (path, methods) in OpenPaths.methods {
            routes.appendRoute(HTTPRoute("OPTIONS \(path)")) { preflight($0) }
            routes.appendRoute(HTTPRoute("\(path)")) { request in
                await programs.answering(request) { Answer.wrongMethod(methods) }
            }
        }
    }

    private func preflight(_ request: HTTPRequest) -> HTTPResponse {
        guard request.headers[HTTPHeader("Origin")] != nil else { return Answer.wrongMethod(OpenPaths.methods[request.path] ?? "") }
        var answer = HTTPResponse(statusCode: .noContent)
        answer.headers[HTTPHeader("Access-Control-Allow-Origin")] = request.headers[HTTPHeader("Origin")]
        answer.headers[HTTPHeader("Vary")] = "Origin"
        answer.headers[HTTPHeader("Access-Control-Allow-Methods")] = OpenPaths.methods[request.path]
        answer.headers[HTTPHeader("Access-Control-Allow-Headers")] = "Authorization, Content-Type"
        answer.headers[HTTPHeader("Access-Control-Max-Age")] = "600"
        // Chromium asks before a page of the Internet reaches a private address.
        if request.headers[HTTPHeader("Access-Control-Request-Private-Network")] == "true" {
            answer.headers[HTTPHeader("Access-Control-Allow-Private-Network")] = "true"
        }
        answer.headers[.connection] = "close"
        return answer
    }
}
