/** Containers that can be recognised by their first bytes. Only some are accepted. */
export type Container = "mp4" | "webm" | "ogg" | "mp3" | "adts" | "picture" | "other"

/** Bytes that the detection needs. */
export const SNIFFED_BYTES = 64

type Sign = (text: string) => boolean
const starts =
  (...values: ReadonlyArray<string>): Sign =>
  (text) =>
    values.some((value) => text.startsWith(value))
/** The second name in a container with a length between both, such as RIFF. */
const contains =
  (first: string, ...second: ReadonlyArray<string>): Sign =>
  (text) =>
    text.startsWith(first) && second.includes(text.slice(8, 12))

/** Formats that people upload by mistake or on purpose, by the name that their refusal shows. */
const NAMED: ReadonlyArray<readonly [string, Sign]> = [
  ["ZIP", starts("PK\x03\x04")],
  ["WAV", contains("RIFF", "WAVE")],
  ["AVI", contains("RIFF", "AVI ")],
  ["FLAC", starts("fLaC")],
  ["PDF", starts("%PDF-")],
  ["ASF", starts("\x30\x26\xb2\x75")],
  ["FLV", starts("FLV\x01")],
  ["MPEG-TS", starts("\x47\x40")],
  ["MPEG-PS", starts("\x00\x00\x01\xba")],
  ["AIFF", contains("FORM", "AIFF", "AIFC")],
  ["SVG", (text) => /^\s{0,20}(?:<\?xml|<svg)/i.test(text)],
  ["HTML", (text) => /^\s{0,20}(?:<!doctype html|<html)/i.test(text)],
]
const isPicture: Sign = (text) =>
  starts("\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "GIF87a", "GIF89a")(text) ||
  contains("RIFF", "WEBP")(text) ||
  ["ftypavif", "ftypavis"].includes(text.slice(4, 12))
/** The first box of an MP4 or QuickTime file. */
const FIRST_BOXES = ["ftyp", "moov", "mdat", "wide", "free", "skip"]

/**
 * Detects the container of a file from its first bytes, whatever its name says. `name` is the format to show in a
 * refusal, if it is known.
 */
export const sniffMedia = (head: Uint8Array): { readonly container: Container; readonly name: string | null } => {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, SNIFFED_BYTES)).toString("latin1")
  if (isPicture(text)) return { container: "picture", name: null }
  if (FIRST_BOXES.includes(text.slice(4, 8))) return { container: "mp4", name: "MP4" }
  if (text.startsWith("\x1a\x45\xdf\xa3")) return { container: "webm", name: "WebM" }
  if (text.startsWith("OggS")) return { container: "ogg", name: "Ogg" }
  // ADTS and MP3 frames begin alike (ISO 13818-7, 6.2; ISO 11172-3, 2.4.1.3): the layer bits are 0 for ADTS alone.
  if (/^\xff[\xf0\xf1\xf8\xf9]/.test(text)) return { container: "adts", name: "AAC" }
  if (/^(?:ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff])/.test(text)) return { container: "mp3", name: "MP3" }
  return { container: "other", name: NAMED.find(([, is]) => is(text))?.[0] ?? null }
}
