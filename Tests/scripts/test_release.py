"""The notes that a release gets (deploy/release-notes)."""
import importlib.machinery
import importlib.util
import os
import re
import unittest

PROJECT = os.path.join(os.path.dirname(__file__), "../..")
loader = importlib.machinery.SourceFileLoader("release_notes", os.path.join(PROJECT, "deploy/release-notes"))
release_notes = importlib.util.module_from_spec(importlib.util.spec_from_loader("release_notes", loader))
loader.exec_module(release_notes)

CHANGES = """# Changelog

## 0.2.0 (2026-12-24)

A second one: [every fault](docs/reliability.md), [Swift](https://swift.org).

### If you used 0.1.0

- Nothing to do.

## 0.1.0 (2026-12-01)

The first one.
"""


class Release(unittest.TestCase):
    def test_the_newest_entry_is_the_notes(self):
        notes = release_notes.notes(CHANGES, "v0.2.0")
        self.assertEqual(notes, "A second one: every fault, [Swift](https://swift.org).\n\n### If you used 0.1.0\n\n- Nothing to do.\n")

    def test_a_tag_that_is_not_the_version_or_has_no_day_is_refused(self):
        for tag, changes in (("v0.1.0", CHANGES), ("0.2.0", CHANGES), ("v0.2.0", CHANGES.replace("2026-12-24", "unreleased")), ("v0.2.0", "# Changelog\n")):
            with self.subTest(tag=tag), self.assertRaisesRegex(ValueError, "expected"):
                release_notes.notes(changes, tag)

    def test_the_project_has_notes_without_links_that_lead_nowhere(self):
        with open(os.path.join(PROJECT, "CHANGELOG.md"), encoding="utf-8") as file:
            notes = release_notes.notes(file.read())
        self.assertTrue(notes.strip())
        self.assertEqual(re.findall(r"\]\((?!https?:)", notes), [])

    def test_what_the_workflow_runs_is_here(self):
        """Each script that a step names is a program of the repository."""
        with open(os.path.join(PROJECT, ".github/workflows/release.yml"), encoding="utf-8") as file:
            named = set(re.findall(r"(?m)(?:run: |^ +)((?:deploy|tools|\.ci|\.)/[\w./-]+)", file.read()))
        self.assertGreaterEqual(named, {"deploy/release", "deploy/release-notes", ".ci/run", "./test"})
        for name in named:
            self.assertTrue(os.access(os.path.join(PROJECT, name), os.X_OK), name)


if __name__ == "__main__":
    unittest.main()
