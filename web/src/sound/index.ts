// Quiet sounds, synthesised here: a knock of wood, a small bell. Nothing sounds before a first gesture on the
// page, nor where sounds are turned off.
import { settings } from '../ui/settings.svelte';
import { type Note, NOTES, type SoundName } from './notes';

export type { SoundName };

const LOUDEST = 0.35;
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Once: the first gesture allows sound, as browsers demand. */
export function startSounds(): void {
  const allow = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  addEventListener('pointerdown', allow, { once: true });
  addEventListener('keydown', allow, { once: true });
}

export function playSound(name: SoundName): void {
  if (!context || !settings.sound || settings.volume === 0 || context.state !== 'running') return;
  for (const note of NOTES[name]) sound(context, note);
}

function sound(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(note.loud * LOUDEST * settings.volume, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.length);
  gain.connect(audio.destination);
  const source = note.wave === 'knock' ? knock(audio, note, gain) : tone(audio, note, note.wave, gain);
  source.start(start);
  source.stop(start + note.length + 0.02);
}

function tone(audio: AudioContext, note: Note, wave: OscillatorType, to: AudioNode): AudioScheduledSourceNode {
  const oscillator = audio.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = note.pitch;
  oscillator.connect(to);
  return oscillator;
}

/** Noise through a narrow filter: wood on wood. */
function knock(audio: AudioContext, note: Note, to: AudioNode): AudioScheduledSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = note.pitch;
  filter.Q.value = 6;
  source.connect(filter).connect(to);
  return source;
}
