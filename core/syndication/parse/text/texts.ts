import { closeInPlace } from "./closeInPlace.ts"
import {
  collapseSpace,
  decodeReferences,
  escapeHtml,
  hasReference,
  hasTags,
  looksLikeHtml,
  plainText,
} from "./plainText.ts"
import type { TextConstruct } from "./TextConstruct.ts"

/**
 * A title, summary or description as plain text. If the document does not declare the type, tags count only if they
 * look like HTML, and double encoding is decoded twice.
 */
export const wordsOf = (text: TextConstruct): string => {
  switch (text.kind) {
    case "words":
      return collapseSpace(hasReference(text.value) ? decodeReferences(text.value) : text.value)
    case "html": {
      const words = plainText(closeInPlace(text.value))
      return hasReference(words) ? collapseSpace(decodeReferences(words)) : words
    }
    case "unsure": {
      if (!looksLikeHtml(text.value)) return collapseSpace(text.value)
      const words = plainText(closeInPlace(text.value))
      return looksLikeHtml(words) && !hasTags(text.value)
        ? plainText(words)
        : hasReference(words)
          ? decodeReferences(words)
          : words
    }
  }
}

/** A text as HTML for the sanitiser: plain text is escaped with its line breaks, double escaping is undone. */
export const contentSource = (text: TextConstruct): string => {
  if (text.kind === "html") return text.value
  if (text.kind === "words") return paragraphs(escapeHtml(text.value))
  if (hasTags(text.value)) return text.value
  const decoded = decodeReferences(text.value)
  return hasTags(decoded) ? decoded : paragraphs(text.value)
}

/** Blank lines separate paragraphs, other line ends are line breaks. */
const paragraphs = (escaped: string): string => {
  const parts = escaped.split(/\n\s*\n/).map(joinLines)
  return parts.length === 1 ? (parts[0] ?? "") : parts.map((part) => `<p>${part}</p>`).join("")
}

const joinLines = (paragraph: string): string =>
  paragraph
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("<br>")
