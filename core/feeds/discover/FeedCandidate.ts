import type { ReceivedDocument } from "#core/fetch"
import type { SourceType } from "#core/syndication"

/** A feed that an address led to. */
export type FeedCandidate = {
  /** Canonical, with permanent redirects followed. */
  readonly url: string
  readonly title: string | null
  readonly source: SourceType
  readonly how: FoundBy
  /**
   * The fetched feed, to avoid a second request. The first candidate of a discovery always has it; later ones are
   * unverified.
   */
  readonly document: ReceivedDocument | null
}

/** How a candidate was found, the most reliable way first. */
export type FoundBy = "itself" | "known-host" | "link-tag" | "anchor" | "well-known"

/** A candidate that was not fetched yet. */
export type CandidateLink = Omit<FeedCandidate, "document">

export const CANDIDATES_MAX = 20
