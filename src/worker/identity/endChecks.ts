import { Clock, Effect } from "effect"
import { IDLE_DAYS_MAX, IdentityChecks } from "#core/identity"
import { isCheckDocument, listOverChecks, listShredDue } from "#projections/identity"

const DAY_MS = 86_400_000

/** Ends verified identities whose time is over, and checks that nobody continues. */
export const endChecks = Effect.gen(function* () {
  const [checks, nowMs] = [yield* IdentityChecks, yield* Clock.currentTimeMillis]
  yield* Effect.forEach(yield* listOverChecks(nowMs, nowMs - IDLE_DAYS_MAX * DAY_MS), checks.expire, { discard: true })
})

/** Shreds images whose term is over. One that fails does not stop those behind it. */
export const shredDocuments = Effect.gen(function* () {
  const [checks, nowMs] = [yield* IdentityChecks, yield* Clock.currentTimeMillis]
  yield* Effect.forEach(
    yield* listShredDue(nowMs),
    (checkId) =>
      checks
        .shredDue(checkId)
        .pipe(Effect.catchCause((cause) => Effect.logError("images could not be shredded", { checkId }, cause))),
    { discard: true },
  )
})

/** Shreds keys of uploads that were never recorded. */
export const sweepDocuments = Effect.flatMap(IdentityChecks, (checks) => checks.sweep(isCheckDocument))
