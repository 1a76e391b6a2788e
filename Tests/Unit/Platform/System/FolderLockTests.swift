import Glibc
import Platform
import Testing
import TestSupport

@Suite("The right to a folder of sockets")
struct FolderLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lock() throws(FolderLock.Refusal) -> FolderLock { try FolderLock(folder: folder.path, program: "nodline-web", remedy: "go") }

    @Test("one program has it; another is refused with the process that has it, until that ends")
    func one() throws {
        do {
            let lock = try lock()
            let refusal = try thrown(FolderLock.Refusal.self) { _ = try self.lock() }
            #expect(refusal.isTaken && "\(refusal)" == "\(folder.path)/lock: another nodline-web (process \(getpid())) uses it already. End the other one, or go")
            withExtendedLifetime(lock) {}
        }
        #expect(throws: Never.self) { _ = try lock() }
    }

    @Test("the file of a program that died is no obstacle, whatever it holds", arguments: ["", "1", "4294967295", "x"])
    func dead(text: String) throws {
        let mask = umask(0o077)
        _ = try folder.file("lock", text)
        umask(mask)
        let lock = try lock()
        #expect(try thrown(FolderLock.Refusal.self) { _ = try self.lock() }.description.contains("process \(getpid())"))
        withExtendedLifetime(lock) {}
    }

    @Test("a file that others may open is refused")
    func open() throws {
        chmod(try folder.file("lock", ""), 0o644)
        let refusal = try thrown(FolderLock.Refusal.self) { _ = try lock() }
        #expect(!refusal.isTaken && "\(refusal)".contains("others may open it"))
    }
}
