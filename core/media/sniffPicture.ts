export type PictureFormat = "jpeg" | "png" | "webp" | "gif" | "avif"

/**
 * What a file is by its first bytes, whatever it is called or said to be. Null for everything that is not taken: SVG and
 * HTML can act, and formats that nobody's camera or browser makes are only more code to be attacked.
 */
export const sniffPicture = (bytes: Uint8Array): PictureFormat | null => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  const startsWith = (...values: ReadonlyArray<number>) => values.every((value, at) => head[at] === value)
  const text = (from: number, to: number) => head.toString("latin1", from, to)
  if (startsWith(0xff, 0xd8, 0xff)) return "jpeg"
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  if (["GIF87a", "GIF89a"].includes(text(0, 6))) return "gif"
  // ISO 14496-12: a box of type ftyp, whose major brand says which file it is.
  if (text(4, 8) === "ftyp" && ["avif", "avis"].includes(text(8, 12))) return "avif"
  return null
}

const HEAD_BYTES = 16
