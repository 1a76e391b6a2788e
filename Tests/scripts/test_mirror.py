"""tools/mirror: Debian comes from where the machine's own apt sources have it, whatever they look like."""
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


def mirror(*words, status=0, **files):
    """What it prints where apt's sources, parts and configuration are these files."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # apt's user looks into it
        os.makedirs(f"{folder}/parts")
        os.makedirs(f"{folder}/lists")
        for name, text in files.items():
            with open(f"{folder}/" + {"lines": "sources.list", "conf": "apt.conf"}.get(name, f"parts/{name.replace('_', '.')}"), "w") as file:
                file.write(text.replace("FOLDER", folder))
                if text.startswith("#!"):
                    os.fchmod(file.fileno(), 0o755)
        with open(f"{folder}/apt.conf", "a") as file:
            file.write(f'Dir::Etc::sourcelist "{folder}/sources.list";\nDir::Etc::sourceparts "{folder}/parts";\nDir::State::Lists "{folder}/lists";\n')
        run = subprocess.run([f"{ROOT}/tools/mirror", *words], capture_output=True, text=True,
                             env=os.environ | {"APT_CONFIG": f"{folder}/apt.conf", "XDG_CACHE_HOME": folder})
        assert run.returncode == status, run
        return run.stdout.replace(folder, "FOLDER").splitlines() if status == 0 else run.stderr


class Mirror(unittest.TestCase):
    def test_one_line_entries(self):
        self.assertEqual(
            mirror("trixie", lines="# deb http://no.example/debian bookworm main\n"
                   "deb [arch=amd64] http://mirror.example/debian bookworm main contrib # near\n"
                   "deb-src http://source.example/debian bookworm main\n"
                   "deb http://mirror.example/debian bookworm-updates main\n"
                   "deb http://secure.example/debian-security bookworm-security main\n"),
            [f"deb [signed-by={KEYS}] http://mirror.example/debian trixie main",
             f"deb [signed-by={KEYS}] http://mirror.example/debian trixie-updates main",
             f"deb [signed-by={KEYS}] http://secure.example/debian-security trixie-security main"])

    def test_stanzas_without_security(self):
        self.assertEqual(
            mirror("trixie", debian_sources="# a remark\nTypes: deb deb-src\n# http://snapshot.example/\nURIs: https://mirror.example/debian/\n"
                   "Suites: bookworm bookworm-updates\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-bookworm-stable.gpg\n"),
            [f"deb [signed-by={KEYS}] https://mirror.example/debian/ trixie main",
             f"deb [signed-by={KEYS}] https://mirror.example/debian/ trixie-updates main"])

    def test_other_peoples_archives_are_passed_over(self):
        lines = mirror("trixie", a_list="deb [signed-by=/etc/apt/keyrings/theirs.gpg] http://theirs.example/debian bookworm main\n"
                       "deb http://docker.example/linux/debian bookworm stable\ndeb http://db.example/apt bookworm-pgdg main\n",
                       off_sources="Types: deb\nURIs: http://off.example/debian\nSuites: bookworm\nComponents: main\nEnabled: no\n",
                       z_sources=f"Types: deb\nURIs: http://right.example/debian\nSuites: stable\nComponents: main\nSigned-By: {KEYS}\n")
        self.assertEqual(lines[0], f"deb [signed-by={KEYS}] http://right.example/debian trixie main")

    def test_a_mirror_with_keys_of_its_own(self):
        line = "deb [signed-by=/etc/apt/keyrings/house.gpg trusted=yes] http://house.example/debian bookworm main\n"
        self.assertEqual(mirror("trixie", lines=line)[0],
                         "deb [signed-by=/etc/apt/keyrings/house.gpg trusted=yes] http://house.example/debian trixie main")
        self.assertEqual(mirror("--keyrings", lines=line), ["/etc/apt/keyrings/house.gpg"])

    def test_keys_in_the_entry_get_a_file(self):
        stanza = ("Types: deb\nURIs: http://house.example/debian\nSuites: bookworm\nComponents: main\n"
                  "Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n -----END PGP PUBLIC KEY BLOCK-----\n")
        self.assertRegex(mirror("trixie", house_sources=stanza)[0], r"^deb \[signed-by=FOLDER/nodline/keys/[0-9a-f]{12}\.asc\] http://house")

    def test_a_list_of_mirrors_in_a_file(self):
        lines = mirror("trixie", lines="deb mirror+file:FOLDER/parts/near.txt bookworm main\n",
                       near_txt="# two\nhttp://one.example/debian\tpriority:1\nhttp://two.example/debian\n")
        self.assertEqual(lines[0], f"deb [signed-by={KEYS}] http://one.example/debian trixie main")

    def test_no_archive_is_an_error_that_says_where_it_looked(self):
        self.assertIn("sources.list", mirror("trixie", status=1, lines="deb cdrom:[Debian]/ bookworm main\n"))

    def test_proxies_and_certificates_go_along(self):
        lines = mirror("--options", lines="deb http://mirror.example/debian bookworm main\n",
                       conf='Acquire::http::Proxy "http://proxy.example:3142";\nAcquire::https { CaInfo "/etc/ssl/house.pem"; };\n'
                       'Acquire::Retries "3";\nAcquire::Languages "none";\n')
        for line in ('Acquire::http::Proxy "http://proxy.example:3142";', 'Acquire::https::CaInfo "/etc/ssl/house.pem";', 'Acquire::Retries "3";'):
            self.assertIn(line, lines)
        self.assertFalse([line for line in lines if "Languages" in line])

    def test_a_proxy_that_a_script_chooses(self):
        lines = mirror("--options", lines="deb http://mirror.example/debian bookworm main\n", find_sh="#!/bin/sh\necho http://near.example:3142\n",
                       conf='Acquire::http::Proxy-Auto-Detect "FOLDER/parts/find.sh";\n')
        self.assertIn('Acquire::http::Proxy "http://near.example:3142";', lines)


if __name__ == "__main__":
    unittest.main()
