import { type FileReader, UnfitFile } from "./FileReader.ts"
import type { Patch } from "./Patch.ts"

/** Elements of EBML (RFC 8794) and Matroska (RFC 9559) that matter here. */
const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const TAGS = 0x1254c367
const ATTACHMENTS = 0x1941a469
const VOID = 0xec

/** Clusters of five seconds make 1,440 elements in two hours. */
const ELEMENTS_MAX = 20_000
const HEADER_BYTES_MAX = 1_000

type Element = { readonly id: number; readonly at: number; readonly start: number; readonly end: number | null }

/**
 * Checks the beginning of a WebM file, and returns the patches that turn tags and attachments into void elements of the
 * same length. Matroska files of other kinds do not play in all browsers.
 */
export const cleanWebm = async (file: FileReader): Promise<ReadonlyArray<Patch>> => {
  const header = await readElement(file, 0)
  if (header === null || header.id !== EBML || header.end === null || header.end > HEADER_BYTES_MAX)
    throw new UnfitFile("damaged")
  if ((await docTypeOf(file, header)) !== "webm") throw new UnfitFile("container", "Matroska (MKV)")
  const segment = await readElement(file, header.end)
  if (segment?.id !== SEGMENT) throw new UnfitFile("damaged")
  const patches: Array<Patch> = []
  let count = 0
  for (let at = segment.start; at < (segment.end ?? file.length); ) {
    if (++count > ELEMENTS_MAX) throw new UnfitFile("complex")
    const element = await readElement(file, at)
    // Recordings of browsers have clusters of unknown length; such files have no tags after them.
    if (element === null || element.end === null) break
    if (element.end > file.length) throw new UnfitFile("damaged")
    if (element.id === TAGS || element.id === ATTACHMENTS) patches.push(...blank(element.at, element.end))
    at = element.end
  }
  return patches
}

const docTypeOf = async (file: FileReader, header: Element): Promise<string | null> => {
  for (let at = header.start; at < (header.end ?? 0); ) {
    const element = await readElement(file, at)
    if (element === null || element.end === null || element.end > HEADER_BYTES_MAX) return null
    if (element.id === DOC_TYPE)
      return (await file.read(element.start, element.end - element.start)).toString("latin1").replaceAll("\0", "")
    at = element.end
  }
  return null
}

/** Reads the id and length of an element; null at the end of the file. A length of only ones is unknown. */
const readElement = async (file: FileReader, at: number): Promise<Element | null> => {
  const bytes = await file.read(at, 12)
  const idLength = vintLength(bytes[0], 4)
  const sizeLength = idLength === 0 ? 0 : vintLength(bytes[idLength], 8)
  if (sizeLength === 0 || idLength + sizeLength > bytes.length) return null
  const id = bytes.readUIntBE(0, idLength)
  let size = (bytes[idLength] ?? 0) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  const start = at + idLength + sizeLength
  if (!isUnknown && !Number.isSafeInteger(start + size)) throw new UnfitFile("damaged")
  return { id, at, start, end: isUnknown ? null : start + size }
}

/** The length of a variable-length number by its first byte (RFC 8794, 4); 0 if it is invalid. */
const vintLength = (first: number | undefined, max: number): number => {
  const length = first === undefined || first === 0 ? 0 : Math.clz32(first) - 23
  return length > max ? 0 : length
}

const blank = (at: number, end: number): ReadonlyArray<Patch> => {
  const total = end - at
  const sizeLength = Math.min(8, total - 1)
  const header = Buffer.alloc(1 + sizeLength)
  header[0] = VOID
  let rest = total - header.length
  for (let place = sizeLength; place >= 1; place--) {
    header[place] = rest % 256
    rest = Math.floor(rest / 256)
  }
  header[1] = (header[1] ?? 0) | (1 << (8 - sizeLength))
  return [
    { at, bytes: header },
    ...(total > header.length ? [{ at: at + header.length, zeros: total - header.length }] : []),
  ]
}
