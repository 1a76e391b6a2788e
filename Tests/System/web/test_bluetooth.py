"""Pairing a tablet from the page: what a browser sees, and that nodline-bluetooth is asked for nothing else."""
import json
import os
import threading
import unittest

from System.clocks import Account, Frames, Stopwatch, wait
from System.web.browser import Browser
from System.web.fake_desk import FakeDesk
from System.web.machine import Machine
from System.web.tables import Texts
from System.web.test_security import Client


class Bluetooth(unittest.TestCase):
    def setUp(self):
        # The appliance finds nodline-bluetooth by this; the folder is the machine's own.
        path = f"/tmp/nodline-desk-{os.getpid()}"
        self.machine = Machine(environment={"NODLINE_BLUETOOTH_PAIRING": path})
        self.addCleanup(self.machine.close)
        self.desk = FakeDesk(path)
        self.addCleanup(lambda: (self.desk.close(), os.remove(path)))

    def open(self, **arguments):
        page = Browser(**arguments)
        self.addCleanup(page.close)
        page.pair(self.machine)
        page.run("location.hash = 'bluetooth'")
        return page, Texts(page.language)

    def test_a_tablet_is_paired_with_the_number_that_the_page_shows_and_is_forgotten_after_asking(self):
        for arguments in ({"size": "phone", "language": "de"}, {"size": "desktop", "language": "en", "by": "keys"}):
            with self.subTest(**arguments):
                page, text = self.open(**arguments)
                page.says("Tablet")
                page.says(text("bluetooth.unused"))
                page.press("#bluetooth-pair")
                page.says(text("bluetooth.waiting"))
                wait(lambda: self.desk.guest, 5, "a host may pair")
                self.desk.say("passkey 001234")
                page.says("001 234", "#passkey")
                page.says(text("bluetooth.passkey"))
                self.desk.paired("AA:00:00:00:00:02", "Phone <b>of Ada</b>")
                page.says(text("bluetooth.paired"))
                page.says("Phone <b>of Ada</b>")
                self.assertEqual(page.words("#passkey"), "")
                page.press("main li:last-child .delete")
                page.says(text("bluetooth.forget.sure"))
                self.assertIn("AA:00:00:00:00:02", self.desk.hosts, "it asks first")
                page.press("#delete-yes")
                page.says(text("bluetooth.forgotten"))
                wait(lambda: "Phone" not in page.words("main"), 5, "the list without it")
                self.assertEqual(self.desk.wishes.pop(), "list")
                self.assertIn("forget AA:00:00:00:00:02", self.desk.wishes)
                self.assertEqual(page.complaints(), [])

    def test_pairing_ends_with_the_view_with_the_browser_and_with_nodline_bluetooth(self):
        page, text = self.open()
        page.press("#bluetooth-pair")
        wait(lambda: self.desk.guest, 5, "a host may pair")
        page.press("#bluetooth-stop")
        wait(lambda: not self.desk.guest, 5, "stopped")
        page.press("#bluetooth-pair")
        wait(lambda: self.desk.guest, 5, "a host may pair")
        page.run("location.hash = 'home'")
        wait(lambda: not self.desk.guest, 5, "the view is left")
        page.run("location.hash = 'bluetooth'")
        page.press("#bluetooth-pair")
        wait(lambda: self.desk.guest, 5, "a host may pair")
        self.desk.guest.shutdown(2)
        page.says(text("bluetooth.ended"))
        page.press("#bluetooth-pair")
        wait(lambda: self.desk.guest, 5, "a host may pair")
        page.driver.get("about:blank")
        wait(lambda: not self.desk.guest, 20, "the browser has gone")

    def test_only_browsers_that_may_change_things_and_one_at_a_time(self):
        def ask(client, request, **fields):
            with client.post("/v1/request", {"request": request, **fields}) as reply:
                return reply.status, json.loads(reply.read())
        watcher, first, second = Client(self.machine, "--watch"), Client(self.machine), Client(self.machine)
        for request in ("bluetooth", "pair-bluetooth", "forget-bluetooth"):
            status, reply = ask(watcher, request, address="AA:00:00:00:00:01")
            self.assertEqual((status, reply["error"]), (403, "right"))
        self.assertEqual(self.desk.wishes, [])
        self.assertEqual(ask(first, "pair-bluetooth")[1]["state"], "waiting")
        wait(lambda: self.desk.guest, 5, "a host may pair")
        self.desk.say("passkey 123456")
        wait(lambda: ask(first, "pair-bluetooth")[1].get("passkey") == "123456", 5, "the number")
        self.assertEqual(ask(second, "pair-bluetooth")[1]["error"], "busy")
        for address in ("x", "AA:00:00:00:00:0G", "AA:00:00:00:00:01 "):
            self.assertEqual(ask(first, "forget-bluetooth", address=address)[1]["error"], "bad-field")
        self.assertEqual(ask(first, "forget-bluetooth", address="AA:00:00:00:00:09")[1]["error"], "bad-field")
        self.assertNotIn("forget x", self.desk.wishes)

    def test_a_nodline_bluetooth_that_hangs_delays_no_frame_and_its_client_is_told(self):
        self.desk.hangs = True
        frames = Frames(self.machine.appliance.control, self.machine.appliance.pid)
        self.addCleanup(frames.end)
        wait(lambda: len(frames.frames) > 30, 5, "frames")
        told, begun = [], Stopwatch(self.machine.appliance.pid, self.machine.server.pid)

        def ask():
            with Client(self.machine).post("/v1/request", {"request": "bluetooth"}) as reply:
                told.append((begun.own(), json.loads(reply.read())["error"]))
        asking = threading.Thread(target=ask)
        asking.start()
        wait(lambda: self.desk.wishes, 5, "the question")
        asking.join()
        status, account = self.machine.status(), Account(frames.frames, 15)
        self.assertEqual(account.faults(), [], account)
        self.assertEqual((told[0][1], status["faults"]), ("unavailable", []))
        self.assertLess(told[0][0], 9, begun)


if __name__ == "__main__":
    unittest.main()
