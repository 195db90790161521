import { collapseSpace, cutText, hasTags, plainText } from "#core/syndication"
import type { Line } from "./ItemPart.ts"

/** An episode of ten hours has about 10,000 cues. */
export const LINES_MAX = 20_000
const LINE_LENGTH_MAX = 5_000
const SPEAKER_LENGTH_MAX = 100
const SPEECH_LENGTH_MAX = 400

type Cue = Line & { readonly endSeconds: number | null }

/**
 * Reads a transcript in any format: WebVTT, SubRip, podcast JSON, HTML or text. The first characters tell the format,
 * because servers often label all of them as text. Consecutive cues of one speaker are joined up to the end of a
 * sentence. Null if there is no text.
 */
export const readTranscript = (text: string): ReadonlyArray<Line> | null => {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")
  const lines = joined(cuesOf(source)).slice(0, LINES_MAX)
  return lines.length === 0 ? null : lines
}

const cuesOf = (source: string): ReadonlyArray<Cue> => {
  const start = source.trimStart()
  if (start.startsWith("{")) return cuesOfJson(start)
  if (start.startsWith("WEBVTT") || ARROW.test(source)) return cuesOfBlocks(source)
  return hasTags(source) ? linesOfHtml(source) : linesOfText(source)
}

const ARROW = /^[ \t]*(?:\d+:)?\d{1,3}:\d{2}[.,]\d{1,3}[ \t]+-->/m
const TIMING = /^\s*((?:\d+:)?\d{1,3}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d{1,3}:\d{2}[.,]\d{1,3})/

/** WebVTT and SubRip: blocks separated by empty lines, each with a line of times and the text below. */
const cuesOfBlocks = (source: string): ReadonlyArray<Cue> =>
  source.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split("\n")
    const at = lines.findIndex((line) => TIMING.test(line))
    const [, from = "", to = ""] = TIMING.exec(lines[at] ?? "") ?? []
    if (at === -1) return []
    const words = lines.slice(at + 1).join(" ")
    const [, voice] = /^\s*<v(?:\.[^\s>]*)?\s+([^\s>][^>]{0,199})>/.exec(words) ?? []
    return cue(secondsOf(from), secondsOf(to), voice ?? null, plainText(words.replace(CUE_TAG, "")))
  })

/** Tags of WebVTT, which are not HTML: voice, class, language, ruby, times. */
const CUE_TAG = /<\/?(?:v|c|lang|ruby|rt|[ibu])(?:\.[^\s<>]*)?(?:\s[^<>]*)?>|<\d[\d:.]*>/g

const cuesOfJson = (source: string): ReadonlyArray<Cue> => {
  let document: { readonly segments?: unknown } | null
  try {
    document = JSON.parse(source)
  } catch {
    return []
  }
  if (!Array.isArray(document?.segments)) return []
  return document.segments.slice(0, LINES_MAX).flatMap((segment: Readonly<Record<string, unknown>> | null) => {
    const { startTime, endTime, speaker, body } = segment ?? {}
    if (typeof body !== "string") return []
    return cue(timeOf(startTime), timeOf(endTime), typeof speaker === "string" ? speaker : null, plainText(body))
  })
}

