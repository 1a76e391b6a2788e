"""A sheet on which a wiring drawing is made: the board's header, parts, and wires between their terminals, as SVG.

A sheet is as narrow as a telephone, so that its text is readable there and on a page. Every wire carries the names of
its two ends (`data-ends`), and every pin of the header its number and line: a test follows them from part to part.
"""
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH = 500
FONT = 15.5  # 11 px where the sheet is shown 358 px wide, 26 px at 838
ROW = 20  # from one row of the header to the next
TOP = 78  # the header's first row
RED, BLACK, BLUE, GREEN, ORANGE, VIOLET, BROWN = "#c62828", "#222", "#1565c0", "#2e7d32", "#d35400", "#7b1fa2", "#795548"

# The 40-pin header, as every Raspberry Pi with 40 pins has it.
LINES = {1: "3.3 V", 2: "5 V", 3: "GPIO2", 4: "5 V", 5: "GPIO3", 7: "GPIO4", 8: "GPIO14", 10: "GPIO15", 11: "GPIO17",
         12: "GPIO18", 13: "GPIO27", 15: "GPIO22", 16: "GPIO23", 17: "3.3 V", 18: "GPIO24", 19: "GPIO10", 21: "GPIO9",
         22: "GPIO25", 23: "GPIO11", 24: "GPIO8", 26: "GPIO7", 27: "GPIO0", 28: "GPIO1", 29: "GPIO5", 31: "GPIO6",
         32: "GPIO12", 33: "GPIO13", 35: "GPIO19", 36: "GPIO16", 37: "GPIO26", 38: "GPIO20", 40: "GPIO21"}
GROUNDS = {6, 9, 14, 20, 25, 30, 34, 39}


class End(NamedTuple):
    """A terminal of a part: its name and where a wire meets it."""
    name: str
    x: float
    y: float


