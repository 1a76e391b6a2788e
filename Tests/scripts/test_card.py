"""The settings that somebody puts onto the card image's boot partition (deploy/image/files/usr/lib/nodline-card/settings)."""
import os
import random
import subprocess
import tempfile
import unittest

SETTINGS = os.path.join(os.path.dirname(__file__), "../../deploy/image/files/usr/lib/nodline-card/settings")
IMAGER = """config_version = 1

[system]
hostname = "kitchen"

[user]
name = "ann"
password = "$5$abc$def"
password_encrypted = true

[ssh]
enabled = true
password_authentication = false
authorized_keys = [ "ssh-ed25519 AAAA ann@home", "ssh-rsa BBBB" ]

[wlan]
ssid = "Home \\"5\\" = #1"
password = "a b\\\\c d e"
password_encrypted = false
hidden = true
country = "GB"

[locale]
keymap = "gb"
timezone = "Europe/London"
"""


class Card(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("boot", "root/etc", "state", "bin"):
            os.makedirs(f"{self.folder}/{name}")
        for name in ("hostname", "iw", "systemctl"):
            self.write(f"bin/{name}", f'#!/bin/sh\necho {name} "$@" >> {self.folder}/called\n')
        self.write("bin/ssh-keygen", f"#!/bin/sh\necho key > {self.folder}/state/ssh/ssh_host_ed25519_key\n")
        for name in os.listdir(f"{self.folder}/bin"):
            os.chmod(f"{self.folder}/bin/{name}", 0o755)

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def read(self, name):
        try:
            with open(f"{self.folder}/{name}", encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def start(self, text=None, name="nodline-setup.toml"):
        if text is not None:
            self.write(f"boot/{name}", text)
        places = {"NODLINE_BOOT": "boot", "NODLINE_ROOT": "root", "NODLINE_STATE": "state"}
        done = subprocess.run(["sh", SETTINGS], capture_output=True, text=True, check=False, timeout=300, env={
            **os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", **{key: f"{self.folder}/{place}" for key, place in places.items()}})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.read("boot/nodline.txt")

    def connection(self):
        return self.read("root/run/NetworkManager/system-connections/card.nmconnection")

    def network(self):
        for line in self.connection().splitlines():
            if line.startswith("ssid="):
                return bytes(int(number) for number in line[5:].strip(";").split(";")).decode()
        return None

    def test_what_imager_writes_is_applied(self):
        self.assertEqual(self.start(IMAGER, "rpi-preseed.toml"), "")
        self.assertEqual(self.read("root/etc/hostname"), "kitchen\n")
        self.assertIn("127.0.1.1 kitchen\n", self.read("root/etc/hosts"))
        self.assertEqual(self.network(), 'Home "5" = #1')
        self.assertIn("hidden=true\n", self.connection())
        self.assertIn("psk=a\\sb\\\\c\\sd\\se\n", self.connection())
        self.assertEqual(os.stat(f"{self.folder}/root/run/NetworkManager/system-connections/card.nmconnection").st_mode & 0o777, 0o600)
        self.assertIn("regdom=GB", self.read("root/run/modprobe.d/nodline-country.conf"))
        self.assertEqual(self.read("root/root/.ssh/authorized_keys"), "ssh-ed25519 AAAA ann@home\nssh-rsa BBBB\n")
        self.assertEqual(self.read("root/etc/ssh/ssh_host_ed25519_key"), "key\n")
        self.assertEqual(self.read("called").splitlines(), ["hostname kitchen", "iw reg set GB", "systemctl start --no-block ssh.service"])

    def test_what_people_type_is_read(self):
        for text in ('[wlan]\nssid="Home"\npassword="12345678"\n', "\ufeff[ wlan ]\r\n  ssid  =  'Home'   # ours\r\n password = '12345678'\r\n",
                     '# mine\n\n[wlan]\nssid = "Home"\npassword = "12345678"'):
            for name in ("nodline-setup.toml", "nodline-setup.toml.txt"):
                with self.subTest(text=text, name=name):
                    self.assertEqual(self.start(text, name), "")
                    self.assertEqual(self.network(), "Home")
                    self.assertIn("psk=12345678\n", self.connection())
                    os.remove(f"{self.folder}/boot/{name}")

    def test_a_typed_file_wins_over_imagers(self):
        self.write("boot/rpi-preseed.toml", IMAGER)
        self.assertEqual(self.start('[system]\nhostname = "hall"\n'), "")
        self.assertEqual((self.read("root/etc/hostname"), self.network()), ("hall\n", 'Home "5" = #1'))

    def test_what_is_wrong_is_said_and_left_out(self):
        for text, said in (
            ('[wlan]\nssid = My Home', "nodline-setup.toml, line 2: put the value into straight quotes"),
            ('[wlan]\nssid = “Home”', "line 2: put the value into straight quotes"),
            ('[wlan]\nssid = "Home', "line 2: expected a text in straight quotes"),
            ('[wlan]\nssid = "Home" x', "line 2: expected a text in straight quotes"),
            ("[wlan]\nHome", "line 2: expected [section] or key"),
            ('[wlan]\nssid = "Home"\npassword = "short"', "the Wi-Fi password has 5 characters"),
            ('[wlan]\nssid = "Home"\npassword = "pässwörter"', "without accents"),
            ('[wlan]\npassword = "12345678"', "but no ssid"),
            ('[wlan]\nssid = "' + "x" * 33 + '"', "has 33 bytes"),
            ('[wlan]\ncountry = "Germany"', "two capital letters"),
            ('[system]\nhostname = "my board"', "without spaces"),
            ('[system]\nhostname = "-board"', "letters, digits and hyphens"),
            ('[wifi]\nssid = "Home"', "wifi.ssid is unknown"),
            ("[ssh]\nenabled = yes", "expected true or false"),
            ("[ssh]\nenabled = true", "authorized_keys is missing"),
            ("[ssh]\nauthorized_keys = [ 1 ]", "line 2: expected strings in quotes in this list"),
            ("#" * 70000, "more than 64 KB"),
        ):
            with self.subTest(text=text[:60]):
                note = self.start(text)
                self.assertIn(said, note)
                for line in note.splitlines(keepends=True):
                    self.assertTrue(line.startswith("Settings: ") and line.endswith("\r\n"), line)
                self.assertEqual((self.connection(), self.read("root/etc/hostname"), self.read("root/root/.ssh/authorized_keys")), ("", "", ""))

    def test_the_note_keeps_what_others_wrote_and_is_not_written_again(self):
        self.write("boot/nodline.txt", "Setup page: there\r\nPairing code: 123456\r\n")
        note = self.start("[system]\nhostname = 'my board'\n")
        self.assertTrue(note.startswith("Settings: hostname") and note.endswith("Setup page: there\r\nPairing code: 123456\r\n"), note)
        before = os.stat(f"{self.folder}/boot/nodline.txt").st_ino
        self.assertEqual(self.start(), note)
        self.assertEqual(os.stat(f"{self.folder}/boot/nodline.txt").st_ino, before)
        self.assertEqual(self.start("[system]\nhostname = 'board'\n"), "Setup page: there\r\nPairing code: 123456\r\n")

    def test_no_text_writes_lines_of_its_own(self):
        """Whatever is in the file: one network, its name and password as they stand, and no other line in the network manager's file."""
        pieces = ['"', "'", "\\", "\n", "\t", "[", "]", "=", "#", ",", ";", "$(touch evil)", "`touch evil`", "ssid", "psk=", "wlan", "a", " ", "é", "\r", "\x01", "%s", "-n", "\\n"]
        dice = random.Random(7)
        allowed = ("[connection]", "id=card", "type=wifi", "[wifi]", "mode=infrastructure", "hidden=true", "[wifi-security]", "key-mgmt=wpa-psk", "[ipv4]", "[ipv6]",
                   "method=auto")
        for _ in range(60):
            inside = "".join(dice.choices(pieces, k=dice.randrange(12)))
            text = dice.choice(['[wlan]\nssid = "{}"\npassword = "12345678"\n', "[wlan]\nssid = 'x'\npassword = 'abcdefgh{}'\n", "{}"]).replace("{}", inside)
            with self.subTest(text=text):
                self.start(text)
                for line in self.connection().split("\n")[:-1]:
                    self.assertTrue(line in allowed or line.startswith(("ssid=", "psk=")), line)
                self.assertEqual(sum(line.startswith("psk=") for line in self.connection().split("\n")) <= 1, True)
                self.assertFalse(os.path.exists("evil") or os.path.exists(f"{self.folder}/evil"))


if __name__ == "__main__":
    unittest.main()
