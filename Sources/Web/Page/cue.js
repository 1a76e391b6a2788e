/** Seconds and pitch of the tone. */
const length = 0.18, pitch = 880;
let context = null;

/** A short tone, and a shake where the device can: the person who is to move does not see this screen. */
export function cue() {
    navigator.vibrate?.(120);
    try {
        context ??= new AudioContext();
        const tone = context.createOscillator(), loudness = context.createGain(), start = context.currentTime;
        tone.frequency.value = pitch;
        loudness.gain.setValueAtTime(0.25, start);
        loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
        tone.connect(loudness).connect(context.destination);
        tone.start(start);
        tone.stop(start + length);
    } catch { /* without sound the words must do */ }
}
