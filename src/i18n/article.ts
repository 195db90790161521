/** A paragraph, or a list. In a text `[words](/path)` is a link to one of our own pages. */
export type Block = string | { readonly list: ReadonlyArray<string> } | { readonly steps: ReadonlyArray<string> }

export interface Section {
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
}

/** A page that is only read: a headline, a lead, and sections. */
export interface Article {
  readonly title: string
  /** One sentence for search engines and link previews. */
  readonly description: string
  readonly lead: string
  readonly sections: ReadonlyArray<Section>
  /** The box at the end: where to go from here. */
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
  /** The seventh question of the first part (0-6) is the one on subscribers: other pages link to its anchor. */
  readonly parts: ReadonlyArray<{ readonly title: string; readonly questions: ReadonlyArray<Question> }>
  readonly contents: string
}

/** A run of text, or words that lead to a page of ours. */
export type Piece = { readonly text: string; readonly href?: string }

const LINK = /\[([^\]]+)\]\((\/[^)]*)\)/g

/** Takes a text apart at its links. */
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
