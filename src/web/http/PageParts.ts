const END = Buffer.from("-->")

/**
 * The parts of a page whose markup is kept in memory. Astro renders a mark in place of each, and the server writes the
 * bytes: they are neither joined into a string nor encoded again for each request.
 */
export class PageParts {
  readonly #mark: string
  readonly #parts: Array<Uint8Array | ReadonlyArray<Uint8Array>> = []

  /** @param secret random for each response, so that no text of a page can contain a mark */
  constructor(secret: string) {
    this.#mark = `<!--${secret}:`
  }

  /** Adds a part to the page, whole or in pieces; returns the mark to render in its place. */
  mark(part: Uint8Array | ReadonlyArray<Uint8Array>): string {
    return `${this.#mark}${this.#parts.push(part) - 1}-->`
  }

  /** Replaces the marks of rendered markup by their parts. */
  fill(rendered: Uint8Array): Buffer {
    const bytes = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength)
    if (this.#parts.length === 0) return bytes
    const mark = Buffer.from(this.#mark)
    const pieces: Array<Uint8Array> = []
    let from = 0
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, from)) {
      const end = bytes.indexOf(END, at + mark.length)
      const part = this.#parts[Number(bytes.toString("latin1", at + mark.length, end))]
      if (part === undefined) throw new Error("A mark of the page names no part.")
      pieces.push(bytes.subarray(from, at))
      if (part instanceof Uint8Array) pieces.push(part)
      else for (const piece of part) pieces.push(piece)
      from = end + END.length
    }
    pieces.push(bytes.subarray(from))
    return Buffer.concat(pieces)
  }
}

/** Markup in pieces, to render: as a mark, or in development as text. */
export const renderPieces = (pieces: ReadonlyArray<Uint8Array>, parts: PageParts | undefined): string =>
  parts === undefined ? Buffer.concat(pieces).toString() : parts.mark(pieces)

/** Splits markup at the nonce of the response for which it was rendered, so that other responses can use it. */
export const splitAtNonce = (markup: Buffer, nonce: string): ReadonlyArray<Uint8Array> => {
  const pieces: Array<Uint8Array> = []
  let from = 0
  for (let at = markup.indexOf(nonce); at !== -1; at = markup.indexOf(nonce, from)) {
    pieces.push(markup.subarray(from, at))
    from = at + nonce.length
  }
  return [...pieces, markup.subarray(from)]
}

/** Puts the nonce of a response between the pieces. */
export const withNonce = (pieces: ReadonlyArray<Uint8Array>, nonce: string): ReadonlyArray<Uint8Array> =>
  pieces.length < 2 ? pieces : pieces.flatMap((piece, place) => (place === 0 ? [piece] : [Buffer.from(nonce), piece]))
