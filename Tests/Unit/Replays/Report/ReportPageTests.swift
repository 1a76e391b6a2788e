import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Pipeline
import Replays
import Testing
import TestSupport
import Traces

@Suite("Accessible pages")
struct ReportPageTests {
    /// Colours by name, of the light scheme and of the dark one.
    private func schemes() throws -> [[String: SIMD3<Double>]] {
        let html = ReportPage(title: "", body: "").html
        let parts = html.components(separatedBy: "prefers-color-scheme: dark")
        try #require(parts.count == 2)
        let schemes = try parts.map { part in
            var colors: [String: SIMD3<Double>] = [:]
            for piece in part.components(separatedBy: "--").dropFirst() {
                guard let colon = piece.firstIndex(of: ":"), let hash = piece.firstIndex(of: "#"), piece.index(colon, offsetBy: 2) == hash else { continue }
                let number = try #require(UInt32(piece[piece.index(after: hash)...].prefix(6), radix: 16))
                colors[String(piece[..<colon])] = SIMD3(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255)) / 255
            }
            return colors
        }
        // There are no other colours.
        #expect(html.components(separatedBy: "#").count - 1 == schemes[0].count + schemes[1].count)
        #expect(Set(schemes[0].keys) == Set(schemes[1].keys) && schemes[0].count > 10)
        return schemes
    }

    /// Relative luminance (WCAG 2.2, definition).
    private func luminance(_ color: SIMD3<Double>) -> Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z)
    }

    private func contrast(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        let (dark, light) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
        return (light + 0.05) / (dark + 0.05)
    }

    @Test("text has a contrast of 4.5 : 1 with its background and lines have 3 : 1, in the light and the dark scheme", arguments: [
        ("ink", "paper", 4.5), ("soft", "paper", 4.5), ("bound", "paper", 4.5), ("ink", "plot", 4.5), ("left", "plot", 4.5), ("right", "plot", 4.5),
        ("up", "plot", 4.5), ("down", "plot", 4.5), ("switched", "plot", 4.5), ("on", "left", 4.5), ("on", "right", 4.5), ("on", "up", 4.5),
        ("on", "down", 4.5), ("on", "switched", 4.5), ("trace", "plot", 4.5), ("trace", "zone", 4.5), ("bound", "plot", 3), ("bound", "zone", 3),
        ("tracked", "paper", 3), ("focus", "paper", 3),
    ] as [(String, String, Double)])
    func contrasts(text: String, ground: String, least: Double) throws {
        for scheme in try schemes() {
            let ratio = contrast(try #require(scheme[text]), try #require(scheme[ground]))
            #expect(ratio >= least, "\(text) on \(ground): \(ratio)")
        }
    }

    @Test("the trace and the thresholds keep 3 : 1 on every tint")
    func tints() throws {
        for scheme in try schemes() {
            for direction in ["left", "right", "up", "down"] {
                for ground in ["plot", "zone"] {
                    let tint = try #require(scheme[ground]) * 0.84 + (try #require(scheme[direction])) * 0.16
                    for line in ["trace", "bound"] { #expect(contrast(try #require(scheme[line]), tint) >= 3, "\(line) on \(direction)") }
                }
            }
        }
    }

    @Test("both pages can be used by keyboard, mark their table headers, and describe their pictures in words")
    func accessible() throws {
        let folder = try TemporaryFolder(), clip = folder.path + "/a.y4m"
        try Film.write("fps 15; still 2s; look left; still 1s", to: clip)
        _ = try folder.file("a.csv", "start,end,gesture\n2,2.7,right\n")
        #expect(try Program("replay", clip, "--report", folder.path + "/r.html").status == 0)
        #expect(try Program("evaluate", folder.path, "--report", folder.path + "/e.html").status == 0)
        for name in ["r.html", "e.html"] {
            let html = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
            func tags(_ start: String) -> [Substring] {
                html.components(separatedBy: "<" + start).dropFirst().map { $0.prefix { $0 != ">" } }
            }
            #expect(!tags("div class=\"wide").isEmpty && tags("div class=\"wide").allSatisfy {
                $0.contains("tabindex=\"0\"") && $0.contains("role=\"region\"") && $0.contains("aria-label=\"") && !$0.contains("aria-label=\"\"")
            })
            #expect(tags("th ").allSatisfy { $0.contains("scope=\"") } && html.components(separatedBy: "<th>").count == 1)
            #expect(tags("img").allSatisfy { $0.hasPrefix(" alt=\"The picture at ") })
            #expect(tags("svg").allSatisfy { $0.contains("role=\"img\"") && $0.contains("aria-label=\"") })
            #expect(html.contains("The chart as a table") && html.contains("<tr><th scope=\"row\">2 s</th><td>"))
            #expect(!html.contains("<pre"))
        }
        let page = try String(contentsOfFile: folder.path + "/e.html", encoding: .utf8)
        #expect(page.components(separatedBy: "<img").count > 10 && page.contains(" left and "))
    }

    @Test("for a restless head the trace has the raised threshold, not the configured one")
    func raised() throws {
        let marks = (0..<600).map { frame -> HeadMark in
            let time = Double(frame) / 15
            return HeadMark(time: time, face: HeadMark.FacePoints(
                rightEye: HeadPoint(80, 100), leftEye: HeadPoint(120, 100), mouth: HeadPoint(100, 140), nose: HeadPoint(100, 120),
                yaw: 4.5 * sin(2 * .pi * time), pitch: 0))
        }
        let gestures = Configuration().gestures
        var points: [TracePoint] = []
        HeadTrace(marks: marks).run(gestures, observe: { points.append(TracePoint($0, $1)) }) { _ in }
        let last = try #require(points.last)
        #expect(last.thresholds.left > gestures.thresholds.left + 0.02 && last.thresholds.up == gestures.thresholds.up, "\(last.thresholds)")
    }

    @Test("a chart includes the threshold, drawn as it was at each moment, and no text is smaller than 13 pixels")
    func chart() throws {
        var thresholds = Configuration().gestures.thresholds
        let points = (0..<100).map { frame -> TracePoint in
            if frame == 50 { thresholds[.left] = 0.9 }  // a restless head raises it
            return TracePoint(time: Double(frame) / 10, offset: HeadOffset(left: 0.1, up: 0), thresholds: thresholds, idleZone: 0.08)
        }
        let svg = HeadChart(points: points, start: 0, end: 9.9).svg
        let bounds = svg.components(separatedBy: "<polyline class=\"bound\" points=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(bounds.count == 4)
        // The first trace lies between 10 and 180 pixels from the top, left up: the raised bound is near its upper edge.
        let heights = try #require(bounds.first).split(separator: " ").compactMap { Double($0.split(separator: ",").last ?? "") }
        #expect(heights.count == 4 && (65...95).contains(heights[0]) && (10...35).contains(heights[3]), "\(heights)")
        #expect(svg.contains(">left 0.9<") && !svg.contains("font-size"))
        let sizes = (ReportPage(title: "", body: "").html.components(separatedBy: "font: ").dropFirst()).compactMap { Int($0.prefix { $0.isNumber }) }
        #expect(sizes == [16, 13])
    }

    @Test("a chart has the eyes' curves below the head's where eyes were measured, with a gap where they were not")
    func eyes() {
        let thresholds = Configuration().gestures.thresholds
        func chart(_ eyes: (Int) -> HeadOffset?) -> HeadChart {
            HeadChart(points: (0..<100).map { frame in
                TracePoint(time: Double(frame) / 10, offset: HeadOffset(left: 0.1, up: 0), thresholds: thresholds, idleZone: 0.08, eyes: eyes(frame))
            }, start: 0, end: 9.9)
        }
        func curves(_ chart: HeadChart) -> Int { chart.svg.components(separatedBy: "<polyline class=\"trace\"").count - 1 }
        let seen = chart { (40..<60).contains($0) ? nil : HeadOffset(left: 0.3, up: -0.1) }
        #expect(curves(seen) == 2 + 4 && seen.svg.contains(">Eyes sideways<"))
        let hidden = chart { _ in nil }
        #expect(curves(hidden) == 2 && !hidden.svg.contains("Eyes"))
    }
}
