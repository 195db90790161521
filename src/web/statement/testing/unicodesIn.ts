import { inflateSync } from "node:zlib"

/** The characters in the Unicode maps of the fonts, which make the text searchable. */
export const unicodesIn = (pdf: Uint8Array): ReadonlyArray<string> => {
  const bytes = Buffer.from(pdf)
  const found: Array<string> = []
  for (const { index } of bytes.toString("latin1").matchAll(/stream\n/g)) {
    try {
      const stream = inflateSync(bytes.subarray(index + 7), { finishFlush: 2 }).toString("latin1")
      if (!stream.includes("beginbfrange")) continue
      for (const [, code = ""] of stream.matchAll(/<([0-9a-f]{4})>/g))
        found.push(String.fromCodePoint(Number.parseInt(code, 16)))
    } catch {
      // Not every stream is compressed.
    }
  }
  return found
}
