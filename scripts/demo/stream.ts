import type { DemoFeed } from "./DemoFeed.ts"
import { randomFrom } from "./random.ts"

/** The short note that a site posts in a slot: one part of each list, its gaps filled. */
export const streamNote = (feed: DemoFeed, slot: number, at: Date): { readonly title: string; readonly text: string } => {
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
 * Fills the gaps of a pattern: `{4-18}` a whole number of that range, `{0.4-3.1}` one with a decimal, `{time}` and
 * `{day}` when the note came out where the site is, `{no}` its running number.
 */
const fillIn =
  (feed: DemoFeed, slot: number, at: Date) =>
  (pattern: string): string => {
    const random = randomFrom(`${feed.slug} ${slot} ${pattern}`)
    const inZone = { timeZone: feed.timeZone }
    return pattern
      .replaceAll("{time}", () => at.toLocaleTimeString(feed.language, { ...inZone, hour: "2-digit", minute: "2-digit" }))
      .replaceAll("{day}", () => at.toLocaleDateString(feed.language, { ...inZone, day: "numeric", month: "long" }))
      .replaceAll("{no}", String(slot))
      .replace(/\{(\d+)-(\d+)\}/g, (_, from: string, to: string) => String(random.whole(Number(from), Number(to))))
      .replace(/\{(\d+\.\d)-(\d+\.\d)\}/g, (_, from: string, to: string) =>
        random.between(Number(from), Number(to)).toLocaleString(feed.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      )
  }

const partAt = <Part>(parts: ReadonlyArray<Part>, slot: number): Part | undefined =>
  parts[((slot % parts.length) + parts.length) % parts.length]
