/// A file's name as text. Linux takes any bytes as a name; here it is UTF-8.
package enum FileName {
    /// What to add to "there is no such file": what bytes that are not UTF-8 have become belongs to no file.
    package static func remark(on path: String) -> String {
        path.unicodeScalars.contains("\u{FFFD}") ? "; its name is not UTF-8, and only such names are read: rename it" : ""
    }
}
