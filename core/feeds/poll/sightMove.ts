import { type FetchedDocument, finalUrl } from "#core/fetch"
import { canonicalUrl } from "#core/syndication"
import type { Checked, DueFeed } from "./DueFeed.ts"

/** A permanent redirect is believed after so many sightings, without a break, over at least so long. */
export const MOVE_SIGHTINGS_MIN = 5
export const MOVE_MS_MIN = 3 * 24 * 3_600_000

type Sighting = {
  /** The address that the feed is believed to live at from now on, or null. */
  readonly movedTo: string | null
  /** What is remembered for the next time. */
  readonly kept: Pick<Checked, "movedTo" | "movedTimes" | "movedSinceMs">
}

/** What one more answer tells about where a feed lives. Only answers that were a feed count. */
export const sightMove = (due: DueFeed, { redirects }: Pick<FetchedDocument, "redirects">, nowMs: number): Sighting => {
  const settled = finalUrl(due.url, redirects)
  const to = canonicalUrl(settled) ?? settled
  if (to === due.url) return { movedTo: null, kept: NOWHERE }
  if (to !== due.movedTo) return { movedTo: null, kept: { movedTo: to, movedTimes: 1, movedSinceMs: nowMs } }
  const times = due.movedTimes + 1
  const proven = times >= MOVE_SIGHTINGS_MIN && nowMs - (due.movedSinceMs ?? nowMs) >= MOVE_MS_MIN
  return proven ? { movedTo: to, kept: NOWHERE } : { movedTo: null, kept: { movedTimes: times } }
}

const NOWHERE = { movedTo: null, movedTimes: 0, movedSinceMs: null }
