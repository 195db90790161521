import { isAscii, isUtf8 } from "node:buffer"
import iconv from "iconv-lite"
import { guessCharset } from "./guessCharset.ts"

type DecodedText = {
  readonly text: string
  /** The encoding that was used, in lower case. */
  readonly charset: string
  /** True if the document or its server declared another encoding. */
  readonly mismatch: boolean
}

/** The part at the beginning that may contain a prolog or a meta tag. */
const HEAD_BYTES_MAX = 4096

/**
 * Decodes the text of a feed or a page. Bytes take precedence over labels: a byte order mark, the zero bytes of UTF-16,
 * and well-formed UTF-8, which other encodings rarely form by chance. Then labels are tried in the order of RFC 7303
 * (server, prolog, meta tag); the first one that fits the bytes is used. Latin-1 labels mean windows-1252, as in browsers.
 * If no label fits, letter frequencies decide.
 */
export const decodeText = (bytes: Uint8Array, contentType: string | null = null): DecodedText => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES_MAX))
    .toString("latin1")
    .replaceAll("\0", "")
  const labels = [labelOf(HTTP_LABEL, contentType ?? ""), labelOf(PROLOG_LABEL, head), labelOf(META_LABEL, head)]
    .filter((label) => label !== null)
    .map(encodingOf)
  const wide = markOf(bytes) ?? zerosOf(bytes)
  const charset = wide ?? readable(bytes, labels)
  // Without a label the declared encoding is UTF-8, unless there is a byte order mark.
  const declared = labels[0] ?? wide ?? "utf-8"
  return { text: decode(bytes, charset), charset, mismatch: !agree(declared, charset, bytes) }
}

const markOf = (bytes: Uint8Array): string | null => {
  const [a = -1, b = -1, c = -1, d = -1] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8"
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "utf-32le" : "utf-16le"
  if (a === 0xfe && b === 0xff) return "utf-16be"
  return a === 0 && b === 0 && c === 0xfe && d === 0xff ? "utf-32be" : null
}

// Every feed and page begins with ASCII characters; the positions of zero bytes show the width of a code unit.
const zerosOf = (bytes: Uint8Array): string | null => {
  const [a = -1, b = -1, c = -1, d = -1] = bytes
  if (a > 0 && b === 0) return c === 0 && d === 0 ? "utf-32le" : "utf-16le"
  if (a === 0 && b > 0) return "utf-16be"
  return a === 0 && b === 0 && c === 0 && d > 0 ? "utf-32be" : null
}

const readable = (bytes: Uint8Array, labels: ReadonlyArray<string>): string => {
  const narrow = labels.filter((label) => label !== UNKNOWN && !WIDE.test(label))
  if (isUtf8(bytes)) {
    // Seven-bit encodings use escape sequences, so their bytes look like ASCII.
    const switches = bytes.includes(ESCAPE)
    const escaping = switches ? narrow.find((label) => ESCAPING.test(label)) : undefined
    if (switches && narrow.length === 0 && Buffer.from(bytes).includes(JAPANESE_SWITCH)) return "iso-2022-jp"
    return escaping ?? (isAscii(bytes) ? narrow[0] : undefined) ?? "utf-8"
  }
  const soundness = soundnessAsUtf8(bytes)
  if (soundness > DAMAGED_UTF8) return "utf-8"
  const others = narrow.filter((label) => label !== "utf-8")
  const fitting = others.find((label) => fits(bytes, label))
  if ((narrow[0] === "utf-8" || fitting === undefined) && soundness > 1) return "utf-8"
  return fitting ?? guessCharset(bytes, others.length > 0) ?? others[0] ?? "windows-1252"
}

/** The ratio of well-formed to broken multi-byte characters, read as UTF-8. */
const soundnessAsUtf8 = (bytes: Uint8Array): number => {
  const text = UTF8.decode(bytes)
  const broken = text.split("\uFFFD").length - 1
  return text.replace(/[\p{ASCII}\uFFFD]+/gu, "").length / broken
}

const fits = (bytes: Uint8Array, charset: string): boolean => {
  if (!isNative(charset)) return true
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const decode = (bytes: Uint8Array, charset: string): string =>
  isNative(charset)
    ? new TextDecoder(charset).decode(bytes)
    : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), charset)

/** Resolves a label by the Encoding Standard, else by iconv-lite. */
const encodingOf = (label: string): string => {
  if (label === "utf-16" || label === "utf-32") return label
  if (isNative(label)) return new TextDecoder(label).encoding
  return iconv.encodingExists(label) ? label : UNKNOWN
}

const isNative = (label: string): boolean => {
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

const agree = (declared: string, used: string, bytes: Uint8Array): boolean =>
  declared === used ||
  (declared === used.replace(/[bl]e$/, "") && WIDE.test(used)) ||
  (!WIDE.test(declared) && isAscii(bytes))

const labelOf = (pattern: RegExp, text: string): string | null => {
  const found = pattern.exec(text)?.[1]?.trim().toLowerCase()
  return found === undefined || found === "" ? null : found
}

const HTTP_LABEL = /;\s*charset\s*=\s*["']?\s*([^"';\s]+)/i
const PROLOG_LABEL = /^[^<]{0,64}<\?xml[^>]{0,200}?\sencoding\s*=\s*["']\s*([\w.:+-]+)/i
const META_LABEL = /<meta\s[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:+-]+)/i
const UNKNOWN = "unknown"
/** Above this ratio a text is UTF-8 with some damaged bytes, regardless of its label. */
const DAMAGED_UTF8 = 10
const WIDE = /^utf-(?:16|32)/
const ESCAPING = /^(?:iso-2022-|hz-|utf-7)/
const ESCAPE = 0x1b
/** The escape sequence with which ISO-2022-JP switches to JIS X 0208. */
const JAPANESE_SWITCH = "\u001b$B"
const UTF8 = new TextDecoder("utf-8")
