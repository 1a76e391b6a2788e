"""The tables of texts, and that no text stands elsewhere."""
import glob
import json
import os
import re
import unittest

from machine import ROOT
from tables import PAGE, table


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Texts(unittest.TestCase):
    scripts = {os.path.basename(path): read(path) for path in glob.glob(PAGE + "/*.js")}

    def test_each_language_has_the_same_texts_with_the_same_values(self):
        english = table("en")
        for path in glob.glob(PAGE + "/texts/*.json"):
            language = os.path.basename(path)
            pairs = json.loads(read(path), object_pairs_hook=list)
            self.assertEqual(len(pairs), len({key for key, _ in pairs}), f"{language} has a text twice")
            own = dict(pairs)
            self.assertEqual(set(own), set(english), language)
            for key, words in own.items():
                self.assertTrue(words.strip(), f"{language}: {key} is empty")
                self.assertEqual(set(re.findall(r"\{(\w+)\}", words)), set(re.findall(r"\{(\w+)\}", english[key])), f"{language}: {key}")

    def test_each_text_that_a_script_names_is_in_the_table_and_each_in_the_table_is_named(self):
        english, all_scripts = table("en"), "\n".join(self.scripts.values())
        named = set(re.findall(r'\btext\("([^"`]+)"', all_scripts))
        self.assertEqual(named - set(english), set())
        # Families are put together: text(`state.${name}`).
        families = tuple(set(re.findall(r'`([a-z]+\.(?:[a-z]+\.)*)\$\{', all_scripts)))
        words = set(re.findall(r'"([a-z][\w.-]*)"', all_scripts)) | {f"{name}.{part}" for name in ("watch",) for part in
                                                                    re.findall(r'facts\.push\(\["(\w+)"', all_scripts)}
        views = [f"{view}.{part}" for view in ("home", "see", "place", "tune", "teach", "try", "bind", "people", "record", "watch", "browsers", "bluetooth") for part in ("title", "short")]
        unused = [key for key in english if key not in words and not key.startswith(families) and key not in views]
        self.assertEqual(unused, [])

    def test_no_visible_text_stands_in_the_html_or_in_a_script(self):
        body = re.sub(r"(?s)<!--.*?-->|<head>.*?</head>|<[^>]+>", "", read(PAGE + "/index.html")).replace("<!doctype html>", "")
        self.assertEqual(body.strip(), "")
        for name, script in self.scripts.items():
            code = re.sub(r"(?m)(^|\s)//.*$", "", re.sub(r"(?s)/\*.*?\*/", "", script))
            for string in re.findall(r'"([^"\\\n]*)"', code):
                if re.search(r"[A-Za-z]{3,} [a-z]{2,}", string) and "sans-serif" not in string:
                    self.fail(f"{name}: {string!r} belongs into the tables")

    def test_names_from_outside_cannot_become_html(self):
        for name, script in self.scripts.items():
            self.assertNotRegex(script, r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc", name)

    def test_nothing_is_loaded_from_elsewhere(self):
        for path in glob.glob(PAGE + "/*.*"):
            self.assertNotRegex(read(path), r"https?://|//cdn", path)
            self.assertNotRegex(read(path), r'\sstyle="|\son\w+="', path)

    def test_each_fault_rule_and_gesture_of_the_program_has_a_text(self):
        english = table("en")
        codes = re.findall(r'case \w+ = "([a-z-]+)"', read(ROOT + "/Sources/Appliance/Events/FaultCode.swift"))
        self.assertGreater(len(codes), 15)
        for code in codes:
            self.assertIn(f"fault.{code}", english)
            self.assertIn(f"fault.{code}.do", english)
        rules = set(re.findall(r"(?m)^\| `([a-z-]+)` \|", read(ROOT + "/docs/lab/rules.md").split("<!-- rules -->")[1].split("<!-- end -->")[0]))
        self.assertGreater(len(rules), 20)
        self.assertEqual([rule for rule in rules if f"rule.{rule}" not in english], [])


if __name__ == "__main__":
    unittest.main()
