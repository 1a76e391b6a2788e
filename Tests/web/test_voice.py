"""nodline-voice: what it plays, and when it stops. A program of the test's own takes the place of aplay and keeps what it gets; without espeak-ng one
speaks as it does."""
import ast
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

from machine import HANG, PROGRAMS, listens, wait

#: Plays into a file, no faster than a device: what is killed has not played the rest.
PLAYER = """#!/usr/bin/env python3
import os, sys, time
folder = os.path.dirname(sys.argv[0])
if os.path.exists(folder + "/broken"): sys.exit(1)
name = f"{folder}/played-{time.monotonic_ns()}"
rate = int(sys.argv[sys.argv.index("-r") + 1])
with open(name, "wb", 0) as file:
    while piece := os.read(0, 2205):
        file.write(piece)
        if os.path.exists(folder + "/slow"): time.sleep(len(piece) / 2 / rate)
os.rename(name, name + "-whole")
"""
#: As long as the text, and says on what it was started.
ENGINE = """#!/usr/bin/env python3
import os, struct, sys
folder, words = os.path.dirname(sys.argv[0]), sys.stdin.buffer.read()
open(folder + "/started", "a").write(repr((sys.argv[1:], words.decode())) + "\\n")
if os.path.exists(folder + "/mute"): sys.exit(1)
if os.path.exists(folder + "/hangs"): import time; time.sleep(1000)
os.write(1, b"RIFF\\xff\\xff\\xff\\x7fWAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 22050, 44100, 2, 16) + b"data\\xff\\xff\\xff\\x7f")
sys.stdout.buffer.write(b"\\x01\\x10" * 2205 * len(words))
"""
LEAD = int(22050 * 0.3) * 2


