import Platform
import Settings

/// What the main loop knows of a setup page's requests.
struct Setup {
    /// The configuration file in use.
    var file: SettingsFile
    var trial: SettingsTrial?
    /// The configuration file is being written.
    var isWriting = false
    /// There is a former file.
    var canUndo = false
    /// Requests that wait for the disk, and the number of them so far.
    var tasks: [DiskTask] = []
    var taskCount = 0
    /// Room for a recording is being made.
    var isBeginningRecording = false
    var isBeginningRest = false
    let bluetooth = BluetoothLinks()
    /// Token bucket of the requests that take milliseconds.
    var pace = TokenBucket(rate: 8, burst: 12)
}
