import { DOCUMENT_BYTES_MAX, type DocumentKind } from "../contract.ts"
import { DocumentTooLarge, NotADocument } from "../refusals.ts"
import { isPdf, PIXELS_MAX } from "./wire.ts"

/** A side with fewer pixels shows nothing of a document. */
const SIDE_MIN = 200
/** Chunks, segments or boxes before the pixels; more are no photo. */
const PARTS_MAX = 2_000
/** The part of a PDF that has its end mark; readers look no further. */
const PDF_END_BYTES = 1_024
/** The part of an AVIF file that holds its boxes. */
const BOXES_BYTES_MAX = 65_536

type Size = { readonly width: number; readonly height: number; readonly isAnimated: boolean }

/**
 * Checks an upload by its bytes before anything is decoded: format by magic bytes, size in bytes, pixels and frames by
 * the header. Name, extension and declared type do not count. Only a proof of address may be a PDF.
 * @returns the refusal, or null
 */
export const sniffDocument = (bytes: Uint8Array, kind: DocumentKind): NotADocument | DocumentTooLarge | null => {
  if (bytes.length > DOCUMENT_BYTES_MAX) return new DocumentTooLarge()
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(head)
  if (format === "pdf" && kind === "proofOfAddress") return pdfProblem(head)
  if (format === "pdf" || format === "heic" || format === null) return new NotADocument({ cause: format ?? "format" })
  const size = READERS[format](head)
  if (size === null || Math.min(size.width, size.height) < SIDE_MIN) return new NotADocument({ cause: "damaged" })
  if (size.isAnimated) return new NotADocument({ cause: "frames" })
  return size.width * size.height > PIXELS_MAX ? new DocumentTooLarge() : null
}

const formatOf = (head: Buffer): keyof typeof READERS | "pdf" | "heic" | null => {
  const text = (from: number, to: number) => head.toString("latin1", from, to)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  if (text(4, 8) === "ftyp") {
    const brand = text(8, 12)
    if (brand === "avif" || brand === "avis") return "avif"
    return /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand) ? "heic" : null
  }
  // Readers accept a PDF whose header follows other bytes.
  return text(0, 1_024).includes("%PDF-") ? "pdf" : null
}

/** A PDF is one from its first byte to its end mark, so that nothing else can be read in it, and has no password. */
const pdfProblem = (head: Buffer): NotADocument | null =>
  isPdf(head) && head.subarray(-PDF_END_BYTES).includes("%%EOF") && !head.includes("/Encrypt")
    ? null
    : new NotADocument({ cause: "damaged" })

/** PNG: IHDR, then chunks until the pixels; `acTL` announces an animation. */
const readPng = (head: Buffer): Size | null => {
  if (head.length < 33 || head.toString("latin1", 12, 16) !== "IHDR") return null
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  let at = 8
  for (let count = 0; count < PARTS_MAX && at + 8 <= head.length; count++) {
    const name = head.toString("latin1", at + 4, at + 8)
    if (name === "acTL") return { width, height, isAnimated: true }
    if (name === "IDAT") return { width, height, isAnimated: false }
    at += head.readUInt32BE(at) + 12
  }
  return null
}

/** JPEG: segments until the start of frame (SOF0 to SOF15 without DHT, JPG and DAC). */
const readJpeg = (head: Buffer): Size | null => {
  let at = 2
  for (let count = 0; count < PARTS_MAX && at + 9 <= head.length; count++) {
    if (head[at] !== 0xff) return null
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5), isAnimated: false }
    // Pixels, or the end, before any frame.
    if (marker === 0xda || marker === 0xd9) return null
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += isBare ? 2 : 2 + head.readUInt16BE(at + 2)
  }
  return null
}

/** WebP: the first chunk is lossy, lossless or extended. */
const readWebp = (head: Buffer): Size | null => {
  if (head.length < 30) return null
  const chunk = head.toString("latin1", 12, 16)
  if (chunk === "VP8 ")
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff, isAnimated: false }
  if (chunk === "VP8L") {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
  }
  if (chunk !== "VP8X") return null
  return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1, isAnimated: (head[20] ?? 0) % 4 >= 2 }
}

/** AVIF: the largest of the sizes (`ispe`), because a grid joins tiles to an image of the size of its own. */
const readAvif = (head: Buffer): Size | null => {
  const boxes = head.subarray(0, BOXES_BYTES_MAX)
  let [width, height] = [0, 0]
  for (let at = boxes.indexOf("ispe"), count = 0; at >= 0 && count < PARTS_MAX; at = boxes.indexOf("ispe", at + 4)) {
    count += 1
    if (at + 16 > boxes.length) break
    width = Math.max(width, boxes.readUInt32BE(at + 8))
    height = Math.max(height, boxes.readUInt32BE(at + 12))
  }
  const isAnimated = head.toString("latin1", 8, 12) === "avis"
  return width === 0 ? null : { width, height, isAnimated }
}

const READERS = { png: readPng, jpeg: readJpeg, webp: readWebp, avif: readAvif } as const