class Voice(unittest.TestCase):
    engine = None

    def environment(self):
        """The program's."""
        return {**os.environ}

    def programs(self):
        return ["--player", self.folder + "/player", "--engine", self.engine or self.folder + "/engine"]

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nodline-voice-test.")
        self.addCleanup(shutil.rmtree, self.folder)
        for name, script in (("player", PLAYER), ("engine", ENGINE)):
            with open(f"{self.folder}/{name}", "w") as file:
                file.write(script)
            os.chmod(f"{self.folder}/{name}", 0o755)
        self.path = self.folder + "/voice"
        with open(self.folder + "/log", "w") as log:
            self.process = subprocess.Popen([PROGRAMS + "/nodline-voice", "--socket", self.path, *self.programs()], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, env=self.environment())
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        wait(lambda: listens(self.path), HANG, "the voice's socket")

    def flag(self, name):
        with open(f"{self.folder}/{name}", "w"):
            pass

    def ask(self, line):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(HANG)
            client.connect(self.path)
            client.sendall((line if isinstance(line, str) else json.dumps(line)).encode() + b"\n")
            return client.makefile()  # which keeps the connection

    def say(self, words, **fields):
        return self.ask({"say": words, "language": "en", **fields})

    def answers(self, stream):
        """All that is said until it is over."""
        found = []
        with stream:
            for line in stream:
                answer = json.loads(line)
                found.append(answer["voice"] + (" " + answer["reason"] if "reason" in answer else ""))
                if found[-1] != "speaking":
                    break
        return found

    def played(self, whole=True):
        names = sorted(name for name in os.listdir(self.folder) if name.startswith("played-") and (not whole or name.endswith("-whole")))
        sounds = []
        for name in names:
            with open(f"{self.folder}/{name}", "rb") as file:
                sounds.append(file.read())
        return sounds

    def started(self):
        if not os.path.exists(self.folder + "/started"):
            return []
        with open(self.folder + "/started") as file:
            return [ast.literal_eval(line) for line in file]

    def test_a_text_is_said_after_silence_in_its_language(self):
        self.assertEqual(self.answers(self.say("hello", language="pt-BR")), ["speaking", "said"])
        self.assertEqual(self.started(), [(["-v", "pt-br", "--stdin", "--stdout"], "hello\n")])
        (sound,) = self.played()
        self.assertEqual(sound[:LEAD], bytes(LEAD))
        self.assertEqual(sound[LEAD:], b"\x01\x10" * 2205 * 6)

    def test_a_long_text_is_played_to_its_end(self):
        self.assertEqual(self.answers(self.say("w" * 500)), ["speaking", "said"])
        self.assertEqual(len(self.played()[0]), LEAD + 4410 * 501)

    def test_what_begins_with_a_hyphen_or_has_control_characters_is_words(self):
        self.answers(self.say("--help\x01\n|touch x"))
        self.assertEqual(self.started()[0][1], "--help  |touch x\n")

    def test_a_call_has_tones_before_its_words_and_tones_alone_without_a_voice(self):
        self.assertEqual(self.answers(self.ask({"call": "come", "language": "en"})), ["speaking", "said"])
        whole = self.played()[0]
        self.flag("mute")
        self.assertEqual(self.answers(self.ask({"call": "come", "language": "en"})), ["speaking", "said"])
        tones = self.played()[1]
        self.assertEqual(whole[:len(tones)], tones)
        self.assertEqual(whole[len(tones):], b"\x01\x10" * 2205 * 5)
        self.assertGreater(len(tones), LEAD + 2 * 22050)

    def test_stop_is_silence_at_once_and_nothing_comes_after(self):
        self.flag("slow")
        stream = self.say("w" * 400)
        wait(lambda: any(len(sound) > LEAD for sound in self.played(False)), HANG, "it speaks")
        self.assertEqual(self.answers(self.ask({"stop": True})), ["stopped"])
        after = self.played(False)
        self.assertEqual(self.answers(stream), ["speaking", "stopped"])
        time.sleep(0.3)
        self.assertEqual(self.played(False), after, "something was played after the stop was answered")
        self.assertEqual(self.played(), [])

    def test_a_new_text_cuts_the_former_off_and_none_waits(self):
        self.flag("slow")
        first = self.say("w" * 400)
        wait(lambda: self.played(False), HANG, "it speaks")
        second = self.ask({"call": "c", "language": "de"})
        self.assertEqual(self.answers(first), ["speaking", "stopped"])
        self.assertEqual(self.answers(second), ["speaking", "said"])
        self.assertEqual(len(self.played()), 1)

    def test_what_does_not_work_is_said_and_it_works_again(self):
        for flag, reason in (("mute", "no-voice"), ("broken", "no-sound"), ("hangs", "no-voice")):
            self.flag(flag)
            self.assertEqual(self.answers(self.say("hello")), ["speaking", "failed " + reason], flag)
            os.remove(f"{self.folder}/{flag}")
        self.assertEqual(self.answers(self.say("hello")), ["speaking", "said"])
        with open(self.folder + "/log") as log:
            self.assertNotIn("hello", log.read())

    def test_what_is_no_request_is_refused_and_starts_nothing(self):
        for line in ("", "{", "[]", "null", '{"say":1,"language":"en"}', '{"say":"","language":"en"}', '{"say":"x"}', '{"say":"x","language":"xx"}',
                     '{"say":"x","language":"en","more":1}', '{"stop":false}', '{"stop":true,"say":"x"}', '{"say":"   ","language":"en"}',
                     json.dumps({"say": "w" * 501, "language": "en"}), '{"say":"x","language":"en -w /tmp/x"}', '{"say":"x","call":"y","language":"en"}', "\x00" * 100):
            self.assertEqual(self.answers(self.ask(line)), ["refused bad-request"], line)
        with self.ask("{" * 9000) as flood:
            try:
                self.assertEqual(flood.read(), "")
            except ConnectionResetError:
                pass  # it was closed before all was read
        self.assertEqual(self.started(), [])
        self.assertEqual(self.answers(self.say("still there")), ["speaking", "said"])

    def test_a_second_one_is_refused_and_the_first_keeps_its_socket(self):
        inode = os.stat(self.path).st_ino
        second = subprocess.run([PROGRAMS + "/nodline-voice", "--socket", self.path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANG)
        self.assertEqual(second.returncode, 1, second.stderr)
        self.assertIn(f"another nodline-voice (process {self.process.pid}) uses it already", second.stderr)
        self.assertIn("--socket", second.stderr)
        self.assertEqual(os.stat(self.path).st_ino, inode)
        self.assertEqual(self.answers(self.say("hello")), ["speaking", "said"])
        # One that was killed leaves its files behind.
        self.process.kill()
        self.process.wait()
        with open(self.folder + "/log", "w") as log:
            self.process = subprocess.Popen([PROGRAMS + "/nodline-voice", "--socket", self.path, *self.programs()],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        wait(lambda: listens(self.path), HANG, "the voice's socket")
        self.assertEqual(self.answers(self.say("again")), ["speaking", "said"])

    def test_a_client_that_leaves_is_no_harm(self):
        self.flag("slow")
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.path)
            client.sendall(b'{"say":"ab","language":"en"}\n')
        wait(lambda: len(self.played()) == 1, HANG, "it is said to its end")

    def test_it_opens_no_internet_socket(self):
        self.answers(self.say("hello"))
        inodes = [os.readlink(f"/proc/{self.process.pid}/fd/{name}") for name in os.listdir(f"/proc/{self.process.pid}/fd")]
        inodes = {name[8:-1] for name in inodes if name.startswith("socket:[")}
        known = set()
        for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
            with open(f"/proc/{self.process.pid}/net/{table}") as file:
                known |= {line.split()[9] for line in file.readlines()[1:]}
        self.assertTrue(inodes)
        self.assertEqual(inodes & known, set())


@unittest.skipUnless(shutil.which("espeak-ng"), "espeak-ng is not installed")
class WithEspeak(Voice):
    """The same program as users have it."""
    engine = "espeak-ng"
    # What only a program of the test's own can show.
    for name in [name for name in dir(Voice) if name.startswith("test_")]:
        locals()[name] = None

    def test_each_language_of_the_page_is_spoken(self):
        for language in ("ar", "de", "en", "es", "fr", "hi", "it", "ja", "nl", "pl", "pt-BR", "tr", "uk", "zh-Hans"):
            before = len(self.played())
            self.assertEqual(self.answers(self.say("1 2 3", language=language)), ["speaking", "said"], language)
            sound = self.played()[before]
            self.assertGreater(len(sound), LEAD + 11025, language)
            self.assertNotEqual(sound[LEAD:].strip(b"\0"), b"", language)


@unittest.skipUnless(shutil.which("espeak-ng") and shutil.which("aplay"), "espeak-ng and alsa-utils are not installed")
class ThroughALSA(Voice):
    """Both programs as users have them, and a sound device of ALSA's own that writes what it plays into a file."""
    for name in [name for name in dir(Voice) if name.startswith("test_")]:
        locals()[name] = None

    def programs(self):
        return []

    def environment(self):
        with open(self.folder + "/asound.conf", "w") as file:
            file.write(f'pcm.!default {{ type file slave.pcm sink file "{self.folder}/heard" format raw }}\npcm.sink {{ type null }}\n')
        return {**os.environ, "ALSA_CONFIG_PATH": self.folder + "/asound.conf"}

    def heard(self):
        if not os.path.exists(self.folder + "/heard"):
            return b""
        with open(self.folder + "/heard", "rb") as file:
            return file.read()

    def test_every_sample_is_played_from_the_first_word_on(self):
        words, waits = "Please turn me", []
        whole = subprocess.run(["espeak-ng", "-v", "en", "--stdin", "--stdout"], input=words.encode() + b"\n", capture_output=True, check=True).stdout[44:]
        for _ in range(10):
            if os.path.exists(self.folder + "/heard"):
                os.remove(self.folder + "/heard")
            began = time.monotonic()
            stream = self.say(words)
            while not self.heard()[LEAD:].strip(b"\0") and time.monotonic() < began + HANG:
                time.sleep(0.001)
            waits.append(time.monotonic() - began)
            self.assertEqual(self.answers(stream), ["speaking", "said"])
            self.assertEqual(self.heard()[:LEAD], bytes(LEAD))
            self.assertEqual(self.heard()[LEAD:].rstrip(b"\0"), whole.rstrip(b"\0"), "a part of the words is missing")
        waits.sort()
        print(f"from the request to the first sound at the device, beside {LEAD / 2 / 22050:.1f} s of silence that wake a link: "
              f"median {waits[5]:.3f} s, longest {waits[-1]:.3f} s")


if __name__ == "__main__":
    unittest.main()
