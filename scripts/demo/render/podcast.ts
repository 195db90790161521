import type { DemoItem } from "../items.ts"
import { proseToPlain } from "../prose.ts"

/** What a listener can read along in one second, in characters; fewer where a character is a syllable. */
const READING_SPEED = 15
const READING_SPEED_CJK = 6
/** Characters of a chapter's name. */
const CHAPTER_NAME_MAX = 60

/** WebVTT: as many sentences of the piece as its recording has time for, each as long as it takes to read. */
export const transcript = (item: DemoItem): string => {
  const cues = cuesOf(item).map(({ from, to, sentence }) => `${vttTime(from)} --> ${vttTime(to)}\n${sentence}`)
  return `WEBVTT\n\n${cues.join("\n\n")}\n`
}

/** A chapters file as the podcast namespace defines it: the beginning and two places further on. */
export const chapters = (item: DemoItem): string => {
  const cues = cuesOf(item)
  const places = [...new Set([0, Math.floor(cues.length / 3), Math.floor((cues.length * 2) / 3)])]
  const marks = places.flatMap((place) => {
    const cue = cues[place]
    return cue === undefined ? [] : [{ startTime: cue.from, title: place === 0 ? item.title : shortened(cue.sentence) }]
  })
  return JSON.stringify({ version: "1.2.0", title: item.title, chapters: marks })
}

type Cue = { readonly from: number; readonly to: number; readonly sentence: string }

const cuesOf = (item: DemoItem): ReadonlyArray<Cue> => {
  const seconds = item.seconds ?? 0
  const text = proseToPlain(item.text)
  const speed = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text) ? READING_SPEED_CJK : READING_SPEED
  const cues: Array<Cue> = []
  for (const sentence of text.match(/[^.!?。！？]+[.!?。！？]+[”»」“]?\s*/gu) ?? [text]) {
    const from = cues.at(-1)?.to ?? 0
    const to = Math.min(seconds, Math.round((from + sentence.length / speed) * 10) / 10)
    if (to - from < 0.5) break
    cues.push({ from, to, sentence: sentence.trim() })
  }
  return cues
}

const shortened = (sentence: string): string =>
  sentence.length <= CHAPTER_NAME_MAX ? sentence : `${sentence.slice(0, CHAPTER_NAME_MAX - 1).trimEnd()}…`

const vttTime = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return `${String(minutes).padStart(2, "0")}:${(seconds - minutes * 60).toFixed(3).padStart(6, "0")}`
}
