"""A tablet of the tests: the second adapter of BlueZ as a central, worked by words on standard input as by a person in its settings.

    find         looks for a keyboard for 15 s, and prints "found" with its name, or "unseen"
    pair         prints "passkey?" when a number is wanted, then "paired" or "failed" with BlueZ's word for it
    number N     types the number
    rest         prints "rests" when nothing is left of a connection
    connect, disconnect
    remove       forgets the board, and prints "removed"
    off, on      switches Bluetooth
"""
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

BOARD, TABLET = "/org/bluez/hci0", "/org/bluez/hci1"
AGENT = "/test/agent"


def say(*words):
    print(*words, flush=True)


class Agent(dbus.service.Object):
    """Somebody with a keyboard."""

    typed = None

    @dbus.service.method("org.bluez.Agent1", in_signature="o", out_signature="u", async_callbacks=("done", "failed"))
    def RequestPasskey(self, device, done, failed):
        self.typed = done
        say("passkey?")

    @dbus.service.method("org.bluez.Agent1")
    def Cancel(self):
        self.typed = None

    @dbus.service.method("org.bluez.Agent1")
    def Release(self):
        pass


class Tablet:
    def __init__(self):
        self.bus = dbus.SystemBus()
        self.agent = Agent(self.bus, AGENT)
        manager = dbus.Interface(self.bus.get_object("org.bluez", "/org/bluez"), "org.bluez.AgentManager1")
        manager.RegisterAgent(AGENT, "KeyboardOnly")
        self.properties = dbus.Interface(self.bus.get_object("org.bluez", TABLET), "org.freedesktop.DBus.Properties")
        self.adapter = dbus.Interface(self.bus.get_object("org.bluez", TABLET), "org.bluez.Adapter1")
        self.properties.Set("org.bluez.Adapter1", "Powered", True)
        self.looks = False
        self.look(True)
        board = dbus.Interface(self.bus.get_object("org.bluez", BOARD), "org.freedesktop.DBus.Properties")
        self.device = f"{TABLET}/dev_{board.Get('org.bluez.Adapter1', 'Address').replace(':', '_')}"
        self.bus.add_signal_receiver(self.changed, "PropertiesChanged", "org.freedesktop.DBus.Properties", path=self.device)

    def changed(self, interface, values, gone):
        for name in ("Connected", "Paired", "ServicesResolved"):
            if name in values:
                say("now", name, bool(values[name]))

    def objects(self):
        return dbus.Interface(self.bus.get_object("org.bluez", "/"), "org.freedesktop.DBus.ObjectManager").GetManagedObjects()

    def look(self, wanted):
        """Looks for devices, or no longer."""
        if wanted != self.looks:
            self.adapter.StartDiscovery() if wanted else self.adapter.StopDiscovery()
        self.looks = wanted

    def find(self, tries=60):
        self.look(True)
        values = self.objects().get(self.device, {}).get("org.bluez.Device1", {})
        if any(uuid.startswith("00001812") for uuid in values.get("UUIDs", [])):
            say("found", values["Alias"], values.get("Appearance"))
        elif tries:
            GLib.timeout_add(250, lambda: self.find(tries - 1))
        else:
            say("unseen")
        return False

    def rest(self):
        if self.objects().get(self.device, {}).get("org.bluez.Device1", {}).get("Connected"):
            return True
        say("rests")
        return False

    def pair(self, device, failed):
        """While the kernel looks for devices, nothing connects by itself, which would be in the way of pairing (bluetooth.py, `lost_races`). BlueZ lets
        it rest for 5 s of every 15, so a search begins here."""
        self.look(False)
        self.look(True)

        def give_up(error):
            # Without an answer, BlueZ still pairs.
            device.CancelPairing(reply_handler=lambda: failed(error), error_handler=lambda _: failed(error))
        GLib.timeout_add(500, lambda: device.Pair(reply_handler=self.paired, error_handler=give_up, timeout=30))

    def paired(self):
        self.look(False)  # a tablet does not look for new devices all the time
        say("paired")

    def command(self, words):
        device = dbus.Interface(self.bus.get_object("org.bluez", self.device, introspect=False), "org.bluez.Device1")

        def failed(error):
            say("failed", error.get_dbus_name())
        if words[0] == "find":
            self.find()
        elif words[0] == "pair":
            self.pair(device, failed)
        elif words[0] == "rest":
            GLib.timeout_add(250, self.rest)
        elif words[0] == "number":
            self.agent.typed(dbus.UInt32(int(words[1])))
        elif words[0] == "connect":
            device.Connect(reply_handler=lambda: say("connected"), error_handler=failed, timeout=60)
        elif words[0] == "disconnect":
            device.Disconnect(reply_handler=lambda: say("disconnected"), error_handler=failed)
        elif words[0] == "remove":
            self.look(False)
            self.adapter.RemoveDevice(self.device)
            say("removed")
        elif words[0] in ("off", "on"):
            self.look(False)
            self.properties.Set("org.bluez.Adapter1", "Powered", words[0] == "on", timeout=20)
            say(words[0])


def read(source, condition, tablet):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    tablet.command(line.split())
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read, Tablet())
say("ready")
loop.run()
