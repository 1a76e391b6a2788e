"""tools/lengths and tools/imports: no long functions, and no test that imports upwards."""
import unittest

from test_words import module

lengths, imports = module("lengths"), module("imports")

PACKAGE = """
    targets: [
        .target(name: "Low"),
        .target(name: "High", dependencies: ["Low", .product(name: "Other", package: "other")]),
        .target(name: "LowSupport", dependencies: ["High"], path: "Tests/LowSupport"),
        .testTarget(name: "HighTests", dependencies: ["High", "Low", "LowSupport", .product(name: "Other", package: "other")]),
        .testTarget(name: "LowTests",
                    dependencies: ["Low", "LowSupport"%s]),
        .testTarget(name: "NodlineTests", dependencies: ["High"]),
    ],
"""


class Lengths(unittest.TestCase):
    def found(self, text):
        return [(name, length) for name, _, length in lengths.functions(text)]

    def test_a_function_is_as_long_as_from_its_name_to_its_brace(self):
        body = "        x += 1\n" * 60
        self.assertEqual(self.found(f"struct A {{\n    mutating func add(_ a: Int,\n                      b: Int) throws {{\n{body}    }}\n}}\n"), [("add", 63)])
        self.assertEqual(self.found(f"struct A {{\n    init(a: Int) {{\n{body}    }}\n    func one() {{ two {{ 3 }} }}\n}}\n"), [("init", 62), ("one", 1)])

    def test_braces_in_texts_and_remarks_count_for_nothing(self):
        self.assertEqual(self.found('func a() {\n    b("}")  // }\n    c(#"}"#, """\n    }\n    """)\n}\n'), [("a", 6)])

    def test_a_requirement_has_no_length(self):
        self.assertEqual(self.found("protocol A {\n    func a(_ b: (Int) -> Void) throws -> Int\n    init()\n}\nfunc c() {\n}\n"), [("c", 2)])


class Imports(unittest.TestCase):
    def test_support_may_import_anything_and_a_test_what_its_module_stands_on(self):
        self.assertEqual(imports.faults(PACKAGE % ""), [])

    def test_a_test_that_imports_upwards_is_told(self):
        self.assertEqual(imports.faults(PACKAGE % ', "High"'), ["LowTests imports High, which Low does not depend on"])

    def test_a_package_that_cannot_be_read_is_told(self):
        self.assertEqual(len(imports.faults("    targets: []")), 1)


if __name__ == "__main__":
    unittest.main()
