import type { IncomingMessage, ServerResponse } from "node:http"

const SAMPLES_PER_SECOND = 8_000

/** Silence as a WAV file: 8 bits a sample. */
export const silence = (seconds: number): Buffer => {
  const length = SAMPLES_PER_SECOND * seconds
  const file = Buffer.alloc(44 + length, 0x80)
  file.write("RIFF....WAVEfmt ", 0, "latin1")
  file.writeUInt32LE(file.length - 8, 4)
  for (const [at, value] of [
    [16, 16],
    [24, SAMPLES_PER_SECOND],
    [28, SAMPLES_PER_SECOND],
    [40, length],
  ] as const)
    file.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    file.writeUInt16LE(value, at)
  file.write("data", 36, "latin1")
  return file
}

/** Sends the requested bytes of a sound. */
export const sendSound = (sound: Buffer, { headers }: IncomingMessage, response: ServerResponse): void => {
  const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? "") ?? []
  const last = to === "" ? sound.length - 1 : Number(to)
  response.writeHead(206, {
    "content-type": "audio/wav",
    "accept-ranges": "bytes",
    "content-length": last - Number(from) + 1,
    "content-range": `bytes ${from}-${last}/${sound.length}`,
  })
  response.end(sound.subarray(Number(from), last + 1))
}
