"""The web suite runs all of its tests."""
import pathlib
import unittest

FOLDER = pathlib.Path(__file__).parents[1] / "System/web"


class WebSuite(unittest.TestCase):
    def test_every_file_of_tests_stands_in_the_runner(self):
        runner = (FOLDER / "run").read_text()
        # A screen takes cage, which is no part of every machine.
        missing = [file.stem for file in FOLDER.glob("test_*.py") if file.stem != "test_screen" and f"page {file.stem}\"" not in runner]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
