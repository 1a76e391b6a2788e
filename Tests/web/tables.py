"""The page's texts."""
import json

from machine import ROOT

PAGE = ROOT + "/Sources/Web/Page"


def table(language):
    with open(f"{PAGE}/texts/{language}.json", encoding="utf-8") as file:
        return json.load(file)


class Texts:
    def __init__(self, language):
        self.table = table(language)

    def __call__(self, key, **values):
        words = self.table[key]
        for name, value in values.items():
            words = words.replace("{" + name + "}", str(value))
        return words

    def start(self, key):
        """What stands before the first value in it."""
        return self.table[key].split("{")[0].strip()
