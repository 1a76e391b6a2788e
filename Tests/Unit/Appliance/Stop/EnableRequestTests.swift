import Appliance
import ApplianceSupport
import Platform
import Testing
import TestSupport
import Wire

/// Holding enable over the control socket.
@Suite("Enable by requests")
struct EnableRequestTests {
    private let panel = ButtonPanel()

    private func run(_ script: String = "fps 20; still 2s; hold left 2s; still 4s; hold left 60s", _ more: String = "control.enable = true\n") throws -> ApplianceHarness {
        try ApplianceHarness(script, configuration: more + StopTests.outputs, recording: Set(StopTests.driven + ["paused"]), buttons: panel.source)
    }

    private func on(_ run: ApplianceHarness) -> [String] { StopTests.driven.filter { (run.steps($0).last?.value ?? 0) != 0 } }

    @Test("nothing fires unless a client renews its request; half a second after the last one everything is off",
          arguments: ["silent", "closed", "end", "wrong", "stale", "hung"])
    func holds(_ end: String) throws {
        let run = try run(), holder = EnableHolder(try run.client()), client = try run.client()
        run.run(3.5)
        #expect(on(run) == [])
        run.run(1)
        #expect(try client.status().state == "not-enabled" && client.status().enabled == false && client.status().enabling == 0)
        #expect(try holder.begin())
        run.run(0.1)
        #expect(try client.status().enabled == false, "before the first renewal")
        while run.time < 12 {
            #expect(try holder.renew())
            run.run(0.3)
        }
        #expect(on(run).contains("drive") && on(run).contains("call"))
        #expect(try client.status().enabled == true && client.status().enabling == 1)
        #expect(try holder.renew())
        switch end {
        case "closed": holder.close()
        case "end": #expect(try holder.end())
        case "wrong": #expect(try !holder.renew(with: 1))
        case "stale":
            run.run(0.4)
            #expect(!on(run).isEmpty)
        case "hung": run.standStill(0.6)
        default: break
        }
        run.run(["silent", "stale"].contains(end) ? 0.51 : 0.02)
        #expect(on(run) == [])
        #expect(try client.status().enabled == false)
        if end != "closed" { #expect(try !holder.renew(), "too late") }
        run.run(1)
        #expect(on(run) == [])
    }

    @Test("one of several holders is enough, and every enable button is wanted as well")
    func several() throws {
        let run = try run("fps 20; still 90s", "control.enable = true\n" + StopTests.dead), client = try run.client()
        let one = EnableHolder(try run.client()), two = EnableHolder(try run.client(), "page"), three = EnableHolder(two.client, "other")
        for holder in [one, two, three] { #expect(try holder.begin() && holder.renew()) }
        #expect(try client.status().enabled == false && client.status().enabling == 3)
        panel.hold("dead", at: run.clock.now)
        panel.settle("dead")
        run.run(0.02)
        for holder in [one, two] { #expect(try holder.renew()) }
        #expect(try client.status().enabled == true)
        #expect(try three.end() && client.status().enabled == true)
        one.close()
        #expect(try two.renew() && client.status().enabled == true)
        panel.letGo("dead", at: run.clock.now)
        panel.settle("dead")
        run.run(0.02)
        #expect(try client.status().enabled == false && client.status().enabling == 1)
    }

    @Test("what was sent ahead holds nothing, however much it is")
    func flood() throws {
        let run = try run(), holder = EnableHolder(try run.client())
        for number in 1...60 { try holder.client.send(number % 2 == 0 ? #"{"request":"enable","next":\#(number / 2)}"# : #"{"request":"enable"}"#) }
        run.run(3)
        #expect(!run.output.contains(#""event":"enable","held":true"#))
        #expect(holder.client.harness.events.count > 3)
    }

    @Test("it is refused where nothing waits for it, and without sockets the key itself")
    func refusals() throws {
        let run = try run("fps 20; still 9s", ""), client = try run.client()
        let reply = try client.ask(#"{"request":"enable"}"#)
        #expect(reply.error == "unavailable" && reply.detail?.contains("control.enable") == true)
        #expect(try (client.status().enabling ?? nil) == nil)
        for fields in [#""next":0"#, #""next":1.5"#, #""next":3,"end":true"#, #""next":"3""#] {
            #expect(try client.ask(#"{"request":"enable",\#(fields)}"#).error == "bad-field", "\(fields)")
        }
        let folder = try TemporaryFolder(), file = try folder.file("n.toml", "control.directory = \"none\"\ncontrol.enable = true\n")
        #expect { _ = try ConfigurationSource(file: file).read() } throws: { "\($0)".contains("without sockets") }
    }

    @Test("a reload that brings or takes the key lets go")
    func reloads() throws {
        let run = try run(), holder = EnableHolder(try run.client()), client = try run.client()
        run.run(3)
        #expect(try holder.begin() && holder.renew())
        try run.edit(StopTests.outputs)
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try (client.status().enabled ?? nil) == nil)
        try run.edit("control.enable = true\n" + StopTests.outputs)
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try client.status().enabled == false && !holder.renew())
    }

    @Test("no clients, in whatever order, leave anything on after the last lease", arguments: [1, 2, 3, 4])
    func random(seed: Int) throws {
        var random = SplitMix64(seed)
        let script = "fps 20; still 2s" + String(repeating: "; hold left 4s; still 1s; nod 2; still 1s", count: 20)
        let run = try run(script, "control.enable = true\n" + (seed % 2 == 0 ? StopTests.dead : "")), watch = try run.client()
        var holders = try (0..<4).map { EnableHolder(try run.client(), $0 % 2 == 0 ? "" : "h\($0)") }
        var isEnabled = false, seen = 0, wentOn = 0, complaints: [String] = []
        func look() {
            for event in run.events[seen...] {
                if case .enable(_, let isHeld) = event { isEnabled = isHeld }
                if case .line(let change) = event, change.value, StopTests.driven.contains(change.name) {
                    wentOn += 1
                    if !isEnabled { complaints.append("\(change.name) goes on at \(change.time)") }
                }
            }
            seen = run.events.count
            // A turn of the loop, and the moment of the reply, lie between.
            if isEnabled, !holders.contains(where: { $0.until > run.time - 0.03 }) { complaints.append("it is enabled at \(run.time)") }
            if !isEnabled, !on(run).isEmpty { complaints.append("\(on(run)) at \(run.time)") }
        }
        while run.time < 90, complaints.isEmpty {
            let place = Int.random(in: 0..<holders.count, using: &random), holder = holders[place]
            switch Int.random(in: 0..<14, using: &random) {
            case 0: _ = try holder.begin()
            case 1: _ = try holder.end()
            case 2: _ = try holder.renew(with: Int.random(in: 1...9, using: &random))
            case 3:
                holder.close()
                holders[place] = EnableHolder(try run.client(), holder.name)
            case 4: try holder.flood(Int.random(in: 2...25, using: &random))
            case 5: run.standStill(random.number(0.1...2))
            case 6: run.pass(random.number(0.1...2))
            case 7: _ = try watch.ask(#"{"request":"profile","name":""}"#)
            case 8 where seed % 2 == 0:
                if random.chance(0.3) { panel.letGo("dead", at: run.clock.now) } else { panel.hold("dead", at: run.clock.now) }
                panel.settle("dead")
            default:
                _ = try holder.begin()
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    _ = try holder.renew()
                    run.run(random.number(0.02...(random.chance(0.05) ? 0.7 : 0.35)))
                    look()
                }
            }
            run.run(random.number(0.02...0.3))
            look()
        }
        #expect(complaints.isEmpty, "\(complaints.prefix(3))")
        #expect(wentOn > 3, "\(wentOn)")
    }
}

/// A client that holds enable, and until when it may do so at most.
private final class EnableHolder {
    let name: String
    /// `nil` after it was closed.
    private var open: HarnessClient?
    private var next = 1
    /// On the loop's clock.
    private(set) var until = -Double.infinity

    init(_ client: HarnessClient, _ name: String = "") { (open, self.name) = (client, name) }

    var client: HarnessClient {
        guard let open else { preconditionFailure("it was closed") }
        return open
    }

    private struct Reply: Decodable {
        let ok: Bool, next: Int?
    }

    private func line(_ fields: String) -> String { #"{"request":"enable""# + (name.isEmpty ? "" : #","hold":"\#(name)""#) + fields + "}" }

    private func ask(_ fields: String) throws -> Bool {
        let reply: Reply = try #require(JSONValue.decoded(from: try client.reply(line(fields))))
        next = reply.next ?? next
        return reply.ok
    }

    func begin() throws -> Bool {
        until = -.infinity
        return try ask("")
    }

    func renew(with number: Int? = nil) throws -> Bool {
        let isHeld = try ask(#","next":\#(number ?? next)"#)
        until = isHeld ? client.harness.time + 0.5 : -.infinity
        return isHeld
    }

    func end() throws -> Bool {
        until = -.infinity
        return try ask(#","end":true"#)
    }

    /// Renews many times at once. The first one counts, and the second ends it.
    func flood(_ count: Int) throws {
        for _ in 0..<count { try client.send(line(#","next":\#(next)"#)) }
        for _ in 0..<count { _ = try client.text { $0.contains(#""reply":"enable""#) } }
        until = -.infinity
    }

    func close() {
        open = nil
        until = -.infinity
    }
}
