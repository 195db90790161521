import type { PreviousItems } from "#core/syndication"

/** Days for which a feed stays in demand after a reader requested it. */
export const WANTED_DAYS = 30

/** A due feed with what the last check stored. */
export type DueFeed = {
  readonly feedId: string
  readonly url: string
  /** Fencing token of the lease: only its holder may release it. */
  readonly fence: number
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  /** Digest of the last document, null if not all of it was recorded. */
  readonly contentHash: string | null
  readonly failures: number
  readonly failure: Failure | null
  readonly failingSinceMs: number | null
  readonly goneTimes: number
  readonly movedTo: string | null
  readonly movedTimes: number
  readonly movedSinceMs: number | null
  /** When the document was last fetched without validators. */
  readonly fullMs: number | null
  /** Publication times of its newest items: they determine the next check of an unchanged feed. */
  readonly publishedMs: ReadonlyArray<number>
  /** Whether the library or readers want it fresh. */
  readonly wanted: boolean
  /** Whether a hub delivers its news. */
  readonly pushed: boolean
}

/** Why a check failed: message key of the refusal, HTTP status if any, and the cause for operators. */
export type Failure = { readonly reason: string; readonly status: number | null; readonly detail: string }

/** What a check stores for the next one; absent fields stay unchanged. */
export type CheckResult = Partial<Omit<DueFeed, "feedId" | "fence" | "wanted" | "pushed">> & {
  readonly nextCheckMs: number
  /** Items of the document, if it was read. */
  readonly previousItems?: PreviousItems
  /** Null if no request was sent: then only the time of the next check changes. */
  readonly succeeded: boolean | null
}

/** A feed to be scheduled. */
export type ScheduleEntry = {
  readonly feedId: string
  readonly url: string
  /** Wanted by the library itself, whether it has readers or not. */
  readonly kept: boolean
  readonly checked?: CheckResult
}
