import type { Random } from "../random.ts"

/** A tape to play on: every layer adds to the samples, and its own source of numbers decides how. */
export type Tape = { readonly samples: Float32Array; readonly rate: number; readonly random: Random }
export type Layer = (tape: Tape) => void

const TURN = Math.PI * 2

/** Four slow chords that melt into each other. `root` is in hertz, chords are semitones above it. */
export const pad =
  ({ root, chords, level }: { root: number; chords: ReadonlyArray<ReadonlyArray<number>>; level: number }): Layer =>
  ({ samples, rate, random }) => {
    const held = 9 * rate
    const drift = random.between(0.05, 0.11)
    for (let start = 0, turn = random.whole(0, chords.length - 1); start < samples.length; start += held, turn += 1) {
      for (const semitone of chords[turn % chords.length] ?? []) {
        const pitch = (TURN * root * 2 ** (semitone / 12) * random.between(0.998, 1.002)) / rate
        const last = Math.min(samples.length, start + held * 1.5)
        for (let index = start; index < last; index += 1) {
          const along = (index - start) / (held * 1.5)
          const swell = Math.sin(along * Math.PI) ** 2 * (0.8 + 0.2 * Math.sin((TURN * drift * index) / rate))
          const phase = pitch * index
          add(
            samples,
            index,
            level * swell * (Math.sin(phase) + 0.28 * Math.sin(phase * 2) + 0.08 * Math.sin(phase * 3)),
          )
        }
      }
    }
  }

/** Wind, rain, surf or rumble: noise through a filter that opens and closes. Cut-offs in hertz, swell in seconds. */
export const wash =
  ({ from, to, swell, level }: { from: number; to: number; swell: number; level: number }): Layer =>
  ({ samples, rate, random }) => {
    let [slow, slower] = [0, 0]
    const shift = random.between(0, TURN)
    for (let index = 0; index < samples.length; index += 1) {
      const wave =
        0.5 +
        0.5 * Math.sin(shift + (TURN * index) / (swell * rate) + 0.8 * Math.sin((TURN * index) / (swell * 2.7 * rate)))
      const open = 1 - Math.exp((-TURN * (from + (to - from) * wave)) / rate)
      slow += open * (random.next() * 2 - 1 - slow)
      slower += open * (slow - slower)
      add(samples, index, slower * level * (0.35 + 0.65 * wave))
    }
  }

/** Struck metal or wood again and again: partials that die away. `every` in seconds, `loose` how far it strays. */
export const strokes =
  ({ every, loose, pitches, decay, partials, level }: Strokes): Layer =>
  ({ samples, rate, random }) => {
    for (
      let at = random.between(0.4, every) * rate;
      at < samples.length;
      at += every * random.between(1 - loose, 1 + loose) * rate
    ) {
      const pitch = random.pick(pitches)
      const loudness = level * random.between(0.5, 1)
      const last = Math.min(samples.length, Math.round(at + decay * 5 * rate))
      for (let index = Math.round(at); index < last; index += 1) {
        const time = index / rate - at / rate
        const tone = partials.reduce(
          (sum, partial, rank) =>
            sum + (Math.sin(TURN * pitch * partial * time) * Math.exp((-time * (1 + rank * 0.7)) / decay)) / (rank + 1),
          0,
        )
        add(samples, index, loudness * tone * Math.min(1, time * 400))
      }
    }
  }

type Strokes = {
  readonly every: number
  readonly loose: number
  readonly pitches: readonly [number, ...ReadonlyArray<number>]
  readonly decay: number
  readonly partials: ReadonlyArray<number>
  readonly level: number
}

/** The double beat of wheels on rail joints, slowing and gathering pace a little. */
export const joints =
  ({ every, level }: { every: number; level: number }): Layer =>
  ({ samples, rate, random }) => {
    const knock = (start: number, loudness: number) => {
      let body = 0
      const last = Math.min(samples.length, Math.round(start + 0.16 * rate))
      for (let index = Math.round(start); index < last; index += 1) {
        const time = index / rate - start / rate
        body += 0.16 * (random.next() * 2 - 1 - body)
        add(samples, index, loudness * (body * 1.6 + 0.7 * Math.sin(TURN * 74 * time)) * Math.exp(-time * 34))
      }
    }
    for (let at = 0, count = 0; at < samples.length; count += 1) {
      knock(at, level)
      knock(at + 0.17 * rate, level * 0.7)
      at += every * rate * (1 + 0.12 * Math.sin(count / 17) + random.between(-0.015, 0.015))
    }
  }

/** Someone speaking in the next room: a voice without words, in phrases with rests. `pitch` in hertz. */
export const murmur =
  ({ pitch, level }: { pitch: number; level: number }): Layer =>
  ({ samples, rate, random }) => {
    const voice = [new Resonator(rate), new Resonator(rate)] as const
    let phase = 0
    for (let at = random.between(3, 6) * rate; at < samples.length; at += random.between(1.2, 3.4) * rate) {
      const syllables = random.whole(5, 12)
      for (let syllable = 0; syllable < syllables && at < samples.length; syllable += 1) {
        const length = Math.round(random.between(0.13, 0.27) * rate)
        const [low, high] = random.pick(VOWELS)
        voice[0].tune(low, 90)
        voice[1].tune(high, 130)
        const sung = pitch * (1.16 - 0.26 * (syllable / syllables)) * random.between(0.96, 1.05)
        for (let step = 0; step < length; step += 1) {
          phase += sung / rate
          const breath = 2 * (phase % 1) - 1 + (random.next() - 0.5) * 0.12
          const shaped = voice[0].pass(breath) + 0.5 * voice[1].pass(breath)
          add(samples, Math.round(at) + step, level * shaped * Math.sin((step / length) * Math.PI) ** 0.7)
        }
        at += length
      }
    }
  }

type Vowel = readonly [low: number, high: number]

/** First two formants of open, mid and close vowels, in hertz. */
const VOWELS: readonly [Vowel, ...ReadonlyArray<Vowel>] = [
  [730, 1090],
  [530, 1840],
  [390, 1990],
  [570, 840],
  [440, 1020],
]

/** A two-pole filter that rings at one frequency. */
class Resonator {
  private readonly rate: number
  private gain = 0
  private feed = 0
  private back = 0
  private last = 0
  private before = 0

  constructor(rate: number) {
    this.rate = rate
  }

  tune(frequency: number, width: number): void {
    const radius = Math.exp((-Math.PI * width) / this.rate)
    this.feed = 2 * radius * Math.cos((TURN * frequency) / this.rate)
    this.back = -radius * radius
    this.gain = 1 - radius
  }

  pass(value: number): number {
    const next = this.gain * value + this.feed * this.last + this.back * this.before
    this.before = this.last
    this.last = next
    return next
  }
}

const add = (samples: Float32Array, index: number, value: number): void => {
  if (index < samples.length) samples[index] = (samples[index] ?? 0) + value
}
