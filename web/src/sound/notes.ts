export type SoundName = 'tile' | 'piece' | 'points' | 'turn' | 'end';

export interface Note {
  wave: OscillatorType | 'knock';
  /** Hertz */
  pitch: number;
  /** Seconds from the beginning of the sound */
  after: number;
  /** Seconds */
  length: number;
  /** 0 to 1 */
  loud: number;
}

const bell = (pitch: number, after: number, loud = 0.5, length = 0.6): Note[] => [
  { wave: 'sine', pitch, after, length, loud },
  { wave: 'sine', pitch: pitch * 2.76, after, length: length / 3, loud: loud / 6 },
];

export const NOTES: Record<SoundName, Note[]> = {
  tile: [
    { wave: 'knock', pitch: 420, after: 0, length: 0.09, loud: 1 },
    { wave: 'sine', pitch: 150, after: 0, length: 0.12, loud: 0.6 },
  ],
  piece: [{ wave: 'knock', pitch: 1300, after: 0, length: 0.06, loud: 1 }],
  points: [...bell(784, 0, 0.35), ...bell(988, 0.09, 0.35)],
  turn: [...bell(587, 0, 0.5), ...bell(880, 0.14, 0.5)],
  end: [...bell(523, 0), ...bell(659, 0.16), ...bell(784, 0.32), ...bell(1047, 0.48, 0.6, 1.2)],
};
