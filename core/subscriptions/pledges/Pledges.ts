import { Clock, Context, Effect, Layer } from "effect"
import { claimReader } from "#core/channels"
import { dieOnConflict, reader, writer } from "#core/kernel"
import type { NoPledge } from "../refusals.ts"
import { PersonPledges, type Pledge } from "./PersonPledges.ts"
import { setPledge } from "./setPledge.ts"

/** Promises to support authors who are not here yet. No money moves before they are, and their payer subscribes. */
export class Pledges extends Context.Service<
  Pledges,
  {
    /** Promises to support a feed with a weight in a rule; weight 0 takes it back. Returns the log position. */
    set(personId: string, feedId: string, pledge: Pledge): Effect.Effect<number, NoPledge>
    /** Takes back everything that a person promised. */
    withdrawAll(personId: string): Effect.Effect<void>
  }
>()("core/subscriptions/Pledges") {
  static readonly layer = Layer.effect(
    Pledges,
    Effect.gen(function* () {
      const [write, read, readClaim] = [yield* writer(PersonPledges), yield* reader(PersonPledges), yield* claimReader]

      const set = Effect.fnUntraced(function* (personId: string, feedId: string, pledge: Pledge) {
        const [{ ownerId }, nowMs] = [yield* readClaim(feedId), yield* Clock.currentTimeMillis]
        const writing = write(personId, setPledge({ personId, feedId, nowMs, ownerId }, pledge))
        return (yield* dieOnConflict(writing)).receipt.position
      })

      return Pledges.of({
        set: Effect.fn("Pledges.set")(set),
        withdrawAll: Effect.fn("Pledges.withdrawAll")(function* (personId) {
          for (const [feedId, { number }] of yield* read(personId))
            yield* Effect.orDie(set(personId, feedId, { number, weight: 0 }))
        }),
      })
    }),
  )
}
