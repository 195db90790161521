import { type SoundName, soundscapes } from "./audio/soundscapes.ts"
import { randomFrom } from "./random.ts"

/** Samples per second, 16 bits each, one channel: 32 kB a second, small and still warm. */
export const SAMPLE_RATE = 16_000

const HEADER_BYTES = 44
const FADE_SECONDS = 2.5
/** Leaves room above the loudest sample. */
const PEAK = 0.82

export type Recording = { readonly sound: SoundName; readonly seed: string; readonly seconds: number }

/** The length in bytes of the file that `record` makes, known without making it. */
export const recordingBytes = (seconds: number): number => HEADER_BYTES + Math.round(seconds * SAMPLE_RATE) * 2

/** Plays a soundscape into a WAV file (PCM, 16 bits, mono). The same recording always gives the same bytes. */
export const record = ({ sound, seed, seconds }: Recording): Buffer => {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  for (const layer of soundscapes[sound]) layer({ samples, rate: SAMPLE_RATE, random: randomFrom(`${sound} ${seed}`) })
  return wavFile(levelled(samples))
}

const levelled = (samples: Float32Array): Float32Array => {
  const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 1e-6)
  const fade = Math.min(FADE_SECONDS * SAMPLE_RATE, samples.length / 2)
  return samples.map((sample, index) => {
    const edge = Math.min(index, samples.length - 1 - index) / fade
    return (sample / loudest) * PEAK * (edge < 1 ? Math.sin((edge * Math.PI) / 2) ** 2 : 1)
  })
}

const wavFile = (samples: Float32Array): Buffer => {
  const file = Buffer.alloc(HEADER_BYTES + samples.length * 2)
  file.write("RIFF", 0, "latin1")
  file.writeUInt32LE(file.length - 8, 4)
  file.write("WAVEfmt ", 8, "latin1")
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write("data", 36, "latin1")
  file.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, index) => {
    file.writeInt16LE(Math.round(sample * 32_767), HEADER_BYTES + index * 2)
  })
  return file
}
