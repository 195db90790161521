import { Clock, Effect } from "effect"
import { CurrentMeta } from "#core/kernel"
import { Ledger } from "#core/ledger"
import { listDueHolds } from "#projections/wallet"

/**
 * Lets go what was set aside until a time that is over. For the worker's timer, in any number of processes: a hold that
 * was used meanwhile, or let go by another, stays as it is.
 */
export const expireHolds = Effect.gen(function* () {
  const due = yield* listDueHolds(yield* Clock.currentTimeMillis)
  yield* Effect.forEach(
    due,
    (holdId) =>
      Ledger.use((ledger) => ledger.expireHold(holdId)).pipe(
        Effect.catchTag("HoldClosed", () => Effect.void),
        Effect.orDie,
      ),
    { discard: true },
  )
}).pipe(
  Effect.provideService(CurrentMeta, { actor: "system", commandId: null, correlationId: null, causationId: null }),
)
