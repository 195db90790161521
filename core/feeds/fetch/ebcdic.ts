/**
 * Text in EBCDIC, the family of encodings of large machines: XML may be written in it (XML 1.0, appendix F), and the
 * letters, digits and signs that markup is made of stand at the same places in all of its Latin forms.
 */

/** Whether a document begins with `<?xm` in EBCDIC. */
export const isEbcdic = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x4c && bytes[1] === 0x6f && bytes[2] === 0xa7 && bytes[3] === 0x94

/** The name of the code page that the document's prolog gives; `cp037` where it gives none. */
export const ebcdicNameOf = (bytes: Uint8Array): string =>
  /\sencoding\s*=\s*["']\s*([\w.:+-]+)/i
    .exec(decodeEbcdic(bytes.subarray(0, PROLOG_BYTES_MAX), "cp037"))?.[1]
    ?.toLowerCase() ?? "cp037"

/** Reads bytes by code page 037, or by 500 or 1140 where that is the name; other national forms lose some letters. */
export const decodeEbcdic = (bytes: Uint8Array, name: string): string => {
  const own = /500|-(?:be|ch)$/.test(name) ? INTERNATIONAL : /1140/.test(name) ? EURO : NONE
  let text = ""
  for (const byte of bytes) text += own.get(byte) ?? LETTERS[byte - FIRST] ?? CONTROLS.get(byte) ?? ""
  return text
}

const PROLOG_BYTES_MAX = 200
const FIRST = 0x40
const LETTERS = [
  ..." \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ",
]
const CONTROLS = new Map([
  [0x05, "\t"],
  [0x0d, "\r"],
  [0x15, "\n"],
  [0x25, "\n"],
])
const NONE: ReadonlyMap<number, string> = new Map()
const INTERNATIONAL = new Map(
  [..."[!]^¢¬|"].map((letter, at) => [[0x4a, 0x4f, 0x5a, 0x5f, 0xb0, 0xba, 0xbb][at] ?? 0, letter]),
)
const EURO = new Map([[0x9f, "€"]])
