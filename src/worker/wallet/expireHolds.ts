import { Clock, Effect } from "effect"
import { CurrentMeta } from "#core/kernel"
import { Ledger } from "#core/ledger"
import { listDueHolds } from "#projections/wallet"

/** Releases expired holds. Safe in several workers: a hold that another one has used or released stays unchanged. */
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
