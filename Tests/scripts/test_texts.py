"""The tables of texts, and that no text stands elsewhere."""
import glob
import json
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = ROOT + "/Sources/Web/Page"
#: The plural forms of whole numbers and decimals in Unicode's CLDR. "many" of Romance languages, for millions, is said as "other" is.
FORMS = {
    "de": "one other", "en": "one other", "es": "one other", "fr": "one other", "it": "one other", "nl": "one other", "pl": "one few many other",
    "pt": "one other", "tr": "one other", "uk": "one few many other", "ar": "zero one two few many other", "hi": "one other", "ja": "other", "zh": "other"}
#: Here a noun may be the same after every number.
UNCHANGED = {"hi", "ja", "tr", "zh"}
#: Forms that stand for a single number, which their word may say.
SAID = {("ar", "zero"), ("ar", "one"), ("ar", "two")}
#: What stays as it is in every language.
NAMES = ("Nodline", "nodline.toml", "nodline pair", "nodline.txt", "nodline-people", "nodline doctor", "nodline calibrate --gaze", "person.unknown", "bluetooth =")
#: Titles of views, and what names them in quotation marks.
TITLES = ("tune.title", "teach.title", "bind.title", "place.title", "watch.title", "place.far")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def table(path):
    """A table of texts, none of which is in it twice."""
    def once(pairs):
        twice = {key for key, _ in pairs if [other for other, _ in pairs].count(key) > 1}
        if twice:
            raise ValueError(f"{path} has texts twice: {', '.join(sorted(twice))}")
        return dict(pairs)
    return json.loads(read(path), object_pairs_hook=once)


def forms(words):
    """The plural forms of a text, by their names; one for all numbers if it has none."""
    return {"other": words} if isinstance(words, str) else {name: form for name, form in words.items() if name != "by"}


def values(words):
    """The names of the values that stand in a text."""
    return {name for form in forms(words).values() for name in re.findall(r"\{(\w+)\}", form)}