/** HTML of the podcast namespace names the speaker in `cite` and the time in `time`; other blocks are paragraphs. */
const linesOfHtml = (source: string): ReadonlyArray<Cue> => {
  const readable = bodyOf(source).replace(/<(script|style|template|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ")
  let speaker: string | null = null
  let startSeconds: number | null = null
  return readable.split(BLOCK_END).flatMap((block) => {
    const cite = takeElements(block, CITE)
    const time = takeElements(cite.rest, TIME)
    if (cite.first !== null) speaker = plainText(cite.first)
    if (time.first !== null) startSeconds = secondsOf(plainText(time.first))
    const found = cue(startSeconds, null, speaker, plainText(time.rest))
    if (found.length > 0) startSeconds = null
    return found
  })
}
const BLOCK_END = /<\/(?:p|div|li|h[1-6]|section|article|blockquote|dd|dt|tr)\s*>|<br\s*\/?>\s*<br\s*\/?>/i

const bodyOf = (source: string): string => {
  const at = source.search(/<body\b/i)
  const end = at === -1 ? -1 : source.indexOf(">", at)
  return end === -1 ? source : source.slice(end + 1)
}

/** The tags of an element. `takeElements` moves their `lastIndex`. */
type ElementTags = { readonly open: RegExp; readonly close: RegExp }
const CITE: ElementTags = { open: /<cite\b/gi, close: /<\/cite>/gi }
const TIME: ElementTags = { open: /<time\b/gi, close: /<\/time>/gi }

/**
 * The content of the first such element in a block, or null, and the block without these elements. Each search
 * continues where the last one ended and stops at the first miss, so the time is linear; one regular expression per
 * element is quadratic if elements are never closed.
 */
const takeElements = (block: string, { open, close }: ElementTags) => {
  let first: string | null = null
  let rest = ""
  let at = 0
  for (;;) {
    open.lastIndex = at
    const opened = open.exec(block)
    if (opened === null) break
    const content = block.indexOf(">", open.lastIndex) + 1
    close.lastIndex = content
    const closed = content === 0 ? null : close.exec(block)
    if (closed === null) break
    first ??= block.slice(content, closed.index)
    rest += `${block.slice(at, opened.index)} `
    at = close.lastIndex
  }
  return { first, rest: rest + block.slice(at) }
}

const linesOfText = (source: string): ReadonlyArray<Cue> =>
  source.split(/\n\s*\n/).flatMap((paragraph) => cue(null, null, null, collapseSpace(paragraph)))

/** One cue, or none if it has no text. `Name: text` names the speaker if the format has no field for it. */
const cue = (
  startSeconds: number | null,
  endSeconds: number | null,
  voice: string | null,
  words: string,
): ReadonlyArray<Cue> => {
  const [, named, rest] = voice === null ? (/^(\p{Lu}[\p{L}\p{M}.'’ -]{0,40}):\s+(.+)$/u.exec(words) ?? []) : []
  const speaker = voice ?? named ?? null
  const text = cutText(rest ?? words, LINE_LENGTH_MAX)
  if (text === "") return []
  const name = speaker === null ? "" : cutText(collapseSpace(speaker).replace(/:$/, ""), SPEAKER_LENGTH_MAX)
  return [{ startSeconds, endSeconds, speaker: name === "" ? null : name, text }]
}

/** Joins cues of two seconds into lines that are readable. */
const joined = (cues: ReadonlyArray<Cue>): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let voice: string | null = null
  for (const { startSeconds, speaker, text } of cues) {
    const last = lines.at(-1)
    const goesOn = speaker === null || speaker === voice
    if (last !== undefined && startSeconds !== null && goesOn && mayGrow(last.text, text)) {
      lines[lines.length - 1] = { ...last, text: `${last.text} ${text}` }
      continue
    }
    lines.push({ startSeconds, speaker: goesOn ? null : speaker, text })
    voice = speaker ?? voice
  }
  return lines
}

const mayGrow = (before: string, more: string): boolean =>
  before.length + more.length < SPEECH_LENGTH_MAX && !/[.!?…。！？]["”’»)]?$/.test(before)

const timeOf = (value: unknown): number | null => {
  const seconds = Number(value)
  return value === undefined || value === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds
}

/** `1:02:03.4`, `02:03,4` or `2:03` in seconds, or null. */
const secondsOf = (text: string): number | null => {
  const [, hours = "0", minutes, seconds] = /^(?:(\d+):)?(\d{1,3}):(\d{2}(?:[.,]\d{1,3})?)$/.exec(text.trim()) ?? []
  if (minutes === undefined || seconds === undefined) return null
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(",", "."))
}
