"""A BlueZ of the tests, on a bus of their own: it takes services, an advertisement and an agent as bluetoothd does, and plays the host.

It speaks on standard input and output, one word a line, so that a test tells it what the host does and reads what the host sees.
"""
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PROPERTIES, MANAGER = "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"
ADAPTER, DEVICE = "/org/bluez/hci0", "/org/bluez/hci0/dev_AA_00_00_00_00_01"


def say(*words):
    print(*words, flush=True)


class Fake(dbus.service.Object):
    """One object with all interfaces that nodline-bluetooth uses; BlueZ's are at three paths."""

    SUPPORTS_MULTIPLE_OBJECT_PATHS = True

    def __init__(self, bus):
        super().__init__()
        self.bus, self.app, self.agent = bus, None, None
        self.properties = {"Powered": dbus.Boolean(False), "Pairable": dbus.Boolean(True), "Discoverable": dbus.Boolean(False)}
        # Of another adapter too, which is none of the program's business.
        self.devices = {}
        for path, name, is_paired in ((DEVICE, "Tablet", True), ("/org/bluez/hci0/dev_AA_00_00_00_00_02", "\x1b[2JPhone", False),
                                      ("/org/bluez/hci0/dev_AA_00_00_00_00_04", "Speaker", False),
                                      ("/org/bluez/hci1/dev_AA_00_00_00_00_03", "Other", True)):
            self.devices[path] = {"Address": path[-17:].replace("_", ":"), "Alias": name, "Bonded": dbus.Boolean(is_paired),
                                  "Connected": dbus.Boolean(is_paired and "--connected" in sys.argv), "UUIDs": dbus.Array([], signature="s")}
        for path in ("/", "/org/bluez", ADAPTER, *self.devices):
            self.add_to_connection(bus, path)

    @dbus.service.method(MANAGER, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        empty = dbus.Dictionary({}, signature="sv")
        interfaces = {} if "--no-adapter" in sys.argv else {"org.bluez.GattManager1": empty, "org.bluez.LEAdvertisingManager1": empty}
        devices = {path: {"org.freedesktop.DBus.Introspectable": empty, "org.bluez.Device1": dbus.Dictionary(values, signature="sv")}
                   for path, values in self.devices.items()}
        return {**devices, ADAPTER: {"org.bluez.Adapter1": dbus.Dictionary(self.properties, signature="sv"), **interfaces}}

    @dbus.service.method("org.bluez.Adapter1", in_signature="o")
    def RemoveDevice(self, path):
        say("removes", path[-17:])
        if "--keeps" not in sys.argv:
            del self.devices[path]
            self.signal("/", MANAGER, "InterfacesRemoved", path, ["org.bluez.Device1"], signature="oas")

    @dbus.service.method("org.bluez.Device1", path_keyword="path")
    def Disconnect(self, path=None):
        say("disconnects", path[-17:])
        self.change(path, "Connected", False)

    def signal(self, path, interface, member, *values, signature):
        message = dbus.lowlevel.SignalMessage(path, interface, member)
        message.append(*values, signature=signature)
        self.bus.send_message(message)

    def change(self, path, name, value):
        self.devices[path][name] = dbus.Boolean(value)
        self.signal(path, PROPERTIES, "PropertiesChanged", "org.bluez.Device1", {name: dbus.Boolean(value)}, [], signature="sa{sv}as")

    @dbus.service.method(PROPERTIES, in_signature="ssv")
    def Set(self, interface, name, value):
        assert interface == "org.bluez.Adapter1", interface
        self.properties[name] = value
        say("set", name, bool(value))

    @dbus.service.method("org.bluez.AgentManager1", in_signature="os", sender_keyword="sender")
    def RegisterAgent(self, path, capability, sender=None):
        self.agent = dbus.Interface(self.bus.get_object(sender, path), "org.bluez.Agent1")
        say("agent", capability)

    @dbus.service.method("org.bluez.AgentManager1", in_signature="o")
    def RequestDefaultAgent(self, path):
        pass

    @dbus.service.method("org.bluez.GattManager1", in_signature="oa{sv}", sender_keyword="sender", async_callbacks=("done", "failed"))
    def RegisterApplication(self, path, options, done, failed, sender=None):
        # As bluetoothd: it reads the objects before it answers.
        def got(objects):
            self.app = (sender, objects)
            say("services", len(objects))
            done()
        if "--refuses" in sys.argv:
            return failed(dbus.DBusException("no room", name="org.bluez.Error.Failed"))
        self.bus.get_object(sender, path).GetManagedObjects(dbus_interface=MANAGER, reply_handler=got, error_handler=failed)

    @dbus.service.method("org.bluez.LEAdvertisingManager1", in_signature="oa{sv}", sender_keyword="sender", async_callbacks=("done", "failed"))
    def RegisterAdvertisement(self, path, options, done, failed, sender=None):
        def got(values):
            say("advertises", values["LocalName"], values["ServiceUUIDs"][0], hex(values["Appearance"]))
            done()
        self.bus.get_object(sender, path).GetAll("org.bluez.LEAdvertisement1", dbus_interface=PROPERTIES, reply_handler=got, error_handler=failed)

    # The host.

    def object(self, path):
        return self.bus.get_object(self.app[0], path)

    def reports(self):
        """What a host finds that sends reports."""
        return [path for name in ("keyboard", "mouse", "gamepad") if (path := "/org/nodline/hid/" + name) in self.app[1]]

    def command(self, words):
        if words[0] == "subscribe":
            self.change(DEVICE, "Connected", True)
            for path in self.reports():
                self.object(path).StartNotify(dbus_interface="org.bluez.GattCharacteristic1")
            say("subscribed")
        elif words[0] == "unsubscribe":
            for path in self.reports():
                self.object(path).StopNotify(dbus_interface="org.bluez.GattCharacteristic1")
            say("unsubscribed")
        elif words[0] in ("connect", "disconnect", "paired"):
            # BlueZ keeps the subscriptions of a paired host, so that nothing but its connection changes.
            path = next(path for path in self.devices if path.endswith(words[1]))
            # A phone shows a private address until it has paired; BlueZ's object keeps that name.
            if words[0] == "paired" and words[1] == "02":
                self.devices[path]["Address"] = "AA:00:00:00:00:22"
            self.change(path, "Bonded" if words[0] == "paired" else "Connected", words[0] != "disconnect")
            say(words[0])
        elif words[0] == "power":
            self.properties["Powered"] = dbus.Boolean(words[1] == "on")
            self.signal(ADAPTER, PROPERTIES, "PropertiesChanged", "org.bluez.Adapter1", {"Powered": self.properties["Powered"]}, [], signature="sa{sv}as")
            say("power", words[1])
        elif words[0] == "read":
            value = self.object(words[1]).ReadValue(dbus.Dictionary({"offset": dbus.UInt16(int(words[2]))}, signature="sv"),
                                                    dbus_interface="org.bluez.GattCharacteristic1")
            say("value", bytes(value).hex() or "-")
        elif words[0] == "services":
            for path, interfaces in sorted(self.app[1].items()):
                for interface, values in interfaces.items():
                    if interface.startswith("org.bluez.Gatt"):
                        say("service", path, interface.split(".")[-1], values["UUID"], ",".join(values.get("Flags", [])) or "-")
            say("end")
        elif words[0] == "passkey":
            path = next(path for path in self.devices if path.endswith(words[2]))
            self.agent.DisplayPasskey(dbus.ObjectPath(path), dbus.UInt32(int(words[1])), dbus.UInt16(0))
            say("shown")
        elif words[0] == "confirm":
            self.agent.RequestConfirmation(dbus.ObjectPath(DEVICE), dbus.UInt32(1))
            say("confirmed")
        elif words[0] == "advertisement-ends":
            self.object("/org/nodline/advertisement").Release(dbus_interface="org.bluez.LEAdvertisement1")
            say("ended")


def changed(interface, values, gone, path=None):
    if interface == "org.bluez.GattCharacteristic1" and "Value" in values:
        say("report", path.rsplit("/", 1)[1], bytes(values["Value"]).hex())


def read(source, condition, fake):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    try:
        fake.command(line.split())
    except dbus.DBusException as error:
        say("error", error.get_dbus_name())
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
name = dbus.service.BusName("org.bluez", bus)
fake = Fake(bus)
bus.add_signal_receiver(changed, "PropertiesChanged", PROPERTIES, path_keyword="path")
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read, fake)
loop = GLib.MainLoop()
say("ready")
loop.run()
