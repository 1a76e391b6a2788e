"""What works the browser in the other tests, on a page that draws itself anew at every frame, and moves."""
import tempfile
import unittest
import urllib.parse

from System.web.browser import Browser

PAGE = """<!doctype html><main></main><script>
const times = { press: 0, tick: 0, follow: 0, file: 0, change: 0 };
let written = "", chosen = "a", isTicked = false;
function draw() {
    const focused = document.activeElement.id, at = document.activeElement.selectionStart;
    const main = document.querySelector("main");
    main.style.paddingTop = performance.now() % 600 < 300 ? "9em" : 0;
    main.innerHTML = `<button id=press onclick="times.press++">press</button> <a id=follow href="#x" onclick="times.follow++">follow</a>
        <input id=tick type=checkbox ${isTicked ? "checked" : ""} onchange="isTicked = this.checked; times.tick++">
        <select id=choose onchange="chosen = this.value; times.change++">${["a", "b", "c"].map(value => `<option ${value === chosen ? "selected" : ""}>${value}</option>`).join("")}</select>
        <input id=type value="${written}" oninput="written = this.value"><input id=file type=file onchange="times.file += this.files.length">`;
    const again = document.getElementById(focused);
    again?.focus({ preventScroll: true });
    if (focused === "type") again.setSelectionRange(at, at);
    requestAnimationFrame(draw);
}
draw();
</script>"""


class Redrawn(unittest.TestCase):
    def test_each_action_reaches_a_page_that_is_drawn_anew_at_every_frame_once(self):
        for by in ("clicks", "keys"):
            page = Browser(by=by)
            self.addCleanup(page.close)
            page.driver.get("data:text/html," + urllib.parse.quote(PAGE))
            for number in range(1, 21):
                page.press("#press")
                self.assertEqual(page.run("return times.press"), number, by)
            page.press("#tick")
            page.press("#follow")
            page.type("#type", "some words")
            page.choose("#choose", "c")
            with tempfile.NamedTemporaryFile() as file:
                page.upload("#file", file.name)
            self.assertTrue(page.has("#press") and not page.has("#absent"))
            self.assertEqual(page.run("return [times, written, chosen, isTicked]"),
                             [{"press": 20, "tick": 1, "follow": 1, "file": 1, "change": 2}, "some words", "c", True], by)


if __name__ == "__main__":
    unittest.main()