class Sheet:
    """Collects the shapes of one drawing. Distances are in SVG units; the sheet is 500 wide."""

    def __init__(self, title, description, pins, colours=None):
        """pins: where the wire of each pin of the header continues to the right, as its height on the sheet. colours: of
        those wires that are neither red, black nor blue."""
        self.title, self.description = title, description
        self.wires, self.parts, self.bottom = [], [], TOP + 20 * ROW
        self.pins, self.colours = {}, {}
        self._header(pins, colours or {})
        self.board, self.parts = self.parts, []

    # Shapes

    def text(self, x, y, words, anchor="start", bold=False, colour="#111"):
        """Words whose left end, middle or right end is at a point."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(words)}</text>')
        self.bottom = max(self.bottom, y + 6)

    def lines(self, d, colour="#111", width=2, fill="none", dashed=False):
        """A path of a part's outline."""
        dash = ' stroke-dasharray="6 5"' if dashed else ""
        self.parts.append(f'<path d="{d}" stroke="{colour}" stroke-width="{width}" fill="{fill}"{dash}/>')

    def box(self, name, x, y, width, height, words, left=(), right=(), fill="#f4f6f8"):
        """A part as a box; left and right: (terminal, its label, its height below the top). Returns its ends by terminal."""
        self.lines(f"M{x} {y}h{width}v{height}h{-width}z", "#555", 1.5, fill)
        for number, line in enumerate(words):
            self.text(x + width / 2, y + 19 + 18 * number, line, "middle", bold=number == 0)
        ends = {}
        for side, anchor, edge, inwards in ((left, "start", x, 8), (right, "end", x + width, -8)):
            for terminal, label, below in side:
                self.lines(f"M{edge - 4} {y + below - 4}h8v8h-8z", "#555", 1.5, "#fff")
                self.text(edge + inwards, y + below + 5, label, anchor)
                ends[terminal] = End(f"{name}.{terminal}", edge, y + below)
        self.bottom = max(self.bottom, y + height)
        return ends

    def resistor(self, name, x, y, value, label="", upright=False):
        """A resistor whose ends are 56 apart, from a point to the right, or down."""
        if upright:
            self.lines(f"M{x} {y}v9M{x - 9} {y + 9}h18v38h-18zM{x} {y + 47}v9", fill="#fff")
            self.text(x + 14, y + 25, label)
            self.text(x + 14, y + 42, value)
            return End(name + ".a", x, y), End(name + ".b", x, y + 56)
        self.lines(f"M{x} {y}h4M{x + 4} {y - 10}h48v20h-48zM{x + 52} {y}h4", fill="#fff")
        self.text(x + 28, y + 5, value, "middle")
        self.text(x + 28, y - 14, label, "middle")
        return End(name + ".a", x, y), End(name + ".b", x + 56, y)

    def diode(self, name, x, y, words, cathode_up=True, light=False):
        """A diode that stands upright, its ends 56 apart; returns anode and cathode."""
        if cathode_up:
            self.lines(f"M{x} {y}v19M{x - 10} {y + 19}h20M{x} {y + 19}l-10 18h20zM{x} {y + 37}v19", fill="#fff")
        else:
            self.lines(f"M{x} {y}v19M{x - 10} {y + 37}h20M{x} {y + 37}l-10 -18h20zM{x} {y + 37}v19", fill="#fff")
        if light:
            self.lines(f"M{x - 16} {y + 22}l-12 -8m0 7v-7h7M{x - 16} {y + 34}l-12 -8m0 7v-7h7", ORANGE, 1.5)
        for number, line in enumerate(words):
            self.text(x + 18, y + 20 + 19 * number, line)
        top, low = (x, y), (x, y + 56)
        anode, cathode = (low, top) if cathode_up else (top, low)
        return End(name + ".anode", *anode), End(name + ".cathode", *cathode)

    def fuse(self, name, x, y, words):
        """A fuse that stands upright, its ends 56 apart, with words at its left."""
        self.lines(f"M{x} {y}v56M{x - 8} {y + 8}h16v40h-16z")
        for number, line in enumerate(words):
            self.text(x - 16, y + 25 + 18 * number, line, "end")
        return End(name + ".a", x, y), End(name + ".b", x, y + 56)

    def contact(self, name, x, y, words, closed=False):
        """A switch that stands upright, its ends 56 apart, with words at its left."""
        swing = f"M{x} {y + 42}L{x + (7 if closed else 17)} {y + 12}" + (f"M{x} {y + 14}h10" if closed else "")
        self.lines(f"M{x} {y}v14M{x} {y + 42}v14{swing}", width=2.5)
        for number, line in enumerate(words):
            self.text(x - 16, y + 25 + 18 * number, line, "end")
        return End(name + ".a", x, y), End(name + ".b", x, y + 56)

    def to92(self, name, x, y, words, legs):
        """A transistor in a TO-92 case, its flat side to the reader and its three legs down: legs 1, 2, 3 from the left,
        each with its letter. Returns the ends of 1, 2 and 3."""
        self.lines(f"M{x - 68} {y + 48}v-36q68 -26 136 0v36z", "#555", 1.5, "#e8eaed")
        for number, line in enumerate(words):
            self.text(x, y + 24 + 18 * number, line, "middle", bold=number == 0)
        ends = []
        for number, letter in enumerate(legs, 1):
            leg = x + 46 * (number - 2)
            self.lines(f"M{leg} {y + 48}v34", "#888", 4)
            self.text(leg + 6, y + 66, f"{number} {letter}", bold=True)
            ends.append(End(f"{name}.{number}", leg, y + 82))
        return ends

    def note(self, x, y, *words, anchor="start"):
        """A remark, line by line."""
        for number, line in enumerate(words):
            self.text(x, y + 19 * number, line, anchor, colour="#444")

    def wire(self, start, end, colour, *corners):
        """A wire from end to end by corners: a number is a height or a place across, in turns, the first one across."""
        points, across = [(start.x, start.y)], True
        for corner in corners:
            x, y = points[-1]
            points.append((corner, y) if across else (x, corner))
            across = not across
        x, y = points[-1]
        if x != end.x and y != end.y:
            points.append((end.x, y) if across else (x, end.y))
        points.append((end.x, end.y))
        d = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        # Wires below are interrupted where this one passes over them.
        self.wires.append(f'<path d="{d}" stroke="#fff" stroke-width="8" fill="none"/>'
                          f'<path d="{d}" stroke="{colour}" stroke-width="3" fill="none" data-ends="{start.name} {end.name}"/>')

    def joint(self, wire_end, name, x, y):
        """A point on a wire that leads to an end, where another wire begins."""
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#111" data-ends="{wire_end.name} {name}"/>')
        return End(name, x, y)

    # The board

    def _header(self, heights, colours):
        self.text(8, 22, "Raspberry Pi, seen from above,", bold=True)
        self.text(8, 41, "memory card end at the top")
        self.lines(f"M10 {TOP - 13}h52v{20 * ROW + 6}h-52z", "#333", 1.5, "#3b4048")
        for number in range(1, 41):
            x, y = self._place(number)
            used = "#ffd54f" if number in heights else "#9aa0a6"
            shape = (f'<rect x="{x - 6}" y="{y - 6}" width="12" height="12"' if number == 1
                     else f'<circle cx="{x}" cy="{y}" r="6"')
            self.parts.append(f'{shape} fill="{used}"/>')
        self.text(24, TOP - 18, "1", "middle", bold=True)
        self.text(48, TOP - 18, "2", "middle")
        self.text(24, TOP + 20 * ROW + 8, "39", "middle")
        self.text(50, TOP + 20 * ROW + 8, "40", "middle")
        self.note(8, TOP + 20 * ROW + 32, "■ pin 1")
        # All wires go down from their pin to their height: the lowest pin's is nearest to the header, so none cross.
        for rank, number in enumerate(sorted(heights, key=lambda number: -self._place(number)[1] - 10 * (number % 2))):
            x, y = self._place(number)
            height, channel = heights[number], 70 + 5 * rank
            line = "GND" if number in GROUNDS else LINES[number]
            out = f"M{x} {y}" + (f"L{x + 12} {y + 10}H{channel}" if number % 2 else f"H{channel}") + f"V{height}H205"
            colour = BLACK if line == "GND" else RED if line.endswith("V") else colours.get(number, BLUE)
            self.colours[number] = colour
            self.wires.append(f'<path d="{out}" stroke="{colour}" stroke-width="3" fill="none"/>'
                              f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
            self.parts.append(f'<g data-pin="{number}" data-line="{line}"/>')
            self.text(201, height - 6, f"{line} · {number}", "end")
            self.pins[number] = End(f"pin.{number}", 205, height)

    @staticmethod
    def _place(number):
        return (24 if number % 2 else 48), TOP + (number - 1) // 2 * ROW

    # The file

    def svg(self):
        """The drawing as an SVG file's text."""
        height = round(self.bottom + 14)
        body = "\n".join(self.board + self.wires + self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
                f'role="img" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="{FONT}" stroke-linejoin="round">\n'
                f"<title>{escape(self.title)}</title>\n<desc>{escape(self.description)}</desc>\n"
                f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#fff"/>\n{body}\n</svg>\n')
