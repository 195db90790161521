import { Clock, Effect } from "effect"
import {
  FreeAccess,
  Gifts,
  listDueReminders,
  PaydayProofs,
  Paydays,
  PremiumOffers,
  passReminders,
  Subscriptions,
} from "#core/subscriptions"
import { waitFor } from "#projections/runner"
import {
  listDueRules,
  listEndedAccess,
  listEndedCycles,
  listMissedRules,
  listUnclaimedGifts,
  listWaitedFor,
} from "#projections/subscriptions"

/** How long to wait for the read model between two batches. */
const KNOWN_MS_MAX = 10_000

/**
 * Renews rules whose term is over, and ends access where nothing was charged. What is due is decided by time alone, so
 * nothing is missed while no worker runs. Stops when a batch changes nothing.
 */
export const settleDueRules = Effect.gen(function* () {
  const subscriptions = yield* Subscriptions
  for (;;) {
    const position = yield* subscriptions.settleAll(yield* listDueRules(yield* Clock.currentTimeMillis))
    if (position === 0) break
    // The next list must not name the same rules again.
    yield* waitFor("subscriptions", position, KNOWN_MS_MAX)
  }
})

/** Charges missed renewals again, all of them or those of one person, while their grace period lasts. */
export const retryMissedRules = Effect.fnUntraced(function* (personId?: string) {
  const subscriptions = yield* Subscriptions
  let after: Parameters<typeof listMissedRules>[0] = null
  do {
    const missed: Effect.Success<ReturnType<typeof listMissedRules>> = yield* listMissedRules(after, personId)
    yield* subscriptions.settleAll(missed)
    after = missed.at(-1) ?? null
  } while (after !== null)
})

/** Reminds payers 7, 3 and 1 days before a renewal that their balance may not cover. */
export const remindPayers = Effect.gen(function* () {
  const subscriptions = yield* Subscriptions
  const nowMs = yield* Clock.currentTimeMillis
  for (;;) {
    const due = yield* listDueReminders(nowMs)
    if (due.length === 0) return
    yield* subscriptions.remindAll(due)
    yield* passReminders(due, nowMs)
  }
})

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

/** Publishes proofs of what was paid out since the last one. */
export const provePaydays = Effect.gen(function* () {
  const { prove } = yield* PaydayProofs
  const cycles = yield* prove
  if (cycles > 0) yield* Effect.logInfo("paydays proved", { cycles })
})

/** Offers seats that are free again to the people who wait for them. */
export const offerFreeSeats = Effect.gen(function* () {
  const offers = yield* PremiumOffers
  for (const channelId of yield* listWaitedFor) yield* offers.offerFree(channelId)
})

/** Records the end of access without payment that is over, so that rooms and lists hear of it. */
export const endFreeAccess = Effect.gen(function* () {
  const access = yield* FreeAccess
  for (;;) {
    const ended = yield* listEndedAccess(yield* Clock.currentTimeMillis)
    const positions = yield* Effect.forEach(ended, (pass) => access.lapse(pass))
    const position = Math.max(0, ...positions)
    if (position === 0) return
    yield* waitFor("free_access", position, KNOWN_MS_MAX)
  }
})

/** Returns gifts that nobody has claimed in time. */
export const returnUnclaimedGifts = Effect.gen(function* () {
  const gifts = yield* Gifts
  for (;;) {
    const unclaimed = yield* listUnclaimedGifts(yield* Clock.currentTimeMillis)
    // Somebody may have claimed one meanwhile.
    const returned = yield* Effect.forEach(unclaimed, (gift) =>
      gifts.giveBack(gift, "unclaimed").pipe(Effect.catch(() => Effect.succeed(0))),
    )
    const position = Math.max(0, ...returned)
    if (position === 0) return
    yield* waitFor("gifts", position, KNOWN_MS_MAX)
  }
})
