import { type Random, randomFrom } from "./random.ts"
import type { DemoFeed } from "./readContent.ts"

const MINUTE = 60_000
/** Minutes of the local day between which people are awake. */
const MORNING = 6 * 60
const EVENING = 22 * 60

/** The short note that a site posts in a slot: one part of each list, with placeholders filled. */
export const streamNote = (
  feed: DemoFeed,
  slot: number,
  at: Date,
): { readonly title: string; readonly text: string } => {
  const { a, b, c, title } = feed.stream
  const [place, sentence] = partAt(a, slot) ?? ["", ""]
  const [event, told] = partAt(b, slot) ?? ["", ""]
  const closing = partAt(c, slot) ?? ""
  const fill = fillIn(feed, slot, at)
  const between = /^(zh|ja)/.test(feed.language) ? "" : " "
  return {
    title: fill(title.replaceAll("{a}", place).replaceAll("{b}", event)),
    text: [sentence, told, closing].map(fill).join(between),
  }
}

/**
 * Fills the placeholders of a pattern: `{4-18}` an integer in that range, `{0.4-3.1}` a number with one decimal,
 * `{time}` and `{day}` the local time of the event, `{night}` a time before dawn, `{no}` the note's number.
 */
const fillIn = (feed: DemoFeed, slot: number, at: Date) => {
  const happened = happenedAt(feed, slot, at)
  const inZone = { timeZone: feed.timeZone }
  return (pattern: string): string => {
    const random = randomFrom(`${feed.slug} ${slot} ${pattern}`)
    return pattern
      .replaceAll("{time}", () => happened.toLocaleTimeString(feed.language, { ...inZone, ...CLOCK }))
      .replaceAll("{night}", () => nightTime(random).toLocaleTimeString(feed.language, { timeZone: "UTC", ...CLOCK }))
      .replaceAll("{day}", () =>
        happened.toLocaleDateString(feed.language, { ...inZone, day: "numeric", month: "long" }),
      )
      .replaceAll("{no}", String(slot))
      .replace(/\{(\d+)-(\d+)\}/g, (_, from: string, to: string) => String(random.whole(Number(from), Number(to))))
      .replace(/\{(\d+\.\d)-(\d+\.\d)\}/g, (_, from: string, to: string) =>
        random.between(Number(from), Number(to)).toLocaleString(feed.language, ONE_DECIMAL),
      )
  }
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** A note published at night tells of the previous day, because people are asleep at three. */
const happenedAt = (feed: DemoFeed, slot: number, at: Date): Date => {
  const [hour = 0, minute = 0] = at
    .toLocaleTimeString("en-GB", { timeZone: feed.timeZone, ...CLOCK })
    .split(":")
    .map(Number)
  const local = hour * 60 + minute
  if (local >= MORNING && local < EVENING) return at
  const then = randomFrom(`${feed.slug} ${slot} daytime`).whole(MORNING + 120, EVENING - 30)
  return new Date(at.getTime() - (local >= EVENING ? local - then : local + 24 * 60 - then) * MINUTE)
}

/** Between eleven at night and five in the morning. */
const nightTime = (random: Random): Date => new Date((23 * 60 + random.whole(0, 6 * 60)) * MINUTE)

const partAt = <Part>(parts: ReadonlyArray<Part>, slot: number): Part | undefined =>
  parts[((slot % parts.length) + parts.length) % parts.length]
