import { Data } from "effect"

/** Nowhere that counts does the publisher say that the feed is this person's. */
export class NoProof extends Data.TaggedError("NoProof") {
  readonly messageKey = "linkAccount.noProof"
}

/** Neither the feed nor its page could be had just now. */
export class NotReached extends Data.TaggedError("NotReached") {
  readonly messageKey = "linkAccount.notReached"
}
