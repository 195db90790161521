import type { SendingKind } from "#core/newsletters"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Digests are due at this hour (UTC), weekly ones on Mondays. */
const DIGEST_HOUR = 6
/** 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS

export type DigestKind = Exclude<SendingKind, "post" | "opened">
export const DIGEST_KINDS: ReadonlyArray<DigestKind> = ["daily", "weekly"]

const periodOf = (kind: DigestKind): number => (kind === "daily" ? DAY_MS : 7 * DAY_MS)

/** When the newest digest of a kind was due. */
export const digestDueMs = (kind: DigestKind, nowMs: number): number => {
  const first = (kind === "daily" ? 0 : MONDAY_MS) + DIGEST_HOUR * HOUR_MS
  return nowMs - ((nowMs - first) % periodOf(kind))
}

/** Digests after a long pause contain no more than this many periods. */
const PERIODS_MAX = 4

/**
 * From when on posts belong to a digest: since the one before it, so that none is left out if no worker ran.
 * @param previousMs when the one before was due; null for the first
 */
export const digestSinceMs = (kind: DigestKind, dueMs: number, previousMs: number | null): number =>
  Math.max(previousMs ?? dueMs - periodOf(kind), dueMs - PERIODS_MAX * periodOf(kind))
