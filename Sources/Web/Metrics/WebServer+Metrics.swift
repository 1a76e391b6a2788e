import FlyingFox
import FoundationEssentials
import Platform

/// Figures for Prometheus (docs/metrics.md).
extension WebServer {
    /// For programs on this machine, and for others with a key that may listen. Behind another program, which encrypts, all requests
    /// seem to come from this machine.
    func metrics(_ request: HTTPRequest) async -> HTTPResponse {
        let peer = request.headers[HTTPHeader("X-Nodline-Peer")] ?? ""
        let isOwn = !isEncrypted && (peer.hasPrefix("127.") || peer == "::1")
        if !isOwn {
            do throws(Problem) { _ = try key(of: request, for: .listen) } catch { return refuse(error) }
        }
        var metrics = MetricsText()
        metrics.add("nodline_build_info", .gauge, "Which Nodline this is.", by: "version", [(Release.version, 1)])
        ApplianceMetrics(await state()).add(to: &metrics)
        metrics.add("nodline_web_requests_refused_total", .counter, "Requests that were refused.", by: "reason",
                    Refusal.allCases.map { ($0.rawValue, Double(counts[$0])) })
        metrics.add("nodline_web_browsers", .gauge, "Browsers that are paired.", Double(sessions.all.count))
        metrics.add("nodline_web_keys", .gauge, "Keys of programs.", Double(keys.all.count))
        return Answer.file(Array(metrics.text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
    }

    private func state() async -> [String: JSONValue]? {
        guard let line = try? await links.reply(to: ["request": .text("status")], for: Self.keySession, within: 2),
              let reply = JSONValue.object(line.utf8), reply["ok"] == .flag(true) else { return nil }
        return reply
    }
}
