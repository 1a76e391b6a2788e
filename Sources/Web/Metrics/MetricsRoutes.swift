import FlyingFox
import FoundationEssentials
import Platform

/// Figures for Prometheus (docs/metrics.md).
struct MetricsRoutes: RouteGroup {
    private let programs: Programs
    private let links: ApplianceLinks

    init(_ programs: Programs, _ links: ApplianceLinks) { (self.programs, self.links) = (programs, links) }

    func add(to routes: inout RoutedHTTPHandler) { routes.appendRoute("GET /metrics") { await metrics($0) } }

    /// For programs on this machine, and for others with a key that may listen. Behind another program, which encrypts, all requests
    /// seem to come from this machine.
    private func metrics(_ request: HTTPRequest) async -> HTTPResponse {
        let peer = request.headers[HTTPHeader("X-Nodline-Peer")] ?? ""
        let isOwn = !programs.visitors.isEncrypted && (peer.hasPrefix("127.") || peer == "::1")
        if !isOwn {
            do throws(Problem) { _ = try programs.key(of: request, for: .listen) } catch { return programs.visitors.refuse(error) }
        }
        var metrics = MetricsText()
        metrics.add("nodline_build_info", .gauge, "Which Nodline this is.", by: "version", [(Release.version, 1)])
        ApplianceMetrics(await state()).add(to: &metrics)
        metrics.add("nodline_web_requests_refused_total", .counter, "Requests that were refused.", by: "reason",
                    Refusal.allCases.map { ($0.rawValue, Double(programs.visitors.counts[$0])) })
        metrics.add("nodline_web_browsers", .gauge, "Browsers that are paired.", Double(programs.visitors.sessions.all.count))
        metrics.add("nodline_web_keys", .gauge, "Keys of programs.", Double(programs.keys.all.count))
        return Answer.file(Array(metrics.text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
    }

    private func state() async -> [String: JSONValue]? {
        guard let line = try? await links.reply(to: ["request": .text("status")], for: Programs.session, within: 2),
              let reply = JSONValue.object(line.utf8), reply["ok"] == .flag(true) else { return nil }
        return reply
    }
}