class Texts(unittest.TestCase):
    scripts = {os.path.relpath(path, PAGE): read(path) for path in glob.glob(PAGE + "/*.js") + glob.glob(PAGE + "/talk/*.js")}

    tables = {os.path.basename(path)[:-len(".json")]: table(path) for path in glob.glob(PAGE + "/texts/*.json")}
    english = tables["en"]

    def check(self, fault, language, key):
        """Says all faults of a table at once."""
        with self.subTest(f"{language}.json, {key}"):
            self.assertFalse(fault, fault)

    def each(self):
        """All texts: `(language, key, words)`."""
        return [(language, key, words) for language, own in sorted(self.tables.items()) for key, words in own.items() if key in self.english]

    def test_each_language_of_the_page_has_a_table_and_each_table_is_offered(self):
        rows = re.findall(r'(?m)^    (\w\w): \{ name: "([^"]+)"', self.scripts["text.js"])
        self.assertEqual(sorted(code for code, _ in rows), sorted(self.tables))
        self.assertEqual(len({name for _, name in rows}), len(rows))
        self.assertEqual(set(self.tables) - set(FORMS), set(), "say here which plural forms the language has")

    def test_each_table_has_the_same_texts(self):
        for language, own in self.tables.items():
            with self.subTest(f"{language}.json"):
                self.assertEqual(sorted(set(self.english) - set(own)), [], "lacks these texts, and says them in English")
                self.assertEqual(sorted(set(own) - set(self.english)), [], "has texts that en.json has not")

    def test_each_text_has_words_and_the_values_of_the_english_one(self):
        for language, key, words in self.each():
            wanted = values(self.english[key])
            for name, form in forms(words).items():
                self.check("empty" if not form.strip() else "", language, key)
                self.check("mark-up" if re.search(r"[<>]|&\w+;|[\u202a-\u202e\u2066-\u2069]", form) else "", language, key)
                own = values(form) | ({words["by"]} if (language, name) in SAID else set())
                self.check(own ^ wanted and f"{form!r} has {own or 'no values'}; wanted: {wanted or 'none'}", language, key)
                self.check("an unbalanced brace" if re.sub(r"\{\w+\}", "", form).strip("{}") != re.sub(r"\{\w+\}", "", form) else "", language, key)

    def test_a_text_with_a_count_has_the_plural_forms_of_its_language(self):
        for language, key, words in self.each():
            counted = self.english[key]
            if isinstance(words, str):
                self.check("en.json counts here: so must this" if isinstance(counted, dict) and language not in UNCHANGED else "", language, key)
                continue
            wanted = FORMS[language].split()
            self.check("" if sorted(words) == sorted(["by", *wanted]) else f"has {', '.join(words)}; wanted: by, {', '.join(wanted)}", language, key)
            by = counted["by"] if isinstance(counted, dict) else words.get("by")
            self.check("" if words.get("by") == by and by in values(counted) else f"the form goes by {words.get('by')}; wanted: {by}", language, key)

    def test_names_stay_as_they_are_and_titles_are_said_as_they_are_shown(self):
        for language, key, words in self.each():
            for name in NAMES:
                if any(name in form for form in forms(self.english[key]).values()):
                    self.check(f"lacks {name}" if not all(name in form for form in forms(words).values()) else "", language, key)
            for title in TITLES:
                if any(f"“{self.english[title]}”" in form for form in forms(self.english[key]).values()):
                    shown = self.tables[language][title]
                    self.check(f"does not say “{shown}”, the title that it means" if not all(shown in form for form in forms(words).values()) else "", language, key)

    def test_each_text_that_a_script_names_is_in_the_table_and_each_in_the_table_is_named(self):
        english, all_scripts = self.english, "\n".join(self.scripts.values())
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
        for page in ("index.html", "talk/index.html"):
            body = re.sub(r"(?s)<!--.*?-->|<head>.*?</head>|<[^>]+>", "", read(f"{PAGE}/{page}")).replace("<!doctype html>", "")
            self.assertIn(body.strip(), ("", "Nodline"), page)  # a name in every language
        for name, script in self.scripts.items():
            if name in ("talk/zip.js", "talk/obf.js"):
                continue  # what they say of a damaged file is a detail in English, as the appliance's own details are
            code = re.sub(r"(?m)(^|\s)//.*$", "", re.sub(r"(?s)/\*.*?\*/", "", script))
            for string in re.findall(r'"([^"\\\n]*)"', code):
                if re.search(r"[A-Za-z]{3,} [a-z]{2,}", string) and "sans-serif" not in string:
                    self.fail(f"{name}: {string!r} belongs into the tables")

    def test_names_from_outside_cannot_become_html(self):
        for name, script in self.scripts.items():
            self.assertNotRegex(script, r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc", name)

    def test_nothing_is_loaded_from_elsewhere(self):
        for path in glob.glob(PAGE + "/*.*") + glob.glob(PAGE + "/talk/*.*"):
            # The name of SVG's elements is no address.
            self.assertNotRegex(read(path).replace('"http://www.w3.org/2000/svg"', ""), r"https?://|//cdn", path)
            self.assertNotRegex(read(path), r'\sstyle="|\son\w+="', path)

    def states(self):
        return re.findall(r'"([a-z-]+)"', re.search(r"static let states = \[(.*?)\]", read(ROOT + "/Sources/Web/Metrics/ApplianceMetrics.swift"), re.DOTALL)[1])

    def test_socket_metrics_and_api_know_the_same_states(self):
        with open(PAGE + "/api/openapi.json", encoding="utf-8") as file:
            api = json.load(file)["components"]["schemas"]["Status"]["properties"]["state"]["enum"]
        page = re.search(r"(?ms)^- `state`: (.*?)^- ", read(ROOT + "/docs/socket.md"))[1]
        self.assertEqual(sorted(self.states()), sorted(re.findall(r"`([a-z-]+)`", page)))
        self.assertEqual(sorted(self.states()), sorted(api))

    def test_each_fault_rule_and_state_of_the_program_has_a_text(self):
        english, states = self.english, self.states()
        self.assertGreater(len(states), 10)
        self.assertEqual([state for state in states if not {f"state.{state}", f"state.{state}.do"} <= set(english)], [])
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
