import { diffLines, diffWordsWithSpace } from "diff"

/** A run of text that is in both versions, only in the newer one, or only in the older one. */
export type DiffPart = { readonly kind: "same" | "added" | "removed"; readonly text: string }

/** Changed lines, and words within a changed line; texts that differ more are not compared. */
const LINES_MAX = 2_000
const WORDS_MAX = 1_000
/** Characters of unchanged text shown around a change. */
const CONTEXT_LENGTH = 200

/**
 * What changed from one text to another: by line, and by word where lines were changed. Empty if nothing did; null if
 * the texts differ too much. Long runs without a change are shortened.
 */
export const diffTexts = (from: string, to: string): ReadonlyArray<DiffPart> | null => {
  if (from === to) return []
  const lines = diffLines(from, to, { maxEditLength: LINES_MAX })
  if (lines === undefined) return null
  const parts: Array<DiffPart> = []
  for (let at = 0; at < lines.length; at += 1) {
    const [line, next] = [lines[at], lines[at + 1]]
    if (line === undefined) continue
    if (line.removed && next?.added) {
      parts.push(...diffWords(line.value, next.value))
      at += 1
    } else parts.push(partOf(line))
  }
  return parts.map((part, at) => (part.kind === "same" ? shortened(part, at === 0, at === parts.length - 1) : part))
}

const diffWords = (from: string, to: string): ReadonlyArray<DiffPart> =>
  diffWordsWithSpace(from, to, { maxEditLength: WORDS_MAX })?.map(partOf) ?? [
    { kind: "removed", text: from },
    { kind: "added", text: to },
  ]

const partOf = ({ added, removed, value }: { added?: boolean; removed?: boolean; value: string }): DiffPart => ({
  kind: added ? "added" : removed ? "removed" : "same",
  text: value,
})

const shortened = ({ kind, text }: DiffPart, isFirst: boolean, isLast: boolean): DiffPart => {
  const [head, tail] = [isFirst ? 0 : CONTEXT_LENGTH, isLast ? 0 : CONTEXT_LENGTH]
  if (text.length <= head + tail + CONTEXT_LENGTH) return { kind, text }
  return {
    kind,
    text: `${text.slice(0, head).toWellFormed()} […] ${tail === 0 ? "" : text.slice(-tail).toWellFormed()}`,
  }
}
