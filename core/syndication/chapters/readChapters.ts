import { LINK_LENGTH_MAX } from "../parse/limits.ts"
import { resolveAddress } from "../parse/resolveAddress.ts"
import { collapseSpace, cutText } from "../parse/text/plainText.ts"

/** A chapter of an episode. */
export type Chapter = {
  readonly startSeconds: number
  readonly title: string
  /** A page about the chapter: http(s), or null. */
  readonly url: string | null
}

/** An absolute http(s) address of a foreign document, or null. */
const webAddress = (value: unknown, baseUrl: string | null): string | null =>
  typeof value === "string" && value.trim() !== "" && value.length <= LINK_LENGTH_MAX
    ? resolveAddress(value, baseUrl)
    : null

export const CHAPTERS_MAX = 500
const TITLE_LENGTH_MAX = 300

/**
 * Reads a chapters document of the podcast namespace (application/json+chapters), in order of time. Chapters with `toc:
 * false` or without a name are left out. Null if the document is something else.
 */
export const readChapters = (text: string, baseUrl: string | null): ReadonlyArray<Chapter> | null => {
  const content = parsed(text)
  if (!isRecord(content) || !Array.isArray(content["chapters"])) return null
  const chapters: Array<Chapter> = []
  for (const entry of content["chapters"].slice(0, CHAPTERS_MAX)) {
    if (!isRecord(entry) || entry["toc"] === false) continue
    const startSeconds = Number(entry["startTime"])
    const title = typeof entry["title"] === "string" ? cutText(collapseSpace(entry["title"]), TITLE_LENGTH_MAX) : ""
    if (!Number.isFinite(startSeconds) || startSeconds < 0 || title === "") continue
    chapters.push({ startSeconds, title, url: webAddress(entry["url"], baseUrl) })
  }
  return chapters.length === 0 ? null : chapters.sort((a, b) => a.startSeconds - b.startSeconds)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
