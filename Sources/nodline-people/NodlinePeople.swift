import Glibc
import People
import Platform

/// `nodline-people`: gets chips of faces on standard input and answers with their numbers on standard output. The appliance starts it when a face
/// comes. It reads one file, the model, opens no socket, and gives way to every other process.
@main
enum NodlinePeople {
    /// Exit status: 0 the input has ended, nothing came for a while, or nobody reads the output; 1 a fault at run time, which the last reply tells;
    /// 2 an invalid command line.
    static func main() {
        ProcessStart.prepare()
        signal(SIGPIPE, SIG_IGN)  // the appliance has ended: no fault of ours
        let options = PeopleOptions()
        Courtesy.giveWay()
        ProcessLimits.boundMemory()
        do {
            let embedder = try options.embedder()
            ProcessLimits.openNothingMore()
            try PeopleService(embedder, idle: options.idle).run()
        } catch {
            _ = PeopleService.send(PeopleReply(number: 0, .failure("\(error)")))
            Terminal.note("nodline-people: \(error)")
            exit(1)
        }
    }
}
