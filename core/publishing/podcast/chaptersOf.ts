import { plainTextOf } from "../markdown/plainTextOf.ts"

/** A chapter of an episode. */
export type Chapter = { readonly startSeconds: number; readonly title: string }

const CHAPTERS_MAX = 200
/** Fewer times in a text are rarely chapters; video sites use the same number. */
const CHAPTERS_MIN = 3
const LINE_LENGTH_MAX = 400
/** A line of show notes with a time: `12:30 Title`, `- (1:02:03) – Title`. */
const LINE =
  /^ {0,8}(?:[-*+] {1,4}|\d{1,3}[.)] {1,4})?[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})[\])]? {0,4}[-–—:|]? {1,4}(\S.*)$/

/**
 * The chapters in the public text of an episode: lines that begin with a time, from 0:00, in order. Empty if these are not
 * chapters.
 */
export const chaptersOf = (markdown: string): ReadonlyArray<Chapter> =>
  readTimes(markdown).map(({ startSeconds, title }) => ({
    startSeconds,
    title: plainTextOf(title).replaceAll(/\s+/g, " ").trim(),
  }))

/** Whether `chaptersOf` finds any, without reading their titles. */
export const hasChapters = (markdown: string): boolean => readTimes(markdown).length > 0

const readTimes = (markdown: string): ReadonlyArray<Chapter> => {
  const chapters: Array<Chapter> = []
  for (const line of markdown.split("\n")) {
    if (chapters.length >= CHAPTERS_MAX) break
    const [, hours = "0", minutes = "0", seconds = "0", title] =
      line.length > LINE_LENGTH_MAX ? [] : (LINE.exec(line.trimEnd()) ?? [])
    if (title === undefined || Number(seconds) > 59) continue
    const startSeconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
    const previous = chapters.at(-1)?.startSeconds ?? -1
    if (startSeconds <= previous) return []
    chapters.push({ startSeconds, title })
  }
  return chapters.length >= CHAPTERS_MIN && chapters[0]?.startSeconds === 0 ? chapters : []
}
