struct ReplayReport { let clip: String; let configuration: Configuration; let recording: ReplayRecording; let summary: Replay.Summary
func write(to file: String) throws {} }
