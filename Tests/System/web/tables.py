"""The page's texts."""
import json

from System.places import ROOT

PAGE = ROOT + "/Sources/Web/Page"


def table(language):
    with open(f"{PAGE}/texts/{language}.json", encoding="utf-8") as file:
        return json.load(file)


class Texts:
    """The texts of a language whose nouns have one form for 1 and another for all else."""

    def __init__(self, language):
        self.table = table(language)

    def __call__(self, key, **values):
        words = self.table[key]
        if isinstance(words, dict):
            words = words["one" if values.get(words["by"]) == 1 else "other"]
        for name, value in values.items():
            words = words.replace("{" + name + "}", str(value))
        return words

    def start(self, key):
        """What stands before the first value in it."""
        words = self.table[key]
        return (words["other"] if isinstance(words, dict) else words).split("{")[0].strip()
