import { decodeText } from "#core/fetch"
import { readChapters } from "#core/syndication"
import { toStorable } from "../toStorable.ts"
import type { PartDocument, PartKind, PartOutcome } from "./ItemPart.ts"
import { readTranscript } from "./readTranscript.ts"

/**
 * Loads the reader of a part on demand, because the libraries for pages load slowly. Reading hostile documents is slow:
 * run it in a thread.
 */
export const readerOf = async (kind: PartKind): Promise<(document: PartDocument) => PartOutcome<PartKind>> => {
  if (kind === "article") return (await import("./article/extractArticle.ts")).extractArticle
  return ({ bytes, contentType, url }) => {
    const { text } = decodeText(bytes, contentType)
    const content = kind === "chapters" ? readChapters(text, url) : readTranscript(text)
    return content === null ? { refusal: "unreadable" } : { content: toStorable(content) }
  }
}
