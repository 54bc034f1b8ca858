// Short, quiet sounds of the table, synthesized here; off unless the settings turn them on.

/** The sounds there are. */
export type Sound = 'turn' | 'card' | 'peg' | 'domino' | 'die' | 'win';

let audio: AudioContext | null = null;

/** A tone: pitch, start and length in seconds, loudness. */
type Tone = [hertz: number, at: number, seconds: number, loudness: number];

/** A rustle: noise around a pitch; start and length in seconds, loudness. */
type Rustle = Tone;

const TONES: Partial<Record<Sound, Tone[]>> = {
  // A fifth, E5 to B5, sounds like a friendly question.
  turn: [[659, 0, 0.12, 0.05], [988, 0.09, 0.26, 0.05]],
  peg: [[1250, 0, 0.035, 0.05], [820, 0.03, 0.05, 0.04]],
  win: [[523, 0, 0.2, 0.05], [659, 0.12, 0.2, 0.05], [784, 0.24, 0.2, 0.05], [1047, 0.36, 0.5, 0.05]],
};

const RUSTLES: Partial<Record<Sound, Rustle[]>> = {
  card: [[2600, 0, 0.07, 0.09]],
  domino: [[900, 0, 0.05, 0.16], [1500, 0.015, 0.03, 0.08]],
  die: [[1700, 0, 0.04, 0.12], [1300, 0.09, 0.04, 0.1], [1500, 0.16, 0.04, 0.07]],
};

export function play(sound: Sound): void {
  audio ??= new AudioContext();
  for (const tone of TONES[sound] ?? []) sing(audio, tone);
  for (const rustle of RUSTLES[sound] ?? []) hiss(audio, rustle);
}

function sing(context: AudioContext, [hertz, at, seconds, loudness]: Tone): void {
  const source = context.createOscillator();
  source.type = 'sine';
  source.frequency.value = hertz;
  fade(context, source, source, at, seconds, loudness);
}

function hiss(context: AudioContext, [hertz, at, seconds, loudness]: Rustle): void {
  const source = context.createBufferSource();
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = hertz;
  source.connect(filter);
  fade(context, source, filter, at, seconds, loudness);
}

/** Fades a sound out from its full loudness. */
function fade(context: AudioContext, source: AudioScheduledSourceNode, last: AudioNode, at: number, seconds: number, loudness: number): void {
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  last.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}
