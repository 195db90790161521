/** A paragraph or a list. `[text](/path)` in a text is an internal link. */
export type Block = string | { readonly list: ReadonlyArray<string> } | { readonly steps: ReadonlyArray<string> }

export interface Section {
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
}

/** A static page: title, lead and sections. */
export interface Article {
  readonly title: string
  /** The description for search engines and link previews, one sentence. */
  readonly description: string
  readonly lead: string
  readonly sections: ReadonlyArray<Section>
  /** The link box at the end. */
  readonly next: { readonly text: string; readonly link: string }
}

export interface Question {
  readonly question: string
  readonly answer: ReadonlyArray<Block>
}

export interface Faq {
  readonly title: string
  readonly description: string
  readonly lead: string
  /** Question 0-6 explains subscribers [S2-040]; other pages link to its anchor. */
  readonly parts: ReadonlyArray<{ readonly title: string; readonly questions: ReadonlyArray<Question> }>
  readonly contents: string
}

/** Plain text, or the text of an internal link. */
export type Piece = { readonly text: string; readonly href?: string }

const LINK = /\[([^\]]+)\]\((\/[^)]*)\)/g

/** Splits a text at its links. */
export const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: match[1] ?? "", href: match[2] ?? "/" })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
