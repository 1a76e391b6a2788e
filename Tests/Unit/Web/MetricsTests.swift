import FoundationEssentials
import Platform
import Testing
import TestSupport
import Web
import WireSupport

@Suite("Metrics", .serialized)
struct MetricsTests {
    @Test("the appliance's state becomes metrics, with cumulative buckets and escaped labels")
    func appliance() {
        var metrics = MetricsText()
        ApplianceMetrics(JSONValue.object(Samples.statusLine.utf8)).add(to: &metrics)
        let lines = Set(metrics.text.components(separatedBy: "\n"))
        for line in [
            "nodline_up 1", "nodline_uptime_seconds 812.5", "nodline_state{state=\"ready\"} 1", "nodline_state{state=\"fault\"} 0",
            "nodline_question_open 0", "nodline_frames_dropped_total 3", "nodline_cpu_usage_ratio 0.2", "nodline_battery_remaining_seconds 7200",
            "nodline_output_on{output=\"lamp\"} 0", "nodline_axis_position_ratio{axis=\"x\"} -0.5",
            "nodline_frame_cost_seconds_bucket{le=\"0.01\"} 0", "nodline_frame_cost_seconds_bucket{le=\"0.02\"} 1", "nodline_frame_cost_seconds_count 1",
            "nodline_frame_cost_seconds_bucket{le=\"+Inf\"} 1", "nodline_frame_cost_seconds_sum 0.012",
            "nodline_gesture_latency_seconds_bucket{le=\"0.1\"} 0", "nodline_gestures_total{gesture=\"nod\"} 1",
            "nodline_movements_refused_total{rule=\"too-short\"} 1", "nodline_faults_total{fault=\"camera-stalled\"} 1",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test("a status that is not understood, and none, still give metrics")
    func strange() {
        for status in [nil, ["ok": .flag(true)], ["figures": .text("?"), "outputs": .list([]), "armed": .number(3)]] as [[String: JSONValue]?] {
            var metrics = MetricsText()
            ApplianceMetrics(status).add(to: &metrics)
            #expect(metrics.text.contains("nodline_up \(status == nil ? 0 : 1)\n"))
        }
    }

    @Test("labels are escaped")
    func labels() {
        var metrics = MetricsText()
        metrics.add("x", .gauge, "", by: "output", [("a\"\\b", 0)])
        #expect(metrics.text.contains("x{output=\"a\\\"\\\\b\"} 0\n"))
    }

    @Test("programs on this machine need no key, and behind TLS everybody does")
    func access() async throws {
        let page = try await ServedPage()
        let reply = await page.get("/metrics")
        #expect(reply.status == 200 && reply.body.contains("nodline_up 1\n"))
        #expect(reply.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        page.appliance.stop()
        #expect(await page.get("/metrics").body.contains("nodline_up 0\n"))
        let encrypted = try await ServedPage(behindTLS: true)
        #expect(await encrypted.get("/metrics").status == 401)
        let key = try encrypted.keys.add(name: "prometheus", rights: [.listen], origins: [])
        #expect(await encrypted.open("/metrics", key: key).status == 200)
    }

    @Test("each metric that the dashboard names exists")
    func dashboard() async throws {
        let page = try await ServedPage()
        var metrics = MetricsText()
        ApplianceMetrics(JSONValue.object(Samples.statusLine.utf8)).add(to: &metrics)
        let all = await page.get("/metrics").body + metrics.text
        let known = Set(all.matches(of: /(?m)^([a-z_]+)[ {]/).map { String($0.1) })
        let board = try String(contentsOfFile: Checkout.root + "Examples/grafana/nodline.json", encoding: .utf8)
        let named = Set(board.matches(of: /nodline_[a-z_]+/).map { String($0.0) })
        #expect(named.count > 10)
        #expect(named.subtracting(known).isEmpty, "\(named.subtracting(known))")
    }
}
