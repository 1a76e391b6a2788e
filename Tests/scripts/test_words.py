"""tools/words and tools/javascript: the pages for users are short and speak one language, and the page's modules fit together."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True


def module(name):
    """A script without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, f"{ROOT}/tools/{name}")
    loaded = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(loaded)
    return loaded


words = module("words")
GLOSSARY = "# Pages\n\n## Words\n\n| word | means | not |\n|---|---|---|\n| timeout | how long | patience, time-out |\n| look | out and back | |\n"


class Words(unittest.TestCase):
    def problems(self, **pages):
        """What is wrong with these pages, by their names without an ending."""
        with tempfile.TemporaryDirectory() as folder:
            pages = {"README": "# Short\n", "docs/README": GLOSSARY} | pages
            for name in ("ARCHITECTURE", "CONTRIBUTING", "SECURITY"):
                pages.setdefault(name, "")
            for name, text in pages.items():
                path = f"{folder}/{name}.md"
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            before = os.getcwd()
            os.chdir(folder)
            try:
                return list(words.problems())
            finally:
                os.chdir(before)

    def test_the_pages_of_this_checkout_pass(self):
        run = subprocess.run([f"{ROOT}/tools/words"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_good_pages_pass(self):
        self.assertEqual(self.problems(**{"docs/a": "# One place\n\nA timeout ends it. [Here](#one-place), [there](lab/b.md#two).\n",
                                          "docs/lab/b": "## Two\n\npatience" + " word" * 30_000}), [])

    def test_too_many_words_are_told(self):
        self.assertIn("25015 words", self.problems(**{"docs/a": "one - | " * 25_000})[0])
        self.assertIn("README.md has 601 words", self.problems(README="two\n" * 601)[0])

    def test_a_banned_word_is_told_with_its_place_and_the_right_one(self):
        for text in ("Its patience ends.", "A Time-out.", "all time-outs", "| a cell | patience |"):
            found = self.problems(**{"docs/a": f"# A\n\n{text}\n"})
            self.assertEqual(len(found), 1, text)
            self.assertTrue(found[0].startswith("docs/a.md:3: ") and "timeout" in found[0], found)

    def test_code_and_what_the_program_prints_may_have_it(self):
        for text in ("`patience = 3`", "    patience\n", "```\npatience\n```\n", "[here](patience.md)", "impatience"):
            self.assertEqual(self.problems(**{"docs/a": f"# A\n\n{text}\n", "docs/configuration": "patience"}), [], text)

    def test_a_link_to_a_missing_heading_is_told(self):
        for link, heading in (("#b", "## A b"), ("c.md#d", "# D e"), ("../README.md#long", "# L")):
            self.assertEqual(len(self.problems(**{"docs/a": f"{heading}\n\n[x]({link})\n", "docs/c": "# C\n"})), 1, link)

    def test_headings_are_named_as_github_names_them(self):
        text = "# 3.5 mm switch jack\n## [Robot](r.md): motor and servo\n### The camera's `field`\n### Same\n### Same\n```\n# no heading\n```\n"
        self.assertEqual(list(words.anchors(text)), ["35-mm-switch-jack", "robot-motor-and-servo", "the-cameras-field", "same", "same-1"])


class Index(unittest.TestCase):
    def test_it_has_every_script(self):
        with open(f"{ROOT}/tools/README.md", encoding="utf-8") as file:
            index = file.read()
        for folder, start in (("tools", ""), ("deploy", "../deploy/")):
            for name in sorted(os.listdir(f"{ROOT}/{folder}")):
                path = f"{ROOT}/{folder}/{name}"
                if os.path.isfile(path) and (os.access(path, os.X_OK) or name.endswith((".sh", ".py"))):
                    self.assertIn(f"]({start}{name})", index, f"{folder}/{name} is not in tools/README.md")


class JavaScript(unittest.TestCase):
    def run_on(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                with open(f"{folder}/{name}.js", "w", encoding="utf-8") as file:
                    file.write(text)
            run = subprocess.run([f"{ROOT}/tools/javascript", *(f"{folder}/{name}.js" for name in files)], capture_output=True, text=True)
            return run.returncode, run.stdout.replace(folder + "/", "")

    def test_modules_that_fit_pass(self):
        self.assertEqual(self.run_on(a='import { b, c as d } from "./b.js";\nd(...b);\n', b="export const b = [];\nexport function c() {}\n"), (0, ""))

    def test_what_does_not_fit_is_told(self):
        for files, words_ in (({"a": 'import { b } from "./b.js";\nb();\n', "b": "function b() {}\n"}, "does not export b"),
                              ({"a": 'import { b } from "./c.js";\nb();\n'}, "there is no ./c.js"),
                              ({"a": 'import { b } from "./b.js";\nthis.b(); // b\n', "b": "export function b() {}\n"}, "b is imported and not used"),
                              ({"a": "export const lonely = 1;\n"}, "lonely is exported")):
            status, output = self.run_on(**files)
            self.assertEqual(status, 1, files)
            self.assertIn(words_, output)


if __name__ == "__main__":
    unittest.main()
