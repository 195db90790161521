import { closeInPlace } from "./closeInPlace.ts"
import {
  decodeReferences,
  escapeHtml,
  foldSpace,
  hasReference,
  hasTags,
  looksLikeHtml,
  plainText,
} from "./plainText.ts"
import type { TextConstruct } from "./TextConstruct.ts"

/**
 * A title, summary or description as plain words. Where the document does not vouch for what its text is, tags count as
 * tags only where they look like HTML, and what was encoded twice is decoded twice.
 */
export const wordsOf = (text: TextConstruct): string => {
  switch (text.kind) {
    case "words":
      return foldSpace(hasReference(text.value) ? decodeReferences(text.value) : text.value)
    case "html": {
      const words = plainText(closeInPlace(text.value))
      return hasReference(words) ? foldSpace(decodeReferences(words)) : words
    }
    case "unsure": {
      if (!looksLikeHtml(text.value)) return foldSpace(text.value)
      const words = plainText(closeInPlace(text.value))
      return looksLikeHtml(words) && !hasTags(text.value)
        ? plainText(words)
        : hasReference(words)
          ? decodeReferences(words)
          : words
    }
  }
}

/** A text as HTML source for the sanitiser: words are escaped, lines kept, what was escaped twice is unescaped. */
export const contentSource = (text: TextConstruct): string => {
  if (text.kind === "html") return text.value
  if (text.kind === "words") return paragraphs(escapeHtml(text.value))
  if (hasTags(text.value)) return text.value
  const decoded = decodeReferences(text.value)
  return hasTags(decoded) ? decoded : paragraphs(text.value)
}

/** Blank lines part paragraphs, other line ends are line breaks. */
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
