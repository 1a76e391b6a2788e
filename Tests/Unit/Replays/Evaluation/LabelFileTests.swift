import Gestures
import Replays
import Testing
import TestSupport
import Traces

@Suite("Label files as spreadsheets write them")
struct LabelFileTests {
    private func read(_ bytes: [UInt8]) throws -> [Label] {
        let folder = try TemporaryFolder()
        return try Label.read(file: folder.file("a.csv", bytes))
    }

    private func wide(_ text: String, lowFirst: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { lowFirst ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static let nod = Label(start: 0.7, end: 3.4, gesture: .nod)

    @Test("separators, decimal commas, quotes, headers, times and empty rows of every program mean the same", arguments: [
        "start,end,gesture\n0.7,3.4,nod\n", "0.7,3.4,nod", "start;end;gesture\r\n0,7;3,4;nod\r\n", "start\tend\tgesture\n0,7\t3,4\tnod\n",
        "0,7;3,4;nod", "\"start\",\"end\",\"gesture\"\n\"0.7\",\"3.4\",\"nod\"\n", "start,end,gesture\n\"0,7\",\"3,4\",nod\n", "sep=;\n0,7;3,4;nod\n",
        "sep=,\r\nstart,end,gesture\r\n0.7,3.4,nod", "start,end,gesture\n0.7,3.4,nod\n,,\n,,\n", "\n\nstart,end,gesture\n\n0.7,3.4,nod\n",
        "Start,End,Gesture\n0.7,3.4,nod\n", "START;END;GESTURE\n0,7;3,4;NOD\n", "start,end,gesture\n0.7,3.4,Nod\n", "start,end,gesture,note\n0.7,3.4,nod,\"a, b\"\n",
        "start,end,gesture\n0.7,3.4,nod,,,\n", "0.7,3.4,nod,two; words\n", "gesture;who;start;end\nnod;Ann;0,7;3,4\n", "Start (s),End (s),Label\n0.7,3.4,nod\n",
        "start_s,end_s,gesture\n0.7,3.4,nod\n", "Start time;End time;Name\n0,7;3,4;nod\n", "Beginn;Ende;Geste\n0,7;3,4;nod\n", "start,end,gesture\n0:00.7,0:03.4,nod\n",
        "start;end;gesture\n00:00,7;00:03,4;nod\n", "start,end,gesture\n0:00:00.7,0:00:03.4,nod\n", "start,end,gesture\n0.7 s,3.4s,nod\n",
        " start , end , gesture \n 0.7 , 3.4 , nod \n", "\u{FEFF}start,end,gesture\n0.7,3.4,nod\n", "start,end,gesture\r0.7,3.4,nod\r",
        "# of Ann's clip\nstart,end,gesture\n0.7,3.4,nod\n", "start,end,gesture\n0.7,3.4,nod,\"two\nlines\"\n", "start,end,gesture\n7e-1,3.4,“nod”\n",
        "start,end,gesture\n0.7,3.4,nod\nstart,end,gesture\n",
    ])
    func written(text: String) throws {
        #expect(try read(Array(text.utf8)) == [Self.nod])
        for lowFirst in [true, false] {
            #expect(try read(wide(text, lowFirst: lowFirst)) == [Self.nod])
            #expect(text.first?.isASCII != true || text.dropFirst().first?.isASCII != true
                || (try? read(wide(text, lowFirst: lowFirst, mark: false))) == [Self.nod])
        }
    }

    @Test("a gesture may be written with capitals, spaces and underscores", arguments: [
        ("Hold left", LabelledGesture.hold(.left)), ("EYES_CLOSED", .expression(.eyesClosed)), ("any right", .any(.right)), ("Hold-Tilt-Left", .holdTilt(.left)),
    ])
    func gestures(text: String, expected: LabelledGesture) throws {
        #expect(try read(Array("1,2,\(text)\n".utf8)).map(\.gesture) == [expected])
    }

    @Test("Windows' letters in a remark do not matter")
    func windows() throws {
        #expect(try read(Array("0.7,3.4,nod,caf".utf8) + [0xE9, 0x0A]) == [Self.nod])
    }

    @Test("a fault names its cause, and the line as it is", arguments: [
        ("start,end,gesture\n0,7,3,4,nod\n", 2, "\"0,7,3,4,nod\": decimal commas cannot be told from the commas between the columns"),
        ("0,7,3,4,nod\n", 1, "decimal commas cannot be told"), ("0.7 3.4 nod\n", 1, "separated by commas, semicolons or tabs, not by spaces"),
        ("foo,bar,baz\n1,2,nod\n", 1, "the columns foo, bar, baz are not known; expected start,end,gesture"),
        ("start,end\n1,2\n", 1, "the columns start, end are not known"), ("start,end,gesture\n1, 2 ,lft", 2, "\"lft\" is not a gesture; did you mean left?"),
        ("1,2\n", 1, "it has 2 columns; expected start,end,gesture in seconds"), ("3 , 2,nod\n", 1, "\"3 , 2,nod\": it ends before it begins"), ("3,3,nod\n", 1, "it ends when it begins"),
        ("0:03:75,9,nod\n", 1, "\"0:03:75\" is no time; expected start,end,gesture in seconds, for example 3.7 or 0:03.7"),
        (",2,nod\n", 1, "the start is missing"), ("1,0x1p3,nod\n", 1, "\"0x1p3\" is no time"), ("1,1.234.5,nod\n", 1, "is no time"),
        ("PK\u{3}\u{4}\u{0}\u{0}", 0, "it is no text; expected a table in CSV"), ("\"1,2,nod\n3,4,nod", 1, "it has 1 column"),
    ])
    func faults(text: String, line: Int, expected: String) throws {
        let fault = try thrown(LabelError.self) { _ = try read(Array(text.utf8)) }
        #expect(fault.description.contains(line > 0 ? "a.csv:\(line): " : "a.csv: ") && fault.description.contains(expected), "\(fault)")
    }
}
