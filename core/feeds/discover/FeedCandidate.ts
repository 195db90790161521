import type { ReceivedDocument } from "#core/fetch"
import type { Source } from "#core/syndication"

/** A feed that an address led to. */
export type FeedCandidate = {
  /** Canonical, past the redirects that are there to stay. */
  readonly url: string
  readonly title: string | null
  readonly source: Source
  readonly how: FoundBy
  /**
   * The feed itself where it was fetched on the way, so that nobody need ask for it again. The first candidate of a
   * discovery always has it; those after it are what the page says, not proven.
   */
  readonly document: ReceivedDocument | null
}

/** How a candidate came to light, the surest way first. */
export type FoundBy = "itself" | "known-host" | "link-tag" | "anchor" | "well-known"

/** A candidate before anybody has looked at it. */
export type Lead = Omit<FeedCandidate, "document">

export const CANDIDATES_MAX = 20
