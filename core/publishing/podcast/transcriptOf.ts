import { plainTextOf } from "../markdown/plainTextOf.ts"

/** Headings of a transcript in the languages of the interface. */
const HEADING = /^(#{1,6}) {1,4}(?:transcript|transkript|文字稿|逐字稿|文稿)[ #:：]{0,10}$/i
const ANY_HEADING = /^(#{1,6}) /

/** The transcript in the public text of an episode: what follows a heading of this name. Null without one. */
export const transcriptOf = (markdown: string): string | null => {
  const lines = markdown.split("\n")
  const at = lines.findIndex((line) => HEADING.test(line.trimEnd()))
  if (at === -1) return null
  const level = HEADING.exec(lines[at]?.trimEnd() ?? "")?.[1]?.length ?? 1
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => (ANY_HEADING.exec(line)?.[1]?.length ?? 7) <= level)
  const text = plainTextOf((end === -1 ? rest : rest.slice(0, end)).join("\n")).trim()
  return text === "" ? null : text
}

/** Whether a text has the heading of a transcript. */
export const hasTranscript = (markdown: string): boolean =>
  markdown.split("\n").some((line) => HEADING.test(line.trimEnd()))
