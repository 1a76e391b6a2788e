"""nodline-voice: what it plays, and when it stops. A program of the test's own takes the place of aplay and keeps what it gets; without espeak-ng one
speaks as it does."""
import ast
import contextlib
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import unittest

from System.clocks import FIRST, HANG, Stopwatch, unstarved, wait
from System.places import PROGRAMS, listens

#: Plays into a file, no faster than a device: what is killed has not played the rest.
PLAYER = """#!/usr/bin/env python3
import os, sys, time
folder = os.path.dirname(sys.argv[0])
if os.path.exists(folder + "/broken"): sys.exit(1)
name = f"{folder}/played-{time.monotonic_ns()}-{os.getpid()}"
rate = int(sys.argv[sys.argv.index("-r") + 1])
with open(name, "wb", 0) as file:
    while piece := os.read(0, 2205):
        file.write(piece)
        if os.path.exists(folder + "/slow"): time.sleep(len(piece) / 2 / rate)
open(name.replace("/played-", "/ended-"), "w").close()
"""
#: As long as the text, and says on what it was started.
ENGINE = """#!/usr/bin/env python3
import os, struct, sys
folder, words = os.path.dirname(sys.argv[0]), sys.stdin.buffer.read()
open(folder + "/started", "a").write(repr((sys.argv[1:], words.decode())) + "\\n")
if os.path.exists(folder + "/mute"): sys.exit(1)
if os.path.exists(folder + "/hangs"): import time; time.sleep(1000)
rate = 16000 if os.path.exists(folder + "/other-rate") else 22050
os.write(1, b"RIFF\\xff\\xff\\xff\\x7fWAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, rate, 2 * rate, 2, 16) + b"data\\xff\\xff\\xff\\x7f")
if os.path.exists(folder + "/silent"):
    silence = bytes(2 * int(open(folder + "/silent").read()))
    for at in range(0, len(silence), 333): os.write(1, silence[at:at + 333])
    os.write(1, b"\\x00\\x01")
sys.stdout.buffer.write(b"\\x01\\x10" * 2205 * len(words))
"""
LEAD = int(22050 * 0.3) * 2
#: Bytes of a second.
SECOND = 2 * 22050


