import { type FetchedDocument, finalUrl } from "#core/fetch"
import { canonicalUrl } from "#core/syndication"
import type { CheckResult, DueFeed } from "./DueFeed.ts"

/** Consecutive observations, and the time they must span, before a permanent redirect is followed. */
export const MOVE_OBSERVATIONS_MIN = 5
export const MOVE_MS_MIN = 3 * 24 * 3_600_000

type MoveTracking = {
  /** The confirmed new address, or null. */
  readonly movedTo: string | null
  /** Stored for the next check. */
  readonly kept: Pick<CheckResult, "movedTo" | "movedTimes" | "movedSinceMs">
}

/** Evaluates the redirects of one more fetch. Only responses that were a feed count. */
export const trackMove = (
  due: DueFeed,
  { redirects }: Pick<FetchedDocument, "redirects">,
  nowMs: number,
): MoveTracking => {
  const target = finalUrl(due.url, redirects)
  const to = canonicalUrl(target) ?? target
  if (to === due.url) return { movedTo: null, kept: NOWHERE }
  if (to !== due.movedTo) return { movedTo: null, kept: { movedTo: to, movedTimes: 1, movedSinceMs: nowMs } }
  const times = due.movedTimes + 1
  const proven = times >= MOVE_OBSERVATIONS_MIN && nowMs - (due.movedSinceMs ?? nowMs) >= MOVE_MS_MIN
  return proven ? { movedTo: to, kept: NOWHERE } : { movedTo: null, kept: { movedTimes: times } }
}

const NOWHERE = { movedTo: null, movedTimes: 0, movedSinceMs: null }
