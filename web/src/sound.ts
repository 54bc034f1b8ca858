// One soft tone when it is one's turn; off unless the settings want it.

let audio: AudioContext | null = null;

export function chime(): void {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  const now = audio.currentTime;
  tone.type = 'sine';
  // A fifth, E5 to B5, reads as a friendly question.
  tone.frequency.setValueAtTime(659, now);
  tone.frequency.setValueAtTime(988, now + 0.09);
  loudness.gain.setValueAtTime(0.05, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.35);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.35);
}
