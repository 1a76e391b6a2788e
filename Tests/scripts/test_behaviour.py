"""tools/behaviour compares the events of schema 2 with a record of schema 1."""
import pathlib
import tempfile
import unittest

from test_words import module

behaviour = module("behaviour")
SAMPLES = pathlib.Path(__file__).parent.parent / "samples"


class Schemas(unittest.TestCase):
    def test_each_kind_of_event_is_byte_for_byte_what_schema_1_wrote(self):
        self.assertEqual([behaviour.in_schema_1(line) for line in (SAMPLES / "events.jsonl").read_text().splitlines()],
                         (SAMPLES / "events-1.jsonl").read_text().splitlines())

    def test_a_record_of_schema_1_is_compared_in_its_words_and_differs_by_one_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            was, now = pathlib.Path(folder, "was.jsonl"), pathlib.Path(folder, "now.jsonl")
            for old, expected in ("events-1.jsonl", True), ("events.jsonl", True), ("events-1.jsonl", False):
                was.write_text((SAMPLES / old).read_text())
                now.write_text((SAMPLES / "events.jsonl").read_text().replace(*("", "") if expected else ('"held":1.43', '"held":1.44')))
                self.assertEqual(behaviour.is_same(was, now), expected, old)


if __name__ == "__main__":
    unittest.main()
