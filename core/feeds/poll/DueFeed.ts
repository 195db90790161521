import type { ToldItems } from "#core/syndication"

/** A feed is wanted for so long after somebody asked for it. */
export const WANTED_DAYS = 30

/** A feed that is due, with what was kept of the last answer. */
export type DueFeed = {
  readonly feedId: string
  readonly url: string
  /** Names the lease: only its holder may settle. */
  readonly fence: number
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  /** Digest of what the last document told, null where not all of it could be told. */
  readonly contentHash: string | null
  readonly failures: number
  readonly failure: Failure | null
  readonly failingSinceMs: number | null
  readonly goneTimes: number
  readonly movedTo: string | null
  readonly movedTimes: number
  readonly movedSinceMs: number | null
  /** When the document was last asked for without validators. */
  readonly fullMs: number | null
  /** When its newest items were published: the rhythm by which an unchanged feed is looked at again. */
  readonly publishedMs: ReadonlyArray<number>
  /** Whether the library or a reader wants it fresh. */
  readonly wanted: boolean
  /** Whether a hub is believed to tell us of its news. */
  readonly pushed: boolean
}

/** Why a look failed: the refusal's message key, the status where a server gave one, and the cause for operators. */
export type Failure = { readonly reason: string; readonly status: number | null; readonly detail: string }

/** What a check leaves behind for the next one; absent fields stay as they are. */
export type Checked = Partial<Omit<DueFeed, "feedId" | "fence" | "wanted" | "pushed">> & {
  readonly nextCheckMs: number
  /** What the document told, where it was read. */
  readonly told?: ToldItems
  /** Null where nobody was asked at all: only the time of the next look changes. */
  readonly succeeded: boolean | null
}

/** A feed that joins the schedule. */
export type Entry = {
  readonly feedId: string
  readonly url: string
  /** Wanted by the library itself. */
  readonly kept: boolean
  readonly checked?: Checked
}