class Voice(unittest.TestCase):
    engine = None
    #: Seconds for which the device stays open after words.
    keep = 0

    def environment(self):
        """The program's."""
        return {**os.environ}

    def programs(self):
        return ["--player", self.folder + "/player", "--engine", self.engine or self.folder + "/engine", "--keep", str(self.keep)]

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nodline-voice-test.")
        # A player that was kept open ends after the voice, and makes another file.
        self.addCleanup(wait, lambda: shutil.rmtree(self.folder, ignore_errors=True) or not os.path.exists(self.folder), HANG, "its files are gone")
        for name, script in (("player", PLAYER), ("engine", ENGINE)):
            with open(f"{self.folder}/{name}", "w") as file:
                file.write(script)
            os.chmod(f"{self.folder}/{name}", 0o755)
        self.path = self.folder + "/voice"
        with open(self.folder + "/log", "w") as log:
            self.process = subprocess.Popen([*FIRST, PROGRAMS + "/nodline-voice", "--socket", self.path, *self.programs()], stdin=subprocess.DEVNULL,
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

    def sounds(self, count):
        """What was played from each opening of the device to its end, without the silence after the words."""
        wait(lambda: len(self.played()) >= count, HANG, f"{count} sounds are played to their end")
        found = self.played()
        self.assertEqual(len(found), count)
        return [sound[:len(sound.rstrip(b"\0"))] for sound in found]

    def played(self, whole=True):
        """What was played, from its openings of the device on; with `whole`, only what has ended. A file keeps its name, because one that is renamed
        meanwhile may be listed twice."""
        names = sorted(name for name in os.listdir(self.folder) if name.startswith("played-"))
        sounds = []
        for name in names:
            if whole and not os.path.exists(f"{self.folder}/{name.replace('played', 'ended')}"):
                continue
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
        (sound,) = self.sounds(1)
        self.assertEqual(sound[:LEAD], bytes(LEAD))
        self.assertEqual(sound[LEAD:], b"\x01\x10" * 2205 * 6)

    def test_silence_before_the_first_sound_is_not_waited_for_and_no_sound_is_cut(self):
        # espeak-ng makes 1080 samples of it before a plosive. Here the first sound is quiet, and comes in pieces that end within a sample.
        for number, (silence, left) in enumerate(((0, 0), (1, 1), (110, 110), (1080, 110), (4520, 110), (6000, 6000 - 4410))):
            with open(self.folder + "/silent", "w") as file:
                file.write(str(silence))
            self.assertEqual(self.answers(self.say("no")), ["speaking", "said"])
            sound = self.sounds(number + 1)[number]
            self.assertEqual(sound[:LEAD], bytes(LEAD))
            self.assertEqual(sound[LEAD:], bytes(2 * left) + b"\0\1" + b"\x01\x10" * 2205 * 3, silence)

    def test_a_long_text_is_played_to_its_end(self):
        # More than what waits for the player and a pipe hold.
        self.assertEqual(self.answers(self.say("w" * 50)), ["speaking", "said"])
        self.assertEqual(len(self.sounds(1)[0]), LEAD + 4410 * 51)

    def test_what_begins_with_a_hyphen_or_has_control_characters_is_words(self):
        self.answers(self.say("--help\x01\n|touch x"))
        self.assertEqual(self.started()[0][1], "--help  |touch x\n")

    def test_a_call_has_tones_before_its_words_and_tones_alone_without_a_voice(self):
        self.assertEqual(self.answers(self.ask({"call": "come", "language": "en"})), ["speaking", "said"])
        whole = self.sounds(1)[0]
        self.flag("mute")
        self.assertEqual(self.answers(self.ask({"call": "come", "language": "en"})), ["speaking", "said"])
        tones = self.sounds(2)[1]
        self.assertEqual(whole[:len(tones)], tones)
        self.assertEqual(whole[len(tones):].lstrip(b"\0"), b"\x01\x10" * 2205 * 5)
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

    def test_a_new_text_cuts_the_previous_off_and_none_waits(self):
        self.flag("slow")
        first = self.say("w" * 400)
        wait(lambda: self.played(False), HANG, "it speaks")
        second = self.ask({"call": "c", "language": "de"})
        self.assertEqual(self.answers(first), ["speaking", "stopped"])
        self.assertEqual(self.answers(second), ["speaking", "said"])
        self.assertEqual(self.sounds(1)[0][:LEAD], bytes(LEAD))

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
            self.process = subprocess.Popen([*FIRST, PROGRAMS + "/nodline-voice", "--socket", self.path, *self.programs()],
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
        inodes = set()
        for entry in os.scandir(f"/proc/{self.process.pid}/fd"):
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                name = os.readlink(entry.path)
                if name.startswith("socket:["):
                    inodes.add(name[8:-1])
        known = set()
        for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
            with open(f"/proc/{self.process.pid}/net/{table}") as file:
                known |= {line.split()[9] for line in file.readlines()[1:]}
        self.assertTrue(inodes)
        self.assertEqual(inodes & known, set())

    def test_stop_takes_less_than_a_tenth_of_a_second(self):
        self.flag("slow")
        takes, late, deaths = [], [], []
        for _ in range(10):
            # The control: how long it takes here until a process that is killed is gone.
            with subprocess.Popen(["sleep", "1000"]) as other:
                killed = time.monotonic()
                other.kill()
                other.wait()
                deaths.append(time.monotonic() - killed)
            stream = self.say("w" * 400)
            wait(lambda: any(len(sound) > LEAD for sound in self.played(False)), HANG, "it speaks")
            played, watch = len(self.played(False)[-1]), Stopwatch(self.process.pid)
            self.assertEqual(self.answers(self.ask({"stop": True})), ["stopped"])
            takes.append(watch.own())
            late.append(len(self.played(False)[-1]) - played)
            self.assertEqual(self.answers(stream), ["speaking", "stopped"])
            for name in os.listdir(self.folder):
                if name.startswith("played-"):
                    os.remove(f"{self.folder}/{name}")
        print(f"from the wish to stop to its answer, after which nothing is played: median {statistics.median(takes):.3f} s, longest {max(takes):.3f} s; "
              f"played meanwhile: {max(late) / SECOND:.3f} s at most")
        self.assertLess(statistics.median(takes) - statistics.median(deaths), 0.1)


class Other(Voice):
    # What is shown above.
    for name in [name for name in dir(Voice) if name.startswith("test_")]:
        locals()[name] = None


def parts(test):
    """The voice and the programs that it has started."""
    with open(f"/proc/{test.process.pid}/task/{test.process.pid}/children") as file:
        return [test.process.pid, *map(int, file.read().split())]


class KeptOpen(Other):
    """The device stays open after words. A player that is kept from its turn for longer than the device has silence ahead lets it run dry, and is
    rightly replaced."""
    keep = 600

    def file(self):
        """What the device has been given since it was opened last."""
        return (self.played(False) or [b""])[-1]

    def first(self, kind="say"):
        """Says words. Returns the seconds of silence that the device got between the wish and the first word, and of the wish's way to there."""
        began, sounds = time.monotonic(), self.played(False)
        before, files = len((sounds or [b""])[-1]), len(sounds)
        stream, found = self.ask({kind: "no", "language": "en"}), b""
        while not found.strip(b"\0"):
            self.assertLess(time.monotonic(), began + HANG, "it does not speak")
            time.sleep(0.001)
            sounds = self.played(False)
            found = (sounds or [b""])[-1][before if len(sounds) == files else 0:]
        took = time.monotonic() - began
        self.assertEqual(self.answers(stream), ["speaking", "said"])
        return (len(found) - len(found.lstrip(b"\0"))) / SECOND, took

    @unstarved(parts)
    def test_only_the_first_words_wait_for_the_link_to_wake(self):
        cold, took = self.first()
        self.assertAlmostEqual(cold, 0.3, places=3)
        heard = [cold + took]
        for _ in range(5):
            silence, took = self.first()
            # It gets silence as time goes on, and the little that it has ahead: never the silence that wakes a link.
            self.assertLess(silence, took + 0.13)
            heard.append(took + 0.12)
        self.assertEqual(len(self.played(False)), 1, "the device was closed")
        # And all of it: no word is cut, no sample lost.
        self.assertEqual(self.file().strip(b"\0").count(b"\x01\x10"), 6 * 2205 * 3)
        print(f"from the wish to the first sound: {heard[0]:.3f} s when the device was closed, at most {statistics.median(heard[1:]):.3f} s while it is open, "
              f"{statistics.median(heard[1:]) / heard[0]:.2f} of it")

    @unstarved(parts)
    def test_between_words_it_has_little_silence_ahead(self):
        self.first()
        begin, there = time.monotonic(), len(self.file())
        wait(lambda: len(self.file()) > there + SECOND, HANG, "silence goes on")
        self.assertLess(len(self.file()) - there, (time.monotonic() - begin + 0.13) * SECOND)

    @unstarved(parts)
    def test_a_call_needs_no_silence_either(self):
        self.first()
        silence, took = self.first("call")
        self.assertLess(silence, took + 0.13)
        self.assertEqual(len(self.played(False)), 1, "the device was opened anew")

    @unstarved(parts)
    def test_a_player_that_has_died_another_rate_and_a_stop_open_the_device_anew(self):
        self.first()
        (name,) = [name for name in os.listdir(self.folder) if name.startswith("played-")]
        player = name.split("-")[2]
        os.kill(int(player), signal.SIGKILL)
        wait(lambda: not os.path.exists("/proc/" + player), HANG, "the voice has noticed it")
        self.assertAlmostEqual(self.first()[0], 0.3, places=3)
        self.flag("other-rate")
        self.assertEqual(self.answers(self.say("no")), ["speaking", "said"])
        self.assertEqual(self.file()[:2 * 4800], bytes(2 * 4800))
        self.assertNotEqual(self.file()[2 * 4800:2 * 4801], bytes(2))
        os.remove(self.folder + "/other-rate")
        self.assertAlmostEqual(self.first()[0], 0.3, places=3)
        self.flag("slow")
        files, stream = len(self.played(False)), self.say("w" * 400)
        wait(lambda: self.file()[-100:].strip(b"\0"), HANG, "it speaks")
        self.assertEqual(self.answers(self.ask({"stop": True})), ["stopped"])
        self.assertEqual(self.answers(stream), ["speaking", "stopped"])
        os.remove(self.folder + "/slow")
        self.assertAlmostEqual(self.first()[0], 0.3, places=3)
        self.assertEqual(len(self.played(False)), files + 1)


class KeptBriefly(Other):
    keep = 0.5

    def test_a_device_that_is_no_longer_needed_is_closed(self):
        for count in (1, 2):
            self.assertEqual(self.answers(self.say("no")), ["speaking", "said"])
            sound = self.sounds(count)[-1]
            self.assertEqual(sound, bytes(LEAD) + b"\x01\x10" * 2205 * 3)
        self.assertGreater(len(self.played()[0]), len(sound) + 0.3 * SECOND)


@unittest.skipUnless(shutil.which("espeak-ng"), "espeak-ng is not installed")
class WithEspeak(Other):
    """The same program as users have it."""
    engine = "espeak-ng"

    def test_each_language_of_the_page_is_spoken(self):
        for language in ("ar", "de", "en", "es", "fr", "hi", "it", "ja", "nl", "pl", "pt-BR", "tr", "uk", "zh-Hans"):
            before = len(self.played())
            self.assertEqual(self.answers(self.say("1", language=language)), ["speaking", "said"], language)
            sound = self.sounds(before + 1)[before]
            self.assertGreater(len(sound), LEAD + 4410, language)
            self.assertNotEqual(sound[LEAD:].strip(b"\0"), b"", language)


@unittest.skipUnless(shutil.which("espeak-ng") and shutil.which("aplay"), "espeak-ng and alsa-utils are not installed")
class ThroughALSA(Other):
    """Both programs as users have them, and a sound device of ALSA's own that writes what it plays into a file."""

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
        whole = subprocess.run(["espeak-ng", "-v", "en", "--stdin", "--stdout"], input=words.encode() + b"\n", capture_output=True, check=True).stdout[44:].strip(b"\0")
        for number in range(6):
            before, began = len(self.heard()), time.monotonic()
            stream = self.say(words)
            while not self.heard()[before:].strip(b"\0") and time.monotonic() < began + HANG:
                time.sleep(0.001)
            waits.append(time.monotonic() - began)
            self.assertEqual(self.answers(stream), ["speaking", "said"])
            # The device writes its last half second when more comes.
            wait(lambda: len(self.heard()) > before + len(whole) + SECOND, HANG, "silence follows")
            self.assertEqual(self.heard()[before:].strip(b"\0"), whole, "a part of the words is missing")
            self.assertEqual(number > 0 or self.heard()[:LEAD], bytes(LEAD) if number == 0 else True)
        print(f"from the request to the first sound at the device: {waits[0]:.3f} s, and 0.3 s of silence that wake a link; while it is open "
              f"median {statistics.median(waits[1:]):.3f} s, longest {max(waits[1:]):.3f} s, and at most 0.12 s of silence that it has ahead")


if __name__ == "__main__":
    unittest.main()
