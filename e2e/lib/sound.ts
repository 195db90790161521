/** Silence as a WAV file: 8,000 samples a second, 8 bits each. */
export const silence = (seconds: number): Buffer => {
  const rate = 8_000
  const file = Buffer.alloc(44 + rate * seconds, 0x80)
  file.write("RIFF....WAVEfmt ", 0, "latin1")
  file.writeUInt32LE(file.length - 8, 4)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, rate * seconds],
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
