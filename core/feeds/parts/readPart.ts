import { decodeText } from "#core/fetch"
import { readChapters } from "#core/syndication"
import { storable } from "../storable.ts"
import type { DocumentOfPart, PartKind, PartOutcome } from "./Part.ts"
import { readTranscript } from "./readTranscript.ts"

/**
 * Loads what reads a kind of part, because the libraries for pages take longer to load than a transcript takes to read.
 * The reading itself is slow on hostile documents; run it in a thread.
 */
export const readerOf = async (kind: PartKind): Promise<(document: DocumentOfPart) => PartOutcome<PartKind>> => {
  if (kind === "article") return (await import("./article/extractArticle.ts")).extractArticle
  return ({ bytes, contentType, url }) => {
    const { text } = decodeText(bytes, contentType)
    const content = kind === "chapters" ? readChapters(text, url) : readTranscript(text)
    return content === null ? { refusal: "unreadable" } : { content: storable(content) }
  }
}
