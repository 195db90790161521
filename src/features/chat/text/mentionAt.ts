import type { Known } from "./parts.ts"

/** People offered at once. */
export const OFFERED_MAX = 6

/** What is being typed of a mention: from which place on, and what so far. */
export interface Mention {
  readonly from: number
  readonly typed: string
}

/** The mention that the caret stands in; undefined where it stands in none. */
export const mentionAt = (text: string, caret: number): Mention | undefined => {
  const [, typed] = /(?<![\p{L}\p{N}_])@([\p{L}\p{N}_ -]{0,24})$/u.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed }
}

/** Who may be meant: names and codes that begin so, those who wrote last first. */
export const offered = (people: ReadonlyArray<Known>, { typed }: Mention): ReadonlyArray<Known> => {
  const wanted = typed.toLowerCase()
  return people
    .filter(({ code, name }) => [code, name].some((called) => called.toLowerCase().startsWith(wanted)))
    .slice(0, OFFERED_MAX)
}

/** The text with somebody's name in the place of what was typed, and where the caret goes then. */
export const completed = (text: string, caret: number, { from }: Mention, { code, name }: Known) => {
  const called = `@${name === "" ? code : name} `
  return { text: text.slice(0, from) + called + text.slice(caret), caret: from + called.length }
}
