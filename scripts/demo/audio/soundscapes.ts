import { joints, type Layer, murmur, pad, strokes, wash } from "./layers.ts"

/** What each podcast sounds like, layer upon layer. */
export const soundscapes = {
  /** A night train: wheels, the hum of the carriage, low voices, a crossing bell far off. */
  rails: [
    wash({ from: 70, to: 170, swell: 13, level: 2 }),
    joints({ every: 1.15, level: 0.8 }),
    pad({
      root: 98,
      chords: [
        [0, 7, 12, 16],
        [-3, 4, 9, 16],
        [-7, 5, 9, 12],
        [-5, 2, 7, 14],
      ],
      level: 0.08,
    }),
    murmur({ pitch: 104, level: 0.2 }),
    strokes({ every: 11, loose: 0.5, pitches: [523, 659], decay: 0.9, partials: [1, 2.76, 5.4], level: 0.2 }),
  ],
  /** A shore on foot: surf that comes and goes, drops, a buoy, a voice that tells where we are. */
  shore: [
    wash({ from: 180, to: 1500, swell: 8.5, level: 1 }),
    wash({ from: 60, to: 120, swell: 21, level: 1.4 }),
    pad({
      root: 110,
      chords: [
        [0, 7, 11, 14],
        [5, 9, 12, 16],
        [-2, 5, 10, 14],
        [3, 7, 10, 17],
      ],
      level: 0.07,
    }),
    strokes({ every: 6.5, loose: 0.6, pitches: [587, 784, 880], decay: 1.5, partials: [1, 2.4, 4.1], level: 0.22 }),
    strokes({ every: 1.7, loose: 0.8, pitches: [1560, 1870, 2210], decay: 0.05, partials: [1, 1.5], level: 0.12 }),
    murmur({ pitch: 168, level: 0.16 }),
  ],
  /** A waiting room at night: the clock, rain on tall panes, a chime, someone at the counter. */
  waiting: [
    wash({ from: 900, to: 2600, swell: 17, level: 0.42 }),
    strokes({ every: 1, loose: 0.004, pitches: [1240, 1170], decay: 0.022, partials: [1, 2.3, 3.9], level: 0.34 }),
    pad({
      root: 130.8,
      chords: [
        [0, 5, 9, 14],
        [2, 5, 9, 12],
        [-3, 4, 7, 12],
        [0, 4, 9, 11],
      ],
      level: 0.07,
    }),
    strokes({ every: 13, loose: 0.3, pitches: [392, 523, 659], decay: 1.9, partials: [1, 2, 3.01], level: 0.3 }),
    murmur({ pitch: 142, level: 0.13 }),
  ],
} as const satisfies Readonly<Record<string, ReadonlyArray<Layer>>>

export type SoundName = keyof typeof soundscapes
