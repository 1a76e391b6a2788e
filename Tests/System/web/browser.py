"""A browser that is worked with clicks, or with the keyboard alone."""
import json
import os
import pkgutil
import time

from System.clocks import HANG, wait
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

with open(os.path.dirname(os.path.abspath(__file__)) + "/hand.js") as script:
    HAND = script.read().replace("IS_DISPLAYED", pkgutil.get_data("selenium.webdriver.remote", "isDisplayed.js").decode())
SIZES = {"phone": (360, 740), "desktop": (1280, 860)}


class Browser:
    """Chromium at a size, in a language and a colour scheme; `by` is "clicks" or "keys".

    `resolve` maps hosts to others (Chromium's --host-resolver-rules); `insecure` takes any certificate. `slowness` multiplies the time limits.
    """

    def __init__(self, size="phone", language="en", scheme="light", by="clicks", calm=False, resolve=None, insecure=False, slowness=1):
        self.size, self.language, self.scheme, self.by, self.slowness = size, language, scheme, by, slowness
        #: Taps, or keys that were pressed, so far. Choosing from a list is two taps.
        self.efforts = 0
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                         f"--lang={language}", f"--accept-lang={language}", "--window-size=1300,900"):
            options.add_argument(argument)
        if insecure:
            options.add_argument("--ignore-certificate-errors")
        if resolve:
            options.add_argument(f"--host-resolver-rules={resolve}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(HANG)
        self.resize(*SIZES[size])
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        if calm:
            features.append({"name": "prefers-reduced-motion", "value": "reduce"})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def resize(self, width, height, scale=1):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def close(self):
        self.driver.quit()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def _hand(self, what, *arguments):
        """A function of hand.js, which every page gets when it is needed first."""
        script = "return window.hand ? [hand[arguments[0]](...arguments[1])] : null"
        while not (answer := self.run(script, what, arguments)):
            self.run(HAND)
        return answer[0]

    def find(self, css, seconds=8):
        """The first element that is shown. The page may draw another one at any moment: what acts on it takes its `css`."""
        return wait(lambda: self._hand("shown", css), seconds * self.slowness, css)

    def has(self, css):
        return self._hand("isThere", css)

    def words(self, css="main"):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(node => node.innerText).join('\\n')", css)

    def says(self, words, css="body", seconds=8):
        """Waits until one of `words` is shown, and returns it."""
        choices = [words] if isinstance(words, str) else words

        def said():
            shown = self.words(css)
            return next((choice for choice in choices if choice in shown), None)
        try:
            return wait(said, seconds * self.slowness, f"{css} says {choices}")
        except AssertionError as error:
            raise AssertionError(f"{error}; it says: {self.words(css)[:600]}") from None

    def keys(self, *keys):
        if self.by == "keys":
            self.efforts += sum(map(len, keys))
        ActionChains(self.driver).send_keys(*keys).perform()

    def reach(self, css):
        """Goes to an element: with the Tab key, or at once for clicks."""
        wait(lambda: self._hand("show", css), 8 * self.slowness, css)
        if self.by == "clicks":
            return
        for _ in range(250):
            if self._hand("isFocused", css):
                return
            self.keys(Keys.TAB)
        raise AssertionError(f"{css} cannot be reached with the Tab key")

    def press_and_slip(self, css):
        """Presses, and lets go beside it, which only a finger or a mouse can."""
        if self.by == "keys":
            return self.press(css)
        self._hand("show", css)
        point = wait(lambda: self._hand("point", css), 8 * self.slowness, css)
        mouse = ActionBuilder(self.driver)
        mouse.pointer_action.move_to_location(point["x"], point["y"]).pointer_down().move_to_location(5, 5).pointer_up()
        mouse.perform()
        return None

    def press(self, css):
        """Presses a button, follows a link, or ticks a box: once, and again only while the page says that nothing of the kind came to it,
        because it was drawn anew in between."""
        wait(lambda: self._presses(css), 8 * self.slowness, f"{css} is pressed")
        self.efforts += self.by == "clicks"
        self._hand("rest")

    def _presses(self, css):
        if self.by == "clicks":
            point = self._hand("point", css)
            if not point:
                return False
            mouse = ActionBuilder(self.driver, duration=0)
            mouse.pointer_action.move_to_location(point["x"], point["y"]).click()
            mouse.perform()
        else:
            self.reach(css)
            if self.run("return document.activeElement.matches('input[type=radio]:checked')"):
                return True  # the space key does nothing there
            if not (tag := self._hand("aim", css)):
                return False
            self.keys(Keys.ENTER if tag == "a" else Keys.SPACE)
        return self._hand("hit")

    def _focus(self, css):
        """Brings the focus to an element, as `by` says."""
        self.reach(css)
        if self.by == "clicks":
            self.press(css)
        wait(lambda: self._hand("focus", css), 8 * self.slowness, css)

    def type(self, css, words):
        self._focus(css)
        self.keys(words)

    def send(self, css, *keys):
        """Keys to an element."""
        self.reach(css)
        for key in keys:
            wait(lambda: self._hand("focus", css), 8 * self.slowness, css)
            self.keys(key)

    def upload(self, css, path):
        """Gives a file to a field for files, once."""
        def gives():
            if not self._hand("isThere", css):
                return False
            field = self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": f"hand.field({json.dumps(css)})"})["result"]
            if "objectId" not in field:
                return False
            self.driver.execute_cdp_cmd("DOM.setFileInputFiles", {"files": [path], "objectId": field["objectId"]})
            for _ in range(20):
                if self._hand("hit"):
                    return True
                self.pause(0.1)
            return False
        wait(gives, 8 * self.slowness, f"{css} takes a file")
        self._hand("rest")

    def choose(self, css, value):
        """An option of a list: with the arrow keys, which both kinds of use have."""
        self.reach(css)
        options, now = wait(lambda: self._hand("options", css), 8 * self.slowness, css)
        step = options.index(value) - options.index(now)
        self.efforts += 2 * (self.by == "clicks")
        self.send(css, *[Keys.ARROW_DOWN if step > 0 else Keys.ARROW_UP] * abs(step))
        wait(lambda: self.run("return document.querySelector(arguments[0])?.value", css) == value, 3, f"{css} is {value}")

    def go(self, view):
        """To a view, by the menu."""
        if self.size == "phone" and not self.has(f"#nav a[href='#{view}']"):
            self.press(".up a")
        self.press(f"#nav a[href='#{view}']")
        wait(lambda: self.run("return document.body.dataset.view") == view, 5 * self.slowness, view)
        self.find("main h1")

    def pair(self, machine, code=None):
        self.enter(machine.url, code or machine.code())

    def enter(self, url, code):
        """Opens the page and pairs with it."""
        self.driver.get(url)
        self.type("#code", code)
        self.type("#device", " test")
        self.press("#pair")
        self.find("#header .state")

    def complaints(self):
        """What the browser's console has of errors: refused styles or scripts, failed loads, exceptions."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and "v1/" not in entry["message"]
                and "Canvas2D" not in entry["message"]]  # the test's own reading of a picture

    def picture(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.driver.save_screenshot(path)

    def pause(self, seconds):
        time.sleep(seconds)
