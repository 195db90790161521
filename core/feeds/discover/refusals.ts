import { Schema } from "effect"
import { FetchRefusal } from "#core/fetch"

/** Neither the address nor anything it links to is a feed. Browser-safe. */
export class NoFeedFound extends Schema.TaggedError<NoFeedFound>()("NoFeedFound", { url: Schema.String }) {
  get messageKey(): "discover.noFeedFound" {
    return "discover.noFeedFound"
  }
}

/** The platform offers no feeds, or none for this address. */
export class NoFeedOffered extends Schema.TaggedError<NoFeedOffered>()("NoFeedOffered", {
  url: Schema.String,
  platform: Schema.String,
}) {
  get messageKey(): "discover.noFeedOffered" {
    return "discover.noFeedOffered"
  }
}

export const DiscoveryRefusal = Schema.Union([...FetchRefusal.members, NoFeedFound, NoFeedOffered])
export type DiscoveryRefusal = typeof DiscoveryRefusal.Type
