import { Schema } from "effect"
import { FetchRefusal } from "#core/fetch"

/** Nothing at the address, and nothing that it points to, is a feed. Browser-safe, as are all refusals. */
export class NoFeedFound extends Schema.TaggedError<NoFeedFound>()("NoFeedFound", { url: Schema.String }) {
  get messageKey(): "discover.noFeedFound" {
    return "discover.noFeedFound"
  }
}

/** The platform offers no feed to anybody, or none for this address. */
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
