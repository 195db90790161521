import { Clock, Effect } from "effect"
import { Paydays, Subscriptions } from "#core/subscriptions"
import { waitFor } from "#projections/runner"
import { listDueRules, listEndedCycles, listMissedRules } from "#projections/subscriptions"

/** Rules that are settled at the same time. */
const SETTLED_AT_ONCE_MAX = 4

/**
 * Renews rules whose term is over, and ends access where nothing was charged. What is due is decided by time alone, so
 * nothing is missed while no worker runs.
 */
export const settleDueRules = Effect.gen(function* () {
  const due = yield* listDueRules(yield* Clock.currentTimeMillis)
  yield* settleEach(due)
})

/** Charges missed renewals again, all of them or those of one person, while their grace period lasts. */
export const retryMissedRules = Effect.fnUntraced(function* (personId?: string) {
  let after: Parameters<typeof listMissedRules>[0] = null
  do {
    const missed: Effect.Success<ReturnType<typeof listMissedRules>> = yield* listMissedRules(after, personId)
    yield* settleEach(missed)
    after = missed.at(-1) ?? null
  } while (after !== null)
})

/** How long to wait for the read model between two batches of a payday. */
const KNOWN_MS_MAX = 10_000

/** Pays creators for the periods that are over. Stops when a batch closes none: others are closing them. */
export const runPayday = Effect.gen(function* () {
  const paydays = yield* Paydays
  let closed = 0
  for (;;) {
    const { count, position } = yield* paydays.close(yield* listEndedCycles(yield* Clock.currentTimeMillis))
    if (count === 0) break
    closed += count
    // The next list must not name the same cycles again.
    yield* waitFor("subscriptions", position, KNOWN_MS_MAX)
  }
  if (closed > 0) yield* Effect.logInfo("subscriptions paid out", { cycles: closed })
})

const settleEach = Effect.fnUntraced(function* (rules: Effect.Success<ReturnType<typeof listDueRules>>) {
  const subscriptions = yield* Subscriptions
  const settle = (rule: (typeof rules)[number]) =>
    subscriptions
      .settle(rule)
      .pipe(Effect.catchCause((cause) => Effect.logError("subscription not settled", { number: rule.number }, cause)))
  yield* Effect.forEach(rules, settle, { concurrency: SETTLED_AT_ONCE_MAX, discard: true })
})
