import Platform
import Testing
import TestSupport

@Suite("A terminal that is closed")
struct TerminalEndTests {
    /// Starts a program below a terminal of its own, sends it SIGHUP, closes the terminal, and prints what became of it each time.
    private static let script = """
        import os, pty, signal, sys, time
        socket, words = sys.argv[1], sys.argv[2:]
        os.chdir(os.path.dirname(socket))  # where nohup puts what is printed
        child, terminal = pty.fork()
        if child == 0:
            # The terminal's session has another leader, as a shell is: it dies of the hang-up, and the kernel tells the rest.
            program = os.fork()
            if program == 0:
                os.execvp(words[0], words)
            os.waitpid(program, 0)
            os._exit(0)
        while not os.path.exists(socket):
            time.sleep(0.01)
        program = int(open(f"/proc/{child}/task/{child}/children").read().split()[0])
        def state():
            for _ in range(100):
                try:
                    if open(f"/proc/{program}/stat").read().rpartition(") ")[2][0] == "Z":
                        return "ended"
                except OSError:
                    return "ended"
                time.sleep(0.02)
            return "runs"
        os.kill(program, signal.SIGHUP)
        answers = [state()]
        os.close(terminal)
        answers.append(state())
        if answers[1] == "runs":
            os.kill(program, signal.SIGTERM)
        print(*answers)
        """

    @Test("ends a program that was started in it, which a reload does not, and not one behind nohup", arguments: [false, true])
    func closed(isBehindNohup: Bool) throws {
        let folder = try TemporaryFolder(), socket = folder.path + "/say"
        let words = (isBehindNohup ? ["nohup"] : []) + [Checkout.root + ".build/release/nodline-voice", "--socket", socket]
        let child = try ChildProcess("python3", ["-c", Self.script, socket] + words, input: .null, output: .pipe)
        let answers = String(decoding: try Descriptor(owning: child.takeOutput(), path: "pipe").read(upTo: 100), as: UTF8.self)
        #expect(answers == (isBehindNohup ? "runs runs\n" : "runs ended\n"))
        #expect(child.wait() == 0)
    }
}
