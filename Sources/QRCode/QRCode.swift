import CQREncode
import Glibc
import Platform

/// A QR code (ISO/IEC 18004) as a picture for terminals.
package struct QRCode: Sendable {
    /// Light modules around it, which readers need.
    private static let margin = 4

    /// Modules of a side, without the margin.
    package let size: Int
    private let dark: [Bool]

    /// - Returns: `nil` if the text is too long for a QR code.
    package init?(_ text: String) {
        // A phone reads it from a clean screen: the lowest error correction gives the largest modules.
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        size = width
        dark = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; those outside are light.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && dark[y * size + x]
    }

    /// Columns of the picture.
    package var columns: Int { size + 2 * Self.margin }

    /// The picture: two modules in each character, light ones drawn in white on black, whatever the terminal's colours are.
    package var lines: [String] {
        stride(from: -Self.margin, to: size + Self.margin, by: 2).map { y in
            "\u{1B}[97;40m" + (-Self.margin..<size + Self.margin).map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined() + "\u{1B}[0m"
        }
    }

    /// Whether standard output is a terminal that shows the picture whole.
    package var fitsTerminal: Bool {
        guard isatty(STDOUT_FILENO) != 0, Environment.variable("TERM") != "dumb", Self.isUTF8 else { return false }
        var window = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && Int(window.ws_col) >= columns
    }

    private static var isUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.variable).first { !$0.isEmpty } ?? ""
        return locale.lowercased().contains("utf")
    }
}
