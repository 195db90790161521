import type { MessageFileKind } from "../contract.ts"
import { sniffMedia } from "../probe/sniffMedia.ts"

/**
 * What the bytes are, with the endings that a name may have. Under any other name, the first ending is added: nothing
 * then opens as a program because of its name.
 */
export type SniffedFile = { readonly kind: MessageFileKind; readonly endings: ReadonlyArray<string> }

const PDF: SniffedFile = { kind: "document", endings: ["pdf"] }
const TEXT: SniffedFile = {
  kind: "text",
  endings: ["txt", "md", "csv", "tsv", "log", "json", "yaml", "yml", "srt", "vtt", "ics", "vcf", "tex", "gpx"],
}
const ZIP: SniffedFile = { kind: "archive", endings: ["zip"] }
/** Documents that are ZIP archives. Those with macros are not among the endings. */
const OFFICE: SniffedFile = {
  kind: "document",
  endings: ["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"],
}
const GZIP: SniffedFile = { kind: "archive", endings: ["gz", "tgz"] }
const SEVEN_ZIP: SniffedFile = { kind: "archive", endings: ["7z"] }
const MP4: SniffedFile = { kind: "video", endings: ["mp4", "m4a", "m4v", "mov"] }
const BY_CONTAINER: Readonly<Record<string, SniffedFile>> = {
  mp4: MP4,
  webm: { kind: "video", endings: ["webm", "mkv", "weba"] },
  ogg: { kind: "audio", endings: ["ogg", "oga", "opus", "ogv"] },
  mp3: { kind: "audio", endings: ["mp3"] },
  adts: { kind: "audio", endings: ["aac"] },
}
const BY_NAME: Readonly<Record<string, SniffedFile>> = {
  ZIP,
  PDF,
  WAV: { kind: "audio", endings: ["wav"] },
  FLAC: { kind: "audio", endings: ["flac"] },
}

/**
 * Decides by its bytes alone what a file is. Null for pictures, which are sent as pictures, for markup, which browsers
 * run, and for everything unknown, such as programs.
 */
export const sniffMessageFile = (bytes: Uint8Array, name: string): SniffedFile | null => {
  const { container, name: format } = sniffMedia(bytes)
  if (container === "picture") return null
  const known = BY_CONTAINER[container] ?? BY_NAME[format ?? ""]
  if (known === ZIP) return OFFICE.endings.includes(endingOf(name)) && isOffice(bytes) ? OFFICE : ZIP
  if (known !== undefined) return known
  if (startsWith(bytes, "\x1f\x8b\x08")) return GZIP
  if (startsWith(bytes, "7z\xbc\xaf\x27\x1c")) return SEVEN_ZIP
  return isPlainText(bytes) ? TEXT : null
}

/** The name with an ending that fits the content. @param name already cleaned, see `cleanFileName` */
export const nameWithEnding = (name: string, { endings }: SniffedFile): string =>
  endings.includes(endingOf(name)) ? name : `${name}.${endings[0]}`

const endingOf = (name: string): string => {
  const dot = name.lastIndexOf(".")
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ""
}

const startsWith = (bytes: Uint8Array, sign: string): boolean => latin1(bytes.subarray(0, sign.length)) === sign

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")

/** The first entry of a ZIP archive names its kind (ECMA-376 part 2; OpenDocument 1.3 part 2, 3.3; EPUB OCF 3.3, 4.2). */
const isOffice = (bytes: Uint8Array): boolean =>
  /^(?:mimetype|\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/)/.test(latin1(bytes.subarray(30, 60)))

/** White space, and ESC, which colours the lines of many logs. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b])
/** White space before the first tag. */
const MARKUP_LENGTH_MAX = 4_096

/** Text in UTF-8 or an older encoding: no control characters, and no markup or script of a shell at its start. */
const isPlainText = (bytes: Uint8Array): boolean => {
  if (bytes.some((byte) => (byte < 0x20 && !TEXT_CONTROLS.has(byte)) || byte === 0x7f)) return false
  const start = latin1(bytes.subarray(0, MARKUP_LENGTH_MAX)).replace(/^\xef\xbb\xbf/, "")
  return !/^\s*(?:<[!?a-z]|#!)/i.test(start)
}
