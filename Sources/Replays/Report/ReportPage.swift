import FoundationEssentials
import Outputs
import Platform

/// A page for people: one HTML file without scripts and without external resources. It follows the reader's choice of light or dark.
package struct ReportPage {
    let title: String
    let body: String

    package init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    func write(to file: String) throws(ResultFileError) { try ResultFile(file, .report).write(Array(html.utf8)) }

    package var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Nodline: \(title.htmlEscaped)</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// A part of the page that may be wider than the screen. It can be focused, so that it can be scrolled with the keyboard.
    static func region(_ label: String, _ content: String) -> String {
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"\(label.htmlEscaped)\">\(content)</div>"
    }

    /// Colours have names. Text has a contrast of at least 4.5 : 1 to its background in both schemes, and lines have 3 : 1 (WCAG 2.2, 1.4.3
    /// and 1.4.11). A chart is never drawn so small that its text becomes illegible.
    private static let style = """
        :root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2733; --soft: #55616d; --line: #d7dde3; --plot: #f7f9fb;
                --zone: #dfe5ea; --trace: #20446b; --bound: #9a4519; --left: #1f5f9e; --right: #96520b; --up: #1e6b3f;
                --down: #6b3a97; --on: #ffffff; --tracked: #6f8498; --switched: #a83226; --focus: #1f5f9e; }
        @media (prefers-color-scheme: dark) {
        :root { --paper: #12171d; --ink: #e6ebf0; --soft: #a3afbb; --line: #36414d; --plot: #1a2129;
                --zone: #2b3641; --trace: #a9d1fa; --bound: #e39a6f; --left: #7db6ee; --right: #e8a55c; --up: #6cc795;
                --down: #c39be8; --on: #12171d; --tracked: #74879a; --switched: #ef8276; --focus: #7db6ee; }
        }
        body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper);
               max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.7rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
        .lead { margin: 0 0 1rem; overflow-wrap: anywhere; } .legend, figcaption, summary { color: var(--soft); font-size: .9rem; }
        .wide { overflow-x: auto; } .wide:focus-visible, summary:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        .key { display: inline-block; width: 1.6em; height: .8em; vertical-align: -.05em; margin-left: .4em; }
        .key.zone { background: var(--zone); }
        .key.bound { border-top: 2px dashed var(--bound); height: 0; vertical-align: .3em; }
        table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem 1.2rem .25rem 0; vertical-align: top;
               border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
        th { font-weight: 600; } tbody th { font-weight: normal; white-space: nowrap; }
        .strip { display: flex; gap: 2px; flex-wrap: wrap; } .strip figure { margin: 0; } .strip img { display: block; }
        svg { width: 100%; min-width: 1000px; height: auto; display: block; }
        svg text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: var(--soft); }
        svg .title { font-weight: 600; fill: var(--ink); }
        svg .frame { fill: var(--plot); stroke: var(--line); } svg .rule { stroke: var(--line); }
        svg .zone { fill: var(--zone); } svg .trace { fill: none; stroke: var(--trace); stroke-width: 1.6; stroke-linejoin: round; }
        svg .bound { fill: none; stroke: var(--bound); stroke-dasharray: 6 4; } svg text.bound { fill: var(--bound); stroke: none; }
        svg .stretch { fill-opacity: .16; } svg .tick { stroke: var(--ink); stroke-opacity: .1; }
        svg .left { --mark: var(--left); } svg .right { --mark: var(--right); } svg .up { --mark: var(--up); }
        svg .down { --mark: var(--down); } svg .tracked { --mark: var(--tracked); } svg .switched { --mark: var(--switched); }
        svg .stretch, svg .solid { fill: var(--mark); } svg .open { fill: var(--plot); stroke: var(--mark); stroke-width: 1.5; }
        svg text.solid { fill: var(--on); font-weight: 600; } svg text.open { fill: var(--mark); stroke: none; font-weight: 600; }
        """
}
